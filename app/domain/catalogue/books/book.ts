import type { Selectable } from "kysely";
import type { Flag, Tables } from "~/db/tables";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import type { BookFields, OptionalField } from "./record/book-form.schema";
import { type BookPicture, described, type StoredPicture } from "./pictures/further-pictures";
import type { PublicRecord, RecordNames } from "./record/book-record";
import { publicRecordOf, recordColumns, recordHistory, recordOf } from "./record/book-record-values";
import { LIST_LABELS } from "./record/book-record.schema";
import { AUTHOR_ROLE, EDITING_ROLES, roleLabel } from "./record/contributor-roles";
import { nameKey } from "../names/names";
import { saleColumns } from "./sale/sale-dates";
import type { EditableBook } from "./staff/staff-books";

// A book's fields in one place: as it is read, as its row stores them, and as its history names them.

interface Named {
  id: number;
  name: string;
}

/** The fields of a book that shoppers, staff and the API all read. Money in paise. */
export interface Book extends PublicRecord, RecordNames {
  id: number;
  title: string;
  brief: string;
  description: string;
  isbn13: string | null;
  /** In the order of the title page; where there is none, its editors and compilers. */
  authors: Named[];
  publisher: Named;
  language: Named;
  /** By name. */
  tags: Named[];
  price: number;
  /** What holds now. Of an `EditableBook` what staff gave, which has dates perhaps. */
  salePrice: number | null;
  /** The last day of the sale that holds now, a plain date; null: without end, or no sale. */
  saleEndsOn: string | null;
  stock: number;
  pageCount: number | null;
  /** "1910" or "1910-08-14"; null when not known. */
  publishedOn: string | null;
  /** File name below /coverpages/; null: the default cover. */
  cover: string | null;
  /** Everybody who contributed to it: the authors first, then the others in their order. */
  contributors: Contributor[];
  /** Languages of the text beside the first, by name. */
  furtherLanguages: Named[];
  /** Codes in their order. */
  thema: string[];
  bisac: string[];
  /** Beside the cover, in their order. */
  pictures: BookPicture[];
}

export interface Contributor extends Named {
  /** A code of `CONTRIBUTOR_ROLES`. */
  role: string;
}

/** What other tables than `books` say of a book. */
export type BookLists = Pick<Book, "contributors" | "tags" | "furtherLanguages" | "thema" | "bisac"> & {
  pictures: StoredPicture[];
};

/** A row of `books` with the names of the rows that it refers to. */
export type BookRow = Selectable<Tables["books"]> & {
  publisher: string;
  language: string;
  series: string | null;
  original_language: string | null;
};

/** A book of its row and the lists that stand in tables of their own. */
export function bookOfRow(row: BookRow, lists: BookLists): Book {
  return {
    id: row.id,
    title: row.title,
    brief: row.brief,
    description: row.description,
    isbn13: row.isbn13,
    authors: namedInFront(lists.contributors),
    publisher: { id: row.publisher_id, name: row.publisher },
    language: { id: row.language_id, name: row.language },
    price: row.price,
    salePrice: row.sale_price,
    saleEndsOn: row.sale_price === null ? null : row.sale_until,
    stock: row.stock,
    pageCount: row.page_count,
    publishedOn: row.published_on,
    cover: row.cover,
    series: row.series,
    originalLanguage: row.original_language,
    ...publicRecordOf(row),
    ...lists,
    pictures: described(lists.pictures, row.title),
  };
}

/** The columns that a saved form writes, except the stock, which sales change too. */
export function columnsOf(fields: BookFields, now: Date) {
  const featured: Flag = fields.featured ? 1 : 0;
  return {
    title: fields.title,
    brief: fields.brief,
    description: fields.description,
    isbn13: fields.isbn13,
    publisher_id: fields.publisherId,
    language_id: fields.languageId,
    price: fields.price,
    page_count: fields.pageCount,
    published_on: fields.publishedOn,
    featured,
    ...recordColumns(fields),
    ...saleColumns(fields, now),
  };
}

/** The values of the fields that a client may leave out. */
export function optionalFieldsOf(book: EditableBook): Pick<BookFields, OptionalField> {
  const { isbn13, description, pageCount, publishedOn, salePrice, featured, thema, bisac } = book;
  return {
    ...recordOf(book),
    isbn13,
    description,
    pageCount,
    publishedOn,
    salePrice,
    featured,
    thema,
    bisac,
    contributors: contributionsOf(book),
    furtherLanguageId: book.furtherLanguages.map(({ id }) => id),
  };
}

/** The whole form of a book, as it is. */
export const fieldsOf = (book: EditableBook): BookFields => ({
  ...optionalFieldsOf(book),
  title: book.title,
  brief: book.brief,
  price: book.price,
  stock: book.stock,
  authorId: authorsAmong(book.contributors).map(({ id }) => id),
  publisherId: book.publisher.id,
  languageId: book.language.id,
  booktagsId: book.tags.map(({ id }) => id),
});

/** Everybody but the authors, as the form has them. */
export const contributionsOf = ({ contributors }: Pick<Book, "contributors">) =>
  contributors.filter((one) => !isAuthor(one)).map(({ id, role }) => ({ authorId: id, role }));

/** Those with the role of an author. */
export const authorsAmong = (contributors: Contributor[]): Named[] =>
  contributors.filter(isAuthor).map(({ id, name }) => ({ id, name }));

/** Who is named beside the title: the authors, or where there is none the editors and compilers, each once. */
function namedInFront(contributors: Contributor[]): Named[] {
  const authors = authorsAmong(contributors);
  if (authors.length > 0) return authors;
  const editors = contributors.filter(({ role }) => EDITING_ROLES.includes(role));
  return [...new Map(editors.map(({ id, name }) => [id, { id, name }])).values()];
}

/** The names of the rows that a book refers to, as `historyOf` takes them. */
export const ownNames = (book: EditableBook): NamedRows => ({
  ...book,
  authors: authorsAmong(book.contributors),
});

/** Whether a contributor is an author, not a translator or the like. */
export const isAuthor = ({ role }: { role: string }) => role === AUTHOR_ROLE;

/** The form's fields that are not ids of rows in tables of their own. */
type OwnFields = Omit<
  BookFields,
  "authorId" | "publisherId" | "languageId" | "booktagsId" | "contributors" | "furtherLanguageId"
>;

/** The names of the rows that a form refers to. */
export type NamedRows = Pick<
  Book,
  "authors" | "publisher" | "language" | "tags" | "contributors" | "furtherLanguages" | keyof RecordNames
>;

const namesOf = (named: Named[]) => named.map(({ name }) => name);
const byName = (names: string[]) => names.sort((a, b) => (nameKey(a) < nameKey(b) ? -1 : 1));

/** The fields as shown to staff in the book's history. */
export function historyOf(book: OwnFields, names: NamedRows): AuditFields {
  const published = book.publishedOn;
  return {
    Title: book.title,
    Brief: book.brief,
    ISBN: book.isbn13,
    Authors: someOf(namesOf(names.authors)),
    Publisher: names.publisher.name,
    Language: names.language.name,
    Price: formatRupees(book.price),
    Stock: book.stock,
    Tags: byName(namesOf(names.tags)),
    Description: book.description || null,
    "Page Count": book.pageCount,
    "Published Date": published && published.length === 10 ? formatDate(published) : published,
    "Sale Price": book.salePrice === null ? null : formatRupees(book.salePrice),
    Featured: book.featured,
    ...recordHistory(book, names),
    [LIST_LABELS.contributors]: someOf(
      names.contributors
        .filter((one) => !isAuthor(one))
        .map(({ name, role }) => `${name} (${roleLabel(role)})`),
    ),
    [LIST_LABELS.furtherLanguageId]: someOf(byName(namesOf(names.furtherLanguages))),
    [LIST_LABELS.thema]: someOf(book.thema),
    [LIST_LABELS.bisac]: someOf(book.bisac),
  };
}

/** An empty list is no value. */
const someOf = (list: string[]) => (list.length > 0 ? list : null);
