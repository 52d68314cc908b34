import { type ColumnKey, TEMPLATE } from "./columns";
import { emptyBook, type ImportedBook } from "./imported-book";
import type { ImportMapping } from "./mapping";
import { readCell } from "./read-row";
import { columnKeys } from "./table-formats";
import type { Table, TableRow } from "./tables/table";

export const TOO_WIDE = "The row has more cells than the heading has columns";

/** The books of Kitab's own template, or of a table whose columns were mapped by hand: one in each row. */
export async function* tableBooks(
  { columns, rows }: Table,
  mapping: ImportMapping,
): AsyncGenerator<ImportedBook> {
  const keys = columnKeys(columns, mapping);
  for await (const row of rows) yield bookOfRow(row, columns, keys);
}

function bookOfRow(
  { row, cells, tooWide }: TableRow,
  columns: string[],
  keys: (ColumnKey | null)[],
): ImportedBook {
  const book = emptyBook(row);
  if (tooWide) book.problems.push({ column: "", message: TOO_WIDE });
  for (const [index, key] of keys.entries()) {
    const cell = cells[index]!;
    if (key && (cell.trim() || !KEPT_WHEN_EMPTY.has(key))) readCell(book, key, cell, columns[index]);
  }
  return book;
}

/** A book cannot be without these, or is found by them: an empty cell says nothing about them. */
const KEPT_WHEN_EMPTY = new Set<ColumnKey>([
  "id",
  "isbn13",
  "sku",
  "title",
  "contributors",
  "translators",
  "editors",
  "illustrators",
  "brief",
  "price",
  "stock",
  "tags",
  "publisher",
  "language",
  "publishingStatus",
  "visible",
  "pictures",
]);

/** The headings of Kitab's own template, for a file to fill in. */
export const TEMPLATE_HEADINGS = TEMPLATE.map(({ name }) => name);
