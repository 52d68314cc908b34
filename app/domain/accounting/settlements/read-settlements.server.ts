import { formatCount } from "~/domain/kit/counts";
import { asciiDigits } from "~/domain/kit/digits";
import { indianDate } from "~/domain/kit/dates";
import { dayOf, paiseOf } from "~/domain/sales/at-the-door/read-remittance.server";
import {
  addsUp,
  findColumns,
  MOST_SETTLEMENT_ROWS,
  type NamedColumns,
  payoutDiffers,
  type ReadSettlement,
  SETTLEMENT_COLUMNS,
  type SettlementColumn,
  type SettlementRow,
} from "./settlement";

interface TableRow {
  /** In the file, from 1. */
  row: number;
  cells: readonly string[];
}

const HEADING_ROWS = 20;

type Read =
  | {
      ok: true;
      settlements: ReadSettlement[];
      /** Rows that no settlement has paid out yet. */
      waiting: number;
    }
  | { ok: false; message: string };

/**
 * Reads a settlement report of Razorpay: its columns are found by their headings. Amounts are in rupees.
 * @param named what the report calls columns that are not recognised
 * @returns its settlements in the order of the file; or why it cannot be read
 */
export function readSettlements(table: readonly TableRow[], named: NamedColumns = {}): Read {
  const refused = (message: string): Read => ({ ok: false, message });
  const rows = table.filter(({ cells }) => cells.some(Boolean));
  if (rows.length === 0) return refused("Choose a file, or paste a report");
  const tops = rows.slice(0, HEADING_ROWS).map(({ cells }) => findColumns(cells, named));
  const heading = tops.findIndex(({ missing }) => missing.length === 0);
  if (heading < 0) return refused(whatIsMissing(rows, tops));
  const body = rows.slice(heading + 1);
  if (body.length === 0) return refused("The report has no rows below its heading");
  if (body.length > MOST_SETTLEMENT_ROWS)
    return refused(`The report has more than ${formatCount(MOST_SETTLEMENT_ROWS)} rows: please split it`);

  const { at } = tops[heading]!;
  const currencyAt = rows[heading]!.cells.findIndex((text) => /^currency$/i.test(text.trim()));
  const settlements = new Map<string, ReadSettlement>();
  const seen = new Map<string, string>();
  let waiting = 0;
  for (const { row, cells } of body) {
    const cell = (column: SettlementColumn) =>
      asciiDigits(at[column] === undefined ? "" : (cells[at[column]] ?? ""))
        .replace(/\p{Cc}+/gu, " ")
        .trim();
    const [number, entity] = [cell("settlement"), cell("entity")];
    // Totals below the report.
    if (entity === "") continue;
    if (number === "") {
      waiting += 1;
      continue;
    }
    const settledOn = settledDay(cell("settledOn"));
    if (settledOn === null) return refused(`Row ${row}: “${cell("settledOn").slice(0, 30)}” is no day`);
    const utr = cell("utr");
    if ([number, entity, utr].some((text) => text.length > 60))
      return refused(`Row ${row}: an id has more than 60 characters`);
    const currency = currencyAt < 0 ? "" : (cells[currencyAt] ?? "").trim();
    if (!/^(?:INR)?$/i.test(currency))
      return refused(
        `Row ${row}: “${currency.slice(0, 30)}” is not INR. Take the rows in other currencies out, and book them by hand`,
      );
    const read = rowOf(cell, entity);
    if (typeof read === "string") return refused(`Row ${row}: ${read}`);
    const key = `${number} ${read.kind} ${entity}`;
    const figures = JSON.stringify(read);
    const before = seen.get(key);
    if (before === figures) continue;
    if (before !== undefined) return refused(`Row ${row}: ${entity} stands twice in settlement ${number}`);
    seen.set(key, figures);
    const settlement = settlements.get(number) ?? { number, settledOn, utr, rows: [] };
    const differs = payoutDiffers(settlement, { number, settledOn, utr });
    if (differs) return refused(`Row ${row}: ${differs}`);
    settlement.utr ||= utr;
    settlements.set(number, settlement);
    settlement.rows.push(read);
  }
  if (settlements.size === 0)
    return refused(
      waiting > 0 ? "None of its rows is in a settlement yet" : "The report has no rows below its heading",
    );
  return { ok: true, settlements: [...settlements.values()], waiting };
}

function whatIsMissing(rows: readonly TableRow[], tops: { missing: SettlementColumn[] }[]): string {
  const best = tops.reduce((least, { missing }, at) =>
    missing.length < tops[least]!.missing.length ? at : least, 0); // oxfmt-ignore
  const names = tops[best]!.missing.map((column) => SETTLEMENT_COLUMNS[column].label).join(", ");
  const there = rows[best]!.cells.filter(Boolean).slice(0, 30).join(", ").slice(0, 400);
  return `These columns were not found: ${names}. The report has: ${there}. Say below what it calls them`;
}

/** A row's kind and figures; a sentence: they cannot be read. */
function rowOf(cell: (column: SettlementColumn) => string, entity: string): SettlementRow | string {
  const money = {} as Record<"debit" | "credit" | "amount" | "fee" | "tax", number>;
  for (const column of ["debit", "credit", "amount", "fee", "tax"] as const) {
    const text = cell(column);
    const paise = text === "" || text === "-" ? 0 : paiseOf(text);
    if (paise === null) return `“${text.slice(0, 30)}” is no amount`;
    money[column] = paise;
  }
  const kind = kindOf(cell("kind"), entity);
  const { debit, credit, tax } = money;
  const amount = money.amount || (kind === "payment" ? credit + money.fee : Math.abs(credit - debit));
  const withTax = { kind, entity, amount, fee: money.fee, tax, debit, credit };
  // Some reports have the fee without its tax.
  const withoutTax = { ...withTax, fee: money.fee + tax };
  if (tax > money.fee) return withoutTax;
  return addsUp(withTax) || !addsUp(withoutTax) ? withTax : withoutTax;
}

function kindOf(text: string, entity: string): string {
  const kind = text.toLowerCase().slice(0, 40);
  if (kind !== "") return kind;
  return entity.startsWith("pay_") ? "payment" : entity.startsWith("rfnd_") ? "refund" : "other";
}

/** A date as lists have it, or seconds since 1970. */
const settledDay = (text: string): string | null =>
  /^\d{10}$/.test(text) ? indianDate(new Date(Number(text) * 1000)) : dayOf(text);
