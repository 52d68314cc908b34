import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { IMPORT_MAX, rowTooLong, UnreadableFile } from "../import-limits";
import { csvStyle, decodedText } from "./csv-text.server";
import type { RawRow } from "./table-rows";

/**
 * The rows of a CSV file, with the heading, in constant memory. Quotation marks are only special at the beginning of
 * a cell, as in spreadsheets. Formulas are texts like any other;
 * an apostrophe that an export put before one is taken off.
 * @throws {UnreadableFile}
 */
export async function* csvRows(file: string): AsyncGenerator<RawRow> {
  const { encoding, delimiter } = await csvStyle(file);
  const parser = parse({
    delimiter,
    // A file can have both: line ends within cells are often others than those of rows.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: IMPORT_MAX.row,
  });
  const source = Readable.from(decodedText(file, encoding));
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row++;
      // Excel's own line, in front of the heading, about the delimiter.
      if (row === 1 && cells.length <= 2 && /^sep=/i.test(cells[0] ?? "")) continue;
      yield { row, cells: cells.map(withoutApostrophe) };
    }
  } catch (error) {
    throw error instanceof CsvError ? sentence(error, row + 1) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** Undoes `defused` (app/domain/exports/csv.server.ts); WooCommerce's export writes the same. */
const withoutApostrophe = (cell: string) => (/^'+[=+\-@＝＋－＠]/u.test(cell) ? cell.slice(1) : cell);

function sentence(error: CsvError, row: number): Error {
  if (error.code === "CSV_MAX_RECORD_SIZE") return new UnreadableFile(rowTooLong(row));
  if (error.code === "CSV_QUOTE_NOT_CLOSED")
    return new UnreadableFile(`Row ${row}: a quotation mark is opened and never closed.`);
  return new UnreadableFile(
    `Row ${row}: a quotation mark stands in the middle of a cell. Write it twice ("") inside a quoted cell.`,
  );
}
