import { type ColumnKey, columnOf, TEMPLATE } from "./columns";
import { isValidIsbn } from "~/domain/catalogue/books/record/isbn";
import { withoutUnseen } from "../catalogue/names/names";
import { textOfHtml } from "./html-text.server";
import { CELL_TOO_LONG, IMPORT_MAX } from "./import-limits";
import { emptyBook, type ImportedBook } from "./imported-book";
import type { ImportMapping } from "./mapping";
import { readCell } from "./read-row";
import { isbnIn } from "./reading/isbns";
import { columnKeys, furtherIsbns, isOwnTable } from "./table-formats";
import type { Table, TableRow } from "./tables/table";

const TOO_WIDE =
  "The row has more cells than there are headings. Put a cell that contains the separator into quotation marks, or give each column a heading";
const LEFT_OUT = "What stands beyond the last heading is not read";

/**
 * Says in the book what is wrong with its row, whatever the cells mean.
 * @param isRead whether a column is imported, by its index
 */
export function checkRow(
  book: ImportedBook,
  { cells, tooWide }: TableRow,
  columns: string[],
  isRead: (index: number) => boolean,
) {
  if (tooWide === "in a text") book.problems.push({ column: "", message: TOO_WIDE });
  if (tooWide === "in a sheet") book.warnings.push(LEFT_OUT);
  for (const [index, cell] of cells.entries())
    if (cell.length > IMPORT_MAX.cell && isRead(index))
      book.problems.push({ column: columns[index]!, message: CELL_TOO_LONG });
}

/** The books of Kitab's own template, or of a table whose columns were mapped by hand: one in each row. */
export async function* tableBooks(
  { columns, rows }: Table,
  mapping: ImportMapping,
): AsyncGenerator<ImportedBook> {
  const keys = columnKeys(columns, mapping);
  const isOwn = isOwnTable(columns);
  const isbns = furtherIsbns(columns, mapping);
  for await (const row of rows) {
    const book = bookOfRow(row, columns, keys, mapping.readings);
    for (const index of isbns) if (!book.texts.isbn13) readFurtherIsbn(book, row.cells[index]!);
    // What this shop has written itself is no HTML, whatever it looks like.
    yield isOwn && book.id !== undefined ? book : withoutHtml(book);
  }
}

/** Only a right one: a hint about the wrong one of the chosen column stays. */
function readFurtherIsbn(book: ImportedBook, cell: string) {
  const { isbn } = isbnIn(withoutUnseen(cell));
  if (isValidIsbn(isbn)) book.texts.isbn13 = isbn;
}

function bookOfRow(
  row: TableRow,
  columns: string[],
  keys: (ColumnKey | null)[],
  readings: ImportMapping["readings"],
): ImportedBook {
  const { cells } = row;
  const book = emptyBook(row.row);
  checkRow(book, row, columns, (index) => keys[index] !== null);
  for (const [index, key] of keys.entries()) {
    const cell = cells[index]!;
    if (key && (cell.trim() || !columnOf(key).need))
      readCell(book, key, cell, columns[index], readings[columns[index]!]);
  }
  return book;
}

/** The texts in which other programs keep HTML. */
const HTML_TEXTS = ["title", "subtitle", "brief", "description"] as const;

function withoutHtml(book: ImportedBook): ImportedBook {
  for (const field of HTML_TEXTS) {
    const text = book.texts[field];
    if (text) book.texts[field] = textOfHtml(text);
  }
  return book;
}

/** The headings of Kitab's own template, for a file to fill in. */
export const TEMPLATE_HEADINGS = TEMPLATE.map(({ name }) => name);
