import { CsvError, parse } from "csv-parse/sync";
import { formatCount } from "~/domain/kit/counts";
import { asciiDigits } from "~/domain/kit/digits";
import { isPlainDate } from "~/domain/kit/dates";
import { textOfFile } from "../delivery/files/table-text.server";
import { headOf, likelyHeading, namedColumns } from "../list-headings";
import { REFERENCE_MAX } from "./door.schema";
import {
  MOST_REMITTANCE_ROWS,
  type RemittanceColumn,
  type RemittanceHeadings,
  type RemittanceLine,
} from "./remittance";

/** What the columns of carriers' lists are called: letters and digits alone, the likeliest first. */
const HEADINGS = {
  order: ["orderno", "ordernumber", "orderid", "order", "customerreference", "customerref", "referenceno", "refno", "reference"], // oxfmt-ignore
  tracking: ["awb", "awbno", "awbnumber", "trackingnumber", "trackingno", "trackingid", "waybill", "waybillno", "consignmentno", "consignmentnumber", "articleno", "articlenumber", "docketno"], // oxfmt-ignore
  amount: [
    "remittedamount",
    "codamount",
    "codvalue",
    "amountcollected",
    "collectedamount",
    "amount",
    "value",
    "cod",
  ],
  utr: ["utr", "utrno", "utrnumber", "transactionid", "transactionno", "bankreference", "remittanceid", "remittanceno"], // oxfmt-ignore
  date: ["remittancedate", "remittedon", "transferdate", "paymentdate", "transactiondate", "date"],
} as const satisfies Record<RemittanceColumn, readonly string[]>;
type Column = RemittanceColumn;

export type ReadRemittance =
  | { ok: true; lines: RemittanceLine[] }
  /** `headings`: what seems to be the list's heading, when none of its columns is known. */
  | { ok: false; message: string; headings?: string[] };

/**
 * Reads a carrier's list as CSV: its columns are found by their headings.
 * @param named how staff say that columns are called, several names with commas between; the usual names count too
 * @returns its rows, without empty ones; or why it cannot be read
 */
export function readRemittance(bytes: Uint8Array, named: RemittanceHeadings = {}): ReadRemittance {
  const text = textOfFile(bytes);
  if (text.includes("\0")) return { ok: false, message: "This is not a CSV file: save the list as CSV" };
  const tables = SEPARATORS.map((separator) => tableOf(text, separator)).filter((table) => table !== null);
  if (tables.length === 0)
    return { ok: false, message: "A quotation mark is opened and never closed: save the list as CSV again" };
  const isHeading = (row: readonly string[]) => {
    const found = namedColumns(row, HEADINGS, named);
    return found.amount !== undefined && (found.order !== undefined || found.tracking !== undefined);
  };
  // The sign that parts the heading parts all rows: of the others any may stand in an amount.
  const rows = tables.find((table) => headOf(table).some(isHeading)) ?? widest(tables);
  const heading = headOf(rows).findIndex(isHeading);
  if (heading < 0)
    return {
      ok: false,
      message:
        "The list needs a heading with the columns Order No or AWB, and Amount (and, if you like, UTR and Date)",
      headings: likelyHeading(rows),
    };
  const columns = namedColumns(rows[heading]!, HEADINGS, named);
  const lines = rows
    .slice(heading + 1)
    .map((row, at) => lineOf(row, columns, heading + at + 2))
    .filter((line) => line !== null);
  if (lines.length === 0) return { ok: false, message: "The list has no rows below its heading" };
  if (lines.length > MOST_REMITTANCE_ROWS)
    return {
      ok: false,
      message: `The list has ${formatCount(lines.length)} rows, and may have ${formatCount(MOST_REMITTANCE_ROWS)}: please split it`,
    };
  return { ok: true, lines };
}

const SEPARATORS = [",", ";", "\t"] as const;

/** @returns null: a quotation mark is never closed */
function tableOf(text: string, separator: string): string[][] | null {
  try {
    return parse(text, {
      delimiter: separator,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      bom: true,
      trim: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return null;
  }
}

/** The table whose first rows have most cells. */
const widest = (tables: readonly string[][][]): string[][] => {
  const cells = (table: string[][]) => headOf(table).reduce((sum, row) => sum + row.length, 0);
  return tables.reduce((most, table) => (cells(table) > cells(most) ? table : most));
};

function lineOf(
  row: readonly string[],
  columns: Partial<Record<Column, number>>,
  at: number,
): RemittanceLine | null {
  const cell = (column: Column) =>
    asciiDigits(columns[column] === undefined ? "" : (row[columns[column]] ?? ""))
      .replace(/\p{Cc}+/gu, " ")
      .trim();
  const [order, tracking, amount] = [cell("order"), cell("tracking"), cell("amount")];
  // Empty rows, and the total below the list.
  if (order === "" && tracking === "") return null;
  const number = /^#?\s*(\d{1,9})$/.exec(order)?.[1];
  return {
    row: at,
    orderId: number === undefined ? null : Number(number),
    trackingNo: tracking.slice(0, 40),
    amount: paiseOf(amount),
    reference: cell("utr").slice(0, REFERENCE_MAX),
    receivedOn: dayOf(cell("date")),
  };
}

/** "₹1,234.50", "Rs. 450/-" and "99,50" as paise; null: it is no amount, or not sure which. */
export function paiseOf(text: string): number | null {
  const plain = text
    .replace(/^(?:₹|rs\.?|inr)\s*/i, "")
    .replace(/\/-$/, "")
    .replace(/\s/g, "")
    // A single comma before one or two digits is no group.
    .replace(/^(\d+),(\d{1,2})$/, "$1.$2");
  const isGrouped = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/.test(plain);
  const bare = isGrouped ? plain.replaceAll(",", "") : plain;
  return /^\d{1,9}(?:\.\d{1,2}0*)?$/.test(bare) ? Math.round(Number(bare) * 100) : null;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** "2026-11-28", "28/11/2026", "28-Nov-26", with or without a time. */
export function dayOf(text: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})\b/.exec(text);
  const indian = /^(\d{1,2})[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ](\d{4}|\d{2})\b/.exec(text);
  let day: string | null = null;
  if (iso) day = `${iso[1]}-${iso[2]}-${iso[3]}`;
  else if (indian) {
    const [, date, month, year] = indian as unknown as [string, string, string, string];
    const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
    const number = /^\d+$/.test(month) ? Number(month) : named;
    const pad = (value: number | string) => String(value).padStart(2, "0");
    day = `${year.length === 2 ? `20${year}` : year}-${pad(number)}-${pad(date)}`;
  }
  return day !== null && isPlainDate(day) ? day : null;
}
