import { type SheetColumn, xlsxStream } from "~/platform/xlsx-stream.server";
import { type ColumnKey, columnOf, isOfKind, TEMPLATE } from "../columns";
import { cellsOfBook } from "./book-cells";
import type { ExportedBook } from "./exported-book";

/** In all others a spreadsheet keeps what is typed, such as an ISBN or a zero in front. */
const isNumber = (key: ColumnKey) =>
  isOfKind(key, "id", "money", "copies", "pages", "whole", "percent", "weight", "length");

const COLUMNS: SheetColumn[] = TEMPLATE.map(({ key, name }) => ({
  heading: name,
  width: columnOf(key).width,
  style: isNumber(key) ? "general" : "text",
}));

/** The import's own template as a workbook of one sheet, whose first row stays in view. @param batches of books */
export const xlsxOfBooks = (
  batches: AsyncIterable<ExportedBook[]>,
  origin: string,
): AsyncIterable<Uint8Array> =>
  xlsxStream([{ name: "Books", columns: COLUMNS, rows: cellsOf(batches, origin) }]);

async function* cellsOf(batches: AsyncIterable<ExportedBook[]>, origin: string) {
  for await (const books of batches) yield books.map((book) => cellsOfBook(book, origin));
}
