import type { Db } from "~/db/database.server";
import { isOneOf } from "~/db/expressions.server";
import { isbnForms, isValidIsbn } from "~/domain/catalogue/books/record/isbn";
import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import { findEditableBooks } from "~/domain/catalogue/books/staff/staff-books.server";
import { parseId } from "~/domain/kit/ids";
import type { ColumnKey } from "../columns";
import type { ImportedBook } from "../imported-book";
import type { Answers } from "../mapping";
import type { ImportMode, PlanOptions } from "./plan";
import type { RowQuestionKind } from "./questions";
import { isOtherTitle } from "./same-title";

/** Books that are read at once. */
const BOOKS_AT_ONCE = 50;

/** The book of the catalogue that a row is about; null for a new one; or why that cannot be said. */
export type Match =
  | {
      ok: true;
      book: EditableBook | null;
      warning?: string;
      question?: RowQuestionKind;
      /** Its SKU is another book's, or another program's. */
      withoutSku?: true;
    }
  | { ok: false; column: ColumnKey | ""; message: string; question?: RowQuestionKind };

/** What identifies a row, with the books of the shop that have it. */
interface Identifier {
  column: "isbn13" | "sku" | "id";
  label: string;
  books: EditableBook[];
}

/**
 * Finds the books of a batch, all rows together: by ISBN in either form, else by SKU, else by our id. Where two of them
 * lead to different books, or SKU or id to a book with another title and another ISBN, nothing is found: it is asked about.
 * @param options what staff have said about such rows
 * @returns the match of each row, in their order
 */
export async function matchBooks(db: Db, rows: ImportedBook[], options: PlanOptions): Promise<Match[]> {
  const byIsbn = await idsByIsbn(
    db,
    rows.flatMap(({ texts }) => isbnsOf(texts.isbn13)),
  );
  const bySku = await idsBySku(
    db,
    rows.flatMap(({ texts }) => (texts.sku ? [texts.sku.trim()] : [])),
  );
  const found = rows.map((row) => ({
    id: row.id === undefined ? null : (parseId(row.id) ?? 0),
    isbns: [...new Set(isbnsOf(row.texts.isbn13).flatMap((isbn) => byIsbn.get(isbn) ?? []))],
    skus: bySku.get(row.texts.sku?.trim().toLowerCase() ?? "") ?? [],
  }));
  const books = await booksById(
    db,
    found.flatMap(({ id, isbns, skus }) => [...(id ? [id] : []), ...isbns, ...skus]),
  );
  const known = (ids: number[]) =>
    ids.toSorted((one, other) => one - other).flatMap((id) => books.get(id) ?? []);
  return found.map(({ id, isbns, skus }, index) => {
    const row = rows[index]!;
    const identifiers: Identifier[] = [
      { column: "isbn13", label: "ISBN", books: known(isbns) },
      { column: "sku", label: "SKU", books: known(skus) },
    ];
    if (id !== null) identifiers.push({ column: "id", label: "Book ID", books: known([id]) });
    return matchOf(row, identifiers, options);
  });
}

function matchOf(row: ImportedBook, given: Identifier[], { mapping, mode }: PlanOptions): Match {
  const { answers } = mapping;
  const byId = given.find(({ column }) => column === "id");
  if (byId?.books.length === 0 && answers.bookIds !== "theirs")
    return {
      ok: false,
      column: "id",
      message: `There is no book ${row.id}`,
      question: "bookIds",
    };
  // Numbers that count from one in another program, too.
  const foreign = given.filter(
    ({ column, books }) => books.length > 0 && books.every((book) => isOtherBook(row, book, column, mode)),
  );
  const isTheirs = answers.bookIds === "theirs";
  const identifiers = isTheirs ? given.filter((one) => one !== byId && !foreign.includes(one)) : given;
  const asked = foreign.length > 0 && { question: "bookIds" as const };
  const withoutSku = isTheirs &&
    foreign.some(({ column }) => column === "sku") && { withoutSku: true as const };
  const leading = identifiers.filter(({ books }) => books.length > 0);
  const first = leading[0];
  if (!first) return { ok: true, book: null, ...asked, ...withoutSku };
  const isForeign = foreign.includes(first);
  if (isForeign && answers.bookIds !== "ours")
    return {
      ok: false,
      column: first.column,
      message: `The shop has this ${first.label} for book ${nameOf(first.books[0]!)}: its title or ISBN is another one. Say whose numbers these are`,
      question: "bookIds",
    };
  const book = first.books.find((one) => leading.every(({ books }) => books.includes(one)));
  if (!book) return disagreement(leading, answers);
  if (first.books.length > 1 && leading.length === 1)
    return {
      ok: false,
      column: first.column,
      message: `Several books have this ${first.label}: ${first.books.map(({ id }) => id).join(", ")}. Give the Book ID`,
    };
  if (
    hasWrongIsbn(row) &&
    leading.length === 1 &&
    first.column === "isbn13" &&
    isOtherTitle(row.texts.title, book.title)
  )
    return {
      ok: false,
      column: "isbn13",
      message: `The check digit is wrong, and book ${book.id}, “${book.title}”, has the same number. Correct it, or leave the cell empty`,
    };
  return { ok: true, book, ...((isForeign || withoutSku) && asked), ...withoutSku };
}

/** Several identifiers, several books. */
function disagreement(leading: Identifier[], answers: Answers): Match {
  const [first, ...others] = leading;
  const other = others.find(({ books }) => !books.some((book) => first!.books.includes(book)))!;
  const [book] = first!.books;
  const isFirst = answers.disagreeing === "first" && first!.books.length === 1;
  if (isFirst)
    return {
      ok: true,
      book: book!,
      question: "disagreeing",
      warning: `The ${other.label} is left out: another book has it, ${nameOf(other.books[0]!)}`,
      withoutSku: true,
    };
  return {
    ok: false,
    column: other.column,
    message: `The ${first!.label} is that of book ${nameOf(book!)}, the ${other.label} that of book ${nameOf(other.books[0]!)}. Correct one of them, or say that the ${first!.label} counts`,
    question: "disagreeing",
  };
}

const nameOf = ({ id, title }: EditableBook) => `${id}, “${title}”`;

const hasWrongIsbn = ({ texts }: ImportedBook) => !isValidIsbn(texts.isbn13 ?? "");

/**
 * A row that says who it is, and says another book than the one that a number leads to. An ISBN is nobody's own count: it is
 * trusted.
 * @param by the number
 */
function isOtherBook(
  { id, texts }: ImportedBook,
  book: EditableBook,
  by: Identifier["column"],
  mode: ImportMode,
): boolean {
  if (by === "isbn13") return false;
  const isbns = isbnsOf(texts.isbn13);
  const isSameIsbn = book.isbn13 !== null && isbns.includes(book.isbn13);
  const isOtherIsbn = book.isbn13 !== null && isbns.length > 0 && !isSameIsbn;
  // A list of stock corrects no ISBN.
  if (isOtherIsbn && mode === "stock_and_price") return true;
  const isSameId = by !== "id" && id !== undefined && parseId(id) === book.id;
  const isSameSku =
    by !== "sku" && book.sku !== null && texts.sku?.trim().toLowerCase() === book.sku.toLowerCase();
  const hasTitle = Boolean(texts.title?.trim());
  const isSameTitle = hasTitle && !isOtherTitle(texts.title, book.title);
  if (isSameIsbn || isSameId || isSameSku || isSameTitle) return false;
  return hasTitle || isOtherIsbn;
}

/** Books by their ids, some at a time. */
export async function booksById(db: Db, given: number[]): Promise<Map<number, EditableBook>> {
  const ids = [...new Set(given)];
  const books = new Map<number, EditableBook>();
  for (let start = 0; start < ids.length; start += BOOKS_AT_ONCE) {
    const some = await findEditableBooks(db, ids.slice(start, start + BOOKS_AT_ONCE));
    for (const book of some) books.set(book.id, book);
  }
  return books;
}

const isbnsOf = (isbn: string | undefined): string[] => (isbn ? isbnForms(isbn) : []);

/** Whether a row says which book it is: an ISBN, even with a wrong check digit, a SKU, or our id. */
export const hasIdentifier = ({ id, texts }: ImportedBook, { bookIds }: Answers): boolean =>
  isbnsOf(texts.isbn13).length > 0 ||
  Boolean(texts.sku?.trim()) ||
  (id !== undefined && bookIds !== "theirs");

/** The books with these ISBNs, as they are stored. @returns ids by ISBN */
export async function idsByIsbn(db: Db, isbns: string[]): Promise<Map<string, number[]>> {
  if (isbns.length === 0) return new Map();
  const rows = await db.selectFrom("books").select(["id", "isbn13"]).where("isbn13", "in", isbns).execute();
  return grouped(rows.map(({ id, isbn13 }) => [isbn13!, id]));
}

/** The books with these SKUs. @returns ids by SKU in lower case */
export async function idsBySku(db: Db, skus: string[]): Promise<Map<string, number[]>> {
  if (skus.length === 0) return new Map();
  const rows = await db
    .selectFrom("books")
    .select(["id", "sku"])
    .where(isOneOf("sku", skus))
    .where("sku", "is not", null)
    .execute();
  return grouped(rows.map(({ id, sku }) => [sku!.toLowerCase(), id]));
}

/** The ids of each key, in their order. */
export function grouped<Key>(pairs: [key: Key, id: number][]): Map<Key, number[]> {
  const groups = new Map<Key, number[]>();
  for (const [key, id] of pairs) groups.set(key, [...(groups.get(key) ?? []), id]);
  return groups;
}
