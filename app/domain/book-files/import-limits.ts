import { formatCount } from "~/domain/kit/counts";

/** What a file may hold. Sizes in bytes, lengths in characters. */
export const IMPORT_MAX = {
  /** Of the file as uploaded. */
  bytes: 256 * 1024 * 1024,
  /** Of all parts of a workbook that are read, unpacked. */
  unpackedBytes: 600 * 1024 * 1024,
  /** Files in a ZIP. */
  entries: 2000,
  /** What a ZIP says about its files: their names, comments and the like. All of it is held in memory. */
  directoryBytes: 16 * 1024 * 1024,
  /** Books; of a table, rows that are not empty. */
  rows: 200_000,
  columns: 500,
  /** A longer one matters only in a column that is imported. */
  cell: 50_000,
  /** All cells of a row; all texts of an ONIX product. */
  row: 1_000_000,
} as const;

/** A file that cannot be read, or not to its end. The message is a sentence for the person who uploaded it. */
export class UnreadableFile extends Error {}

export const DISK_FULL = "The shop could not write to its disk. Perhaps it is full.";

export const OUT_OF_MEMORY =
  "The shop had too little memory for this step. Split the file into smaller ones.";

export const TOO_LARGE = `The file is larger than ${IMPORT_MAX.bytes / 1024 / 1024} MB. Split it and import the parts one after the other.`;

export const TOO_MANY_ROWS = `The file has more than ${formatCount(IMPORT_MAX.rows)} rows. Split it and import the parts one after the other.`;

/** Why a file is refused. @param row from 1, as spreadsheets count */
export const tooManyColumns = (row: number, columns: number) =>
  `Row ${row} has ${formatCount(columns)} columns; at most ${IMPORT_MAX.columns} can be read.`;

export const CELL_TOO_LONG = `The text is longer than ${formatCount(IMPORT_MAX.cell)} characters`;

/** Why a file is refused. @param row from 1, as spreadsheets count */
export const rowTooLong = (row: number) =>
  `Row ${row} is longer than ${formatCount(IMPORT_MAX.row)} characters. Perhaps a quotation mark is not closed.`;
