import { BOOK_FORMATS } from "../catalogue/book-formats";
import { PUBLISHING_STATUSES } from "../catalogue/book-record";
import { rateText } from "../catalogue/book-record-values";
import {
  AUTHOR_ROLE,
  type ContributorRole,
  CONTRIBUTOR_ROLES,
  isRole,
  ROLES,
} from "../catalogue/contributor-roles";
import type { EditableBook } from "../catalogue/staff-books";
import { contributorsIn, formatIn, NAME_SEPARATOR } from "../imports/cells";
import { type ColumnKey, TEMPLATE } from "../imports/columns";
import { coverAddress, type ExportedBook } from "./exported-book";

// The opposite of app/domain/imports/read-row.ts: what an import reads from these cells is the book.

/** Numbers are what people calculate with; all else is text. */
export type Cell = string | number | null;

type Cells = Record<
  Exclude<ColumnKey, "translators" | "editors" | "illustrators">,
  (book: ExportedBook, origin: string) => Cell
>;

const rupees = (paise: number | null) => (paise === null ? null : paise / 100);
const yesOrNo = (value: boolean) => (value ? "yes" : "no");
const names = (rows: { name: string }[]) => rows.map(({ name }) => quoted(name)).join("; ");

/** A name with a separator in it stands in quotation marks. */
const quoted = (name: string) => (NAME_SEPARATOR.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

/** The label of each role, or its code where the label is read as another role. */
const ROLE_TEXTS = Object.fromEntries(
  ROLES.map((role) => {
    const { label } = CONTRIBUTOR_ROLES[role];
    const [read] = contributorsIn(`Name (${label})`, AUTHOR_ROLE);
    return [role, read?.role === role ? label : role];
  }),
) as Record<ContributorRole, string>;

/** "Rabindranath Tagore; Radha Chakravarty (Translator)" */
function contributor({ name, role }: EditableBook["contributors"][number]): string {
  const text = quoted(name);
  const code = isRole(role) ? role : "Z99";
  const [read] = contributorsIn(text, AUTHOR_ROLE);
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

const CELLS: Cells = {
  id: ({ id }) => id,
  isbn13: ({ isbn13 }) => isbn13,
  sku: ({ sku }) => sku,
  title: ({ title }) => title,
  subtitle: ({ subtitle }) => subtitle,
  contributors: ({ contributors }) => contributors.map(contributor).join("; "),
  brief: ({ brief }) => brief,
  description: ({ description }) => description,
  price: ({ price }) => rupees(price),
  salePrice: ({ salePrice }) => rupees(salePrice),
  saleFrom: ({ saleFrom }) => saleFrom,
  saleUntil: ({ saleUntil }) => saleUntil,
  stock: ({ stock }) => stock,
  tags: ({ tags }) => names(tags),
  publisher: ({ publisher }) => publisher.name,
  imprint: ({ imprint }) => imprint,
  language: ({ language }) => language.name,
  languages: ({ furtherLanguages }) => names(furtherLanguages),
  originalTitle: ({ originalTitle }) => originalTitle,
  originalLanguage: ({ originalLanguage }) => originalLanguage,
  format: formatText,
  pageCount: ({ pageCount }) => pageCount,
  publishedOn: ({ publishedOn }) => publishedOn,
  publishingStatus: ({ publishingStatus }) => PUBLISHING_STATUSES[publishingStatus],
  preorderLimit: ({ preorderLimit }) => preorderLimit,
  series: ({ series }) => series,
  seriesNumber: ({ seriesNumber }) => seriesNumber,
  editionStatement: ({ editionStatement }) => editionStatement,
  editionNumber: ({ editionNumber }) => editionNumber,
  weightG: ({ weightG }) => weightG,
  heightMm: ({ heightMm }) => heightMm,
  widthMm: ({ widthMm }) => widthMm,
  thicknessMm: ({ thicknessMm }) => thicknessMm,
  ageFrom: ({ ageFrom }) => ageFrom,
  ageTo: ({ ageTo }) => ageTo,
  thema: ({ thema }) => thema.join("; "),
  bisac: ({ bisac }) => bisac.join("; "),
  hsn: ({ hsn }) => hsn,
  taxRate: ({ taxRate }) => (taxRate === null ? null : Number(rateText(taxRate))),
  featured: ({ featured }) => yesOrNo(featured),
  visible: ({ hidden }) => yesOrNo(!hidden),
  otherFormats: ({ otherIsbns }) => otherIsbns.join("; "),
  pictures: (book, origin) => coverAddress(book, origin),
};

/** The cells of a book in the order of the template's columns. @param origin the shop's, for the cover's address */
export const cellsOfBook = (book: ExportedBook, origin: string): Cell[] =>
  TEMPLATE.map(({ key }) => CELLS[key as keyof Cells](book, origin));
