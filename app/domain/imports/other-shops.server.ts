import { formatIn, yesOrNo } from "./cells";
import { type ColumnKey, keyOfHeading } from "./columns";
import { textOfHtml } from "./html-text.server";
import type { ImportedBook } from "./imported-book";
import type { ImportMapping } from "./mapping";
import { readCell } from "./read-row";

// What the exports of other shops have in common.

/** The cells of a row by the heading of their column. */
export type NamedCells = (heading: string) => string;

export const namedCells = (columns: string[]) => {
  const indexes = new Map(columns.map((heading, index) => [heading, index]));
  return (cells: string[]): NamedCells =>
    (heading) =>
      cells[indexes.get(heading) ?? -1]?.trim() ?? "";
};

/**
 * The columns that the shop's owner added, such as "Author (product.metafields.custom.author)", and those that staff
 * mapped by hand.
 * @param known the shop's own columns
 * @param plain the heading without what the shop's program adds
 */
export function addedColumns(
  columns: string[],
  mapping: ImportMapping,
  known: ReadonlySet<string>,
  plain: (heading: string) => string | null,
): { heading: string; key: ColumnKey }[] {
  return columns.flatMap((heading) => {
    const mapped = mapping.columns[heading];
    if (mapped) return [{ heading, key: mapped }];
    const name = known.has(heading) || mapped === null ? null : plain(heading);
    const key = name && keyOfHeading(name);
    return key && key !== "id" ? [{ heading, key }] : [];
  });
}

/** Puts a cell into the book if there is something in it: what another shop leaves empty says nothing. */
export function readFilled(book: ImportedBook, key: ColumnKey, cell: string, heading?: string) {
  if (cell.trim()) readCell(book, key, cell, heading);
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
export function readOption(book: ImportedBook, name: string, value: string): boolean {
  const key = keyOfHeading(name);
  if (key && key !== "id" && key !== "title") {
    readCell(book, key, value, name);
    return true;
  }
  const format = formatIn(value);
  if (format) book.texts.format = format;
  return format !== null;
}

/** Another shop can sell a book without counting it; here a book without copies is sold out. */
export const NOT_COUNTED = "The other shop does not count the copies, so the file gives no stock";

/** Below zero means sold before it came in. */
export function readStock(book: ImportedBook, stock: string) {
  if (!stock) return;
  book.texts.stock = stock.startsWith("-") ? "0" : stock;
  if (stock.startsWith("-")) book.warnings.push(`The stock ${stock} becomes 0`);
}

export const shown = (answers: string[]): boolean =>
  answers.every((answer) => !answer || yesOrNo(answer) === true);

/** The variants of a product name each other. */
export function linkVariants(books: ImportedBook[]) {
  const isbns = books.map(({ texts }) => texts.isbn13).filter((isbn): isbn is string => Boolean(isbn));
  if (isbns.length < 2) return;
  for (const book of books) book.otherFormats = isbns.filter((isbn) => isbn !== book.texts.isbn13);
}
