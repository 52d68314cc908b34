import { setImmediate } from "node:timers/promises";
import { type CastingContext, stringify } from "csv-stringify/sync";
import type { Db } from "~/db/database.server";
import { indianDate, indianTime } from "~/domain/kit/dates";
import { daySerial, MOST_SHEET_ROWS, type SheetCell, xlsxStream } from "~/platform/xlsx-stream.server";
import { showsTax } from "../month-sums.server";
import type { Period } from "../period";
import type { FileFormat } from "./exports";

/**
 * What a column holds. "money": integer paise, written as rupees with two decimals; "percent": hundredths of a per cent;
 * "day": a plain date; "time": ISO 8601, written as the clock in India shows it.
 */
export type ColumnKind = "text" | "number" | "money" | "percent" | "day" | "time";

export interface ListColumn<Row> {
  heading: string;
  kind: ColumnKind;
  /** In characters, in a spreadsheet. */
  width?: number;
  /** Of GST: left out where no figure of tax is shown (`showsTax`). */
  isOfTax?: true;
  of: (row: Row) => string | number | null;
}

/** One list of the accountant: the one declaration of its columns and its rows. */
export interface ListOfRows<Row> {
  columns: readonly ListColumn<Row>[];
  /** All rows of a period, in portions of bounded size. */
  portions: (db: Db, period: Period) => AsyncIterable<Row[]>;
  /** How many there are. */
  count: (db: Db, period: Period) => Promise<number>;
}

/** A list with its rows hidden: what a file is made of. */
export interface ExportedList {
  /** Why there is no file in this format; null: there is one. */
  tooLong: (db: Db, period: Period, format: FileFormat) => Promise<string | null>;
  file: (db: Db, period: Period, format: FileFormat) => AsyncIterable<string | Uint8Array>;
}

/** Tells spreadsheets that it is UTF-8. */
const BYTE_ORDER_MARK = "\u{FEFF}";

/** Declares a list; its files are made while they are read, in constant memory, and others get their turn between portions. */
export function exportedList<Row>(title: string, list: ListOfRows<Row>): ExportedList {
  const columnsOf = async (db: Db, period: Period) => {
    const hasTax = await showsTax(db, period);
    return list.columns.filter(({ isOfTax }) => hasTax || !isOfTax);
  };
  async function* cells<Cell>(
    db: Db,
    period: Period,
    columns: readonly ListColumn<Row>[],
    cell: (kind: ColumnKind, value: Value) => Cell,
  ) {
    for await (const rows of list.portions(db, period)) {
      yield rows.map((row) => columns.map(({ kind, of }) => cell(kind, of(row))));
      await setImmediate();
    }
  }
  async function* csv(db: Db, period: Period) {
    const columns = await columnsOf(db, period);
    // They stay numbers until they are written, since of a text that begins with a minus a formula is feared.
    const cast = {
      number: (value: number, { column }: CastingContext) => csvNumber(columns[Number(column)]!.kind, value),
    };
    yield BYTE_ORDER_MARK + stringify([columns.map(({ heading }) => heading)]);
    for await (const rows of cells(db, period, columns, csvCell))
      yield stringify(rows, { escape_formulas: true, cast });
  }
  async function* xlsx(db: Db, period: Period) {
    const columns = await columnsOf(db, period);
    yield* xlsxStream([
      {
        name: title,
        columns: columns.map(({ heading, kind, width }) => ({ heading, width, style: SHEET_STYLES[kind] })),
        rows: cells(db, period, columns, sheetCell),
      },
    ]);
  }
  return {
    async tooLong(db, period, format) {
      if (format !== "xlsx") return null;
      return tooManyRows(await list.count(db, period));
    },
    file: (db, period, format) => (format === "csv" ? csv(db, period) : xlsx(db, period)),
  };
}

/** Why a workbook cannot hold a list; null: it can. */
export const tooManyRows = (count: number): string | null =>
  count > MOST_SHEET_ROWS
    ? "An Excel file holds 10,48,575 rows, and there are more. Please ask for fewer days, or for CSV"
    : null;

type Value = string | number | null;

const csvCell = (kind: ColumnKind, value: Value): Value =>
  kind === "time" && typeof value === "string" && value !== "" ? indianMoment(value) : value;

const csvNumber = (kind: ColumnKind, value: number): string =>
  kind === "money" || kind === "percent" ? (value / 100).toFixed(2) : String(value);

const indianMoment = (iso: string) => {
  const time = new Date(iso);
  return `${indianDate(time)} ${indianTime(time)}`;
};

const SHEET_STYLES = {
  text: "text",
  number: "general",
  money: "money",
  percent: "money",
  day: "day",
  time: "time",
} as const;

function sheetCell(kind: ColumnKind, value: Value): SheetCell {
  if (value === null || value === "") return null;
  if (typeof value === "number") return kind === "money" || kind === "percent" ? value / 100 : value;
  if (kind === "day") return daySerial(Date.parse(value));
  // To the minute, as it is shown.
  if (kind === "time") return daySerial(Date.parse(`${indianMoment(value).replace(" ", "T")}Z`));
  return value;
}

/** The rows that a statement reads at once. */
export const PORTION = 1000;

/** Where a portion ended: the day or moment by which a list is sorted, and the row's id. */
export interface After {
  at: string;
  id: number;
}

/**
 * All rows of a list in portions, each read after the last row of the one before.
 * @param from the first day or moment @param read at most `size` rows behind a place, sorted by `at` and `id`
 */
export async function* inPortions<Row extends After>(
  from: string,
  read: (after: After) => Promise<Row[]>,
  size = PORTION,
): AsyncGenerator<Row[]> {
  let after: After = { at: from, id: 0 };
  for (;;) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < size) return;
    after = { at: last.at, id: last.id };
  }
}
