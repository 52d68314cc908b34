import { BOOK_FORMATS } from "~/domain/catalogue/books/record/book-formats";
import { PUBLISHING_STATUSES } from "~/domain/catalogue/books/record/book-record";
import { rateText } from "~/domain/catalogue/books/record/book-record-values";
import {
  AUTHOR_ROLE,
  type ContributorRole,
  CONTRIBUTOR_ROLES,
  isRole,
  ROLES,
} from "~/domain/catalogue/books/record/contributor-roles";
import { COUNTRIES } from "~/domain/kit/addresses/countries";
import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import { formatIn } from "../cells";
import { type ColumnKey, type ColumnKind, columnOf, TEMPLATE } from "../columns";
import { isSeveral } from "../reading/lists";
import { peopleIn } from "../reading/people";
import { coverAddress, type ExportedBook } from "./exported-book";

// The opposite of app/domain/book-files/read-row.ts: what an import reads from these cells is the book.

/** Numbers are what people calculate with; all else is text. */
export type Cell = string | number | null;

const rupees = (paise: number | null) => (paise === null ? null : paise / 100);
const yesOrNo = (value: boolean) => (value ? "yes" : "no");
const names = (rows: { name: string }[]) => rows.map(({ name }) => quoted(name)).join("; ");

/** A name that could be read as several stands in quotation marks. */
const quoted = (name: string) => (isSeveral(name) ? `"${name.replaceAll('"', '""')}"` : name);

/** The label of each role, or its code where the label is read as another role. */
const ROLE_TEXTS = Object.fromEntries(
  ROLES.map((role) => {
    const { label } = CONTRIBUTOR_ROLES[role];
    const [read] = peopleIn(`Name (${label})`, AUTHOR_ROLE);
    return [role, read?.role === role ? label : role];
  }),
) as Record<ContributorRole, string>;

/** "Rabindranath Tagore; Radha Chakravarty (Translator)" */
function contributor({ name, role }: EditableBook["contributors"][number]): string {
  const text = quoted(name);
  const code = isRole(role) ? role : "Z99";
  const [read] = peopleIn(text, AUTHOR_ROLE);
  return code === AUTHOR_ROLE && read?.name === name && read.role === AUTHOR_ROLE
    ? text
    : `${text} (${ROLE_TEXTS[code]})`;
}

/** The label, or the code where the label is read as another format. */
function formatText({ format }: EditableBook): Cell {
  if (format === null) return null;
  const { label } = BOOK_FORMATS[format];
  return formatIn(label) === format ? label : format;
}

type Writer = (book: ExportedBook, key: ColumnKey, origin: string) => Cell;

/** A value as the book has it, by the column's key. */
const asIs: Writer = (book, key) => book[key as "subtitle"];
const named = (value: string | { name: string } | null) =>
  typeof value === "string" || value === null ? value : value.name;

/** By the kind of the column; null: never written. */
const WRITERS: Record<ColumnKind, Writer | null> = {
  text: asIs,
  sku: asIs,
  code: asIs,
  isbn: asIs,
  money: (book, key) => rupees(book[key as "salePrice"]),
  copies: asIs,
  pages: asIs,
  whole: asIs,
  percent: (book, key) => {
    const hundredths = book[key as "taxRate"];
    return hundredths === null ? null : Number(rateText(hundredths));
  },
  weight: asIs,
  length: asIs,
  date: asIs,
  day: asIs,
  format: formatText,
  country: (book) => book.countryOfOrigin && COUNTRIES[book.countryOfOrigin],
  status: ({ publishingStatus }) => PUBLISHING_STATUSES[publishingStatus],
  mayGo: ({ gyanPost }) => gyanPost && yesOrNo(gyanPost === "yes"),
  flag: (book, key) => yesOrNo(book[key as "featured"]),
  name: (book, key) => named(book[key as "publisher" | "series"]),
  language: ({ language }) => quoted(language.name),
  languageName: (book, key) => named(book[key as "originalLanguage"]),
  people: ({ contributors }) => contributors.map(contributor).join("; "),
  tags: ({ tags }) => names(tags),
  languages: ({ furtherLanguages }) => names(furtherLanguages),
  codes: (book, key) => book[key as "thema" | "bisac"].join("; "),
  isbns: ({ otherIsbns }) => otherIsbns.join("; "),
  pictures: (book, _, origin) => coverAddress(book, origin),
  id: asIs,
  visible: ({ hidden }) => yesOrNo(!hidden),
  discount: null,
  currency: null,
};

/** The cells of a book in the order of the template's columns. @param origin the shop's, for the cover's address */
export const cellsOfBook = (book: ExportedBook, origin: string): Cell[] =>
  TEMPLATE.map(({ key }) => WRITERS[columnOf(key).kind]?.(book, key, origin) ?? null);
