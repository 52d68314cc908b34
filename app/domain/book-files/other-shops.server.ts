import { formatIn, yesOrNo } from "./cells";
import { type ColumnKey } from "./columns";
import { keyOfHeading } from "./headings";
import { textOfHtml } from "./html-text.server";
import type { ImportedBook } from "./imported-book";
import type { ColumnReading } from "./mapping";
import { readCell } from "./read-row";

// What the exports of other shops have in common.

/** The cells of a row by the heading of their column. */
export type NamedCells = (heading: string) => string;

/** Reads the cells of a row by their headings; a heading that the file does not have gives an empty text. */
export const namedCells = (columns: string[]) => {
  const indexes = new Map(columns.map((heading, index) => [heading, index]));
  return (cells: string[]): NamedCells =>
    (heading) =>
      cells[indexes.get(heading) ?? -1]?.trim() ?? "";
};

/** Puts a cell into the book if there is something in it: what another shop leaves empty says nothing. */
export function readFilled(
  book: ImportedBook,
  key: ColumnKey,
  cell: string,
  heading?: string,
  reading?: ColumnReading,
) {
  if (cell.trim()) readCell(book, key, cell, heading, reading);
}

/** Description and short description, which other shops have in HTML. */
export function readTexts(
  book: ImportedBook,
  { description, brief }: { description: string; brief: string },
) {
  if (description) book.texts.description = textOfHtml(description);
  if (brief) book.texts.brief = textOfHtml(brief);
}

/** What differs between the variants of a product, or describes all of them, e.g. Format: Hardcover. */
export function readOption(
  book: ImportedBook,
  name: string,
  value: string,
  reading: ColumnReading = {},
): boolean {
  const key = keyOfHeading(name);
  if (key && key !== "id" && key !== "title") {
    readCell(book, key, value, name, reading);
    return true;
  }
  const format = formatIn(value);
  if (format) book.texts.format = format;
  return format !== null;
}

/** Another shop can sell a book without counting it; here a book without copies is sold out. */
export const NOT_COUNTED =
  "The other shop does not count the copies of this book, and perhaps of others: for these the file gives no stock, and new books have none";

/** Hints about the whole file, which stand at the first book that they are about. */
export class HintsOnce {
  #given = new Set<string>();

  add(book: ImportedBook, hint: string) {
    if (!this.#given.has(hint)) book.warnings.push(hint);
    this.#given.add(hint);
  }
}

/** Of the exports' own columns: a program writes a point before decimals, even before three. */
export const OF_PROGRAMS: ColumnReading = { decimal: "point" };

/** Below zero means sold before it came in. */
export function readStock(book: ImportedBook, stock: string) {
  if (!stock) return;
  readCell(book, "stock", stock.startsWith("-") ? "0" : stock, "Stock", OF_PROGRAMS);
  if (stock.startsWith("-")) book.warnings.push(`The stock ${stock} becomes 0`);
}

/** Whether a product is visible: every answer that is not empty says yes. */
export const shown = (answers: string[]): boolean =>
  answers.every((answer) => !answer || yesOrNo(answer) === true);

/** The variants of a product name each other. */
export function linkVariants(books: ImportedBook[]) {
  const isbns = books.map(({ texts }) => texts.isbn13).filter((isbn): isbn is string => Boolean(isbn));
  if (isbns.length < 2) return;
  for (const book of books) book.otherFormats = isbns.filter((isbn) => isbn !== book.texts.isbn13);
}
