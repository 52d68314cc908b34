import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { IMPORT_MAX, rowTooLong, UnreadableFile } from "../import-limits";
import { CSV_RULES, type CsvStyle, decodedText } from "./csv-text.server";
import type { RawRow } from "./table";

/**
 * The rows of a CSV file, with the heading, in constant memory. Quotation marks are only special at the beginning of
 * a cell, as in spreadsheets. Formulas are texts like any other;
 * an apostrophe that an export put before one is taken off.
 * @throws {UnreadableFile}
 */
export async function* csvRows(
  file: string,
  { encoding, separator }: Pick<CsvStyle, "encoding" | "separator">,
): AsyncGenerator<RawRow> {
  const parser = parse({ ...CSV_RULES, delimiter: separator!, max_record_size: IMPORT_MAX.row });
  const source = Readable.from(inSlices(decodedText(file, encoding!)));
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

/**
 * Characters that are parsed at a time: of a row with other cells than the first, csv-parse makes an error with its stack and
 * a copy of the row, though none is wanted, and thousands of short rows in one turn would keep everybody waiting.
 */
const SLICE = 4096;

async function* inSlices(texts: AsyncIterable<string>) {
  for await (const text of texts) {
    for (let at = 0; at < text.length;) {
      // No character is cut in two.
      const end = at + SLICE + Number(/[\uD800-\uDBFF]/.test(text[at + SLICE - 1] ?? ""));
      yield text.slice(at, end);
      at = end;
    }
  }
}

/** Undoes `defused` (app/domain/book-files/exports/csv.server.ts); WooCommerce's export writes the same. */
const withoutApostrophe = (cell: string) => (/^'+[=+\-@＝＋－＠]/u.test(cell) ? cell.slice(1) : cell);

function sentence(error: CsvError, row: number): Error {
  if (error.code === "CSV_MAX_RECORD_SIZE") return new UnreadableFile(rowTooLong(row));
  if (error.code === "CSV_QUOTE_NOT_CLOSED")
    return new UnreadableFile(`Row ${row}: a quotation mark is opened and never closed.`);
  return new UnreadableFile(
    `Row ${row}: a quotation mark stands in the middle of a cell. Write it twice ("") inside a quoted cell.`,
  );
}
