import { CsvError, parse } from "csv-parse/sync";

/** A table that is read as a whole: a plan, or a carrier's rate card. */
export const TABLE_MAX = { characters: 150_000, rows: 5_000 } as const;

export interface TableRow {
  /** From 1, with the heading, as spreadsheets count. */
  row: number;
  cells: string[];
}

type Table = { ok: true; rows: TableRow[] } | { ok: false; message: string };

/**
 * Reads a table as text: CSV, or cells copied from a spreadsheet.
 * @returns rows with anything in them; else a sentence
 */
export function tableRows(text: string): Table {
  if (text.length > TABLE_MAX.characters)
    return refused(
      `The table is longer than ${TABLE_MAX.characters.toLocaleString("en-IN")} characters. Split it.`,
    );
  const plain = text.replace(/^\u{FEFF}/u, "").replace(/^sep=.\r?\n/i, "");
  let records: string[][];
  try {
    records = parse(plain, {
      delimiter: separatorOf(plain),
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refused("A quotation mark is opened and never closed, or stands in the middle of a cell.");
  }
  const rows = records
    .map((cells, at) => ({ row: at + 1, cells: cells.map(trimmed) }))
    .filter(({ cells }) => cells.some(Boolean));
  if (rows.length === 0) return refused("Choose a file, or paste a table.");
  if (rows.length > TABLE_MAX.rows)
    return refused(`The table has more than ${TABLE_MAX.rows.toLocaleString("en-IN")} rows.`);
  return { ok: true, rows };
}

const refused = (message: string) => ({ ok: false, message }) as const;

/** Without the apostrophe that exports put before what a spreadsheet would calculate. */
const trimmed = (cell: string) => cell.replace(/^'(?=[=+\-@＝＋－＠])/u, "").trim();

/** The sign that stands most often in the first line with anything in it. */
function separatorOf(text: string): string {
  const line = text.split(/\r\n?|\n/).find((one) => one.trim()) ?? "";
  const count = (sign: string) => line.split(sign).length;
  return ["\t", ";", ","].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ",");
}

/** A file's text: UTF-8 or UTF-16 with its mark, else as Excel in India writes plain CSV. */
export function textOfFile(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
