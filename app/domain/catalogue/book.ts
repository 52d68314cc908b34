import type { Selectable } from "kysely";
import type { Flag, Tables } from "~/db/tables";
import type { AuditFields } from "../audit/audit";
import { formatDate } from "../dates";
import { formatRupees } from "../money";
import type { BookFields } from "./book-form.schema";
import { nameKey } from "../master-data/names";

// A book's fields in one place: as it is read, as its row stores them, and as its history names them.

interface Named {
  id: number;
  name: string;
}

/** The fields of a book that shoppers, staff and the API all read. Money in paise. */
export interface Book {
  id: number;
  title: string;
  brief: string;
  description: string;
  isbn13: string | null;
  /** In the order of the title page. */
  authors: Named[];
  publisher: Named;
  language: Named;
  /** By name. */
  tags: Named[];
  price: number;
  salePrice: number | null;
  stock: number;
  pageCount: number | null;
  /** "1910" or "1910-08-14"; null when not known. */
  publishedOn: string | null;
  /** File name below /coverpages/; null: the default cover. */
  cover: string | null;
}

/** A row of `books` with the names of its publisher and its language. */
export type BookRow = Selectable<Tables["books"]> & { publisher: string; language: string };

/** @param names from other tables */
export function bookOfRow(row: BookRow, names: Pick<Book, "authors" | "tags">): Book {
  return {
    id: row.id,
    title: row.title,
    brief: row.brief,
    description: row.description,
    isbn13: row.isbn13,
    authors: names.authors,
    publisher: { id: row.publisher_id, name: row.publisher },
    language: { id: row.language_id, name: row.language },
    tags: names.tags,
    price: row.price,
    salePrice: row.sale_price,
    stock: row.stock,
    pageCount: row.page_count,
    publishedOn: row.published_on,
    cover: row.cover,
  };
}

/** The columns that a saved form writes, except the stock, which sales change too. */
export function columnsOf(fields: BookFields) {
  const featured: Flag = fields.featured ? 1 : 0;
  return {
    title: fields.title,
    brief: fields.brief,
    description: fields.description,
    isbn13: fields.isbn13,
    publisher_id: fields.publisherId,
    language_id: fields.languageId,
    price: fields.price,
    sale_price: fields.salePrice,
    page_count: fields.pageCount,
    published_on: fields.publishedOn,
    featured,
  };
}

/** The form's fields that are not ids of other rows. */
type OwnFields = Omit<BookFields, "authorId" | "publisherId" | "languageId" | "booktagsId">;

/** The fields as shown to staff in the book's history. */
export function historyOf(
  book: OwnFields,
  { authors, publisher, language, tags }: Pick<Book, "authors" | "publisher" | "language" | "tags">,
): AuditFields {
  const published = book.publishedOn;
  return {
    Title: book.title,
    Brief: book.brief,
    ISBN: book.isbn13,
    Authors: authors.map(({ name }) => name),
    Publisher: publisher.name,
    Language: language.name,
    Price: formatRupees(book.price),
    Stock: book.stock,
    Tags: tags.map(({ name }) => name).sort((a, b) => (nameKey(a) < nameKey(b) ? -1 : 1)),
    Description: book.description || null,
    "Page Count": book.pageCount,
    "Published Date": published && published.length === 10 ? formatDate(published) : published,
    "Sale Price": book.salePrice === null ? null : formatRupees(book.salePrice),
    Featured: book.featured,
  };
}
