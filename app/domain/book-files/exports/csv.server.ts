import { stringify } from "csv-stringify/sync";
import { TEMPLATE_HEADINGS } from "../table-books.server";
import { type Cell, cellsOfBook } from "./book-cells";
import type { ExportedBook } from "./exported-book";

/** Tells spreadsheets that it is UTF-8. */
const BYTE_ORDER_MARK = "\u{FEFF}";

/**
 * The import's own template as CSV.
 * @param batches of books
 */
export async function* csvOfBooks(
  batches: AsyncIterable<ExportedBook[]>,
  origin: string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + stringify([TEMPLATE_HEADINGS]);
  for await (const books of batches)
    yield stringify(books.map((book) => cellsOfBook(book, origin).map(defused)));
}

/**
 * With an apostrophe in front of what a spreadsheet would calculate (OWASP, 'CSV injection'); one more in front of one
 * that is there, so that the import can take it off again (app/domain/book-files/tables/read-csv.server.ts).
 */
const defused = (cell: Cell): Cell =>
  typeof cell === "string" && /^'*[=+\-@＝＋－＠]/u.test(cell) ? `'${cell}` : cell;
