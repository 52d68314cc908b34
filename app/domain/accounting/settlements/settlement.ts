import { formatDate } from "~/domain/kit/dates";

/** Reports of what a payment service has paid to the shop's bank. Paise; plain dates. */

export const MOST_SETTLEMENT_ROWS = 40_000;
export const MOST_SETTLEMENT_BYTES = 16 * 1024 * 1024;
/** Of a report that is pasted, below the limit of a text beside a file. */
export const MOST_SETTLEMENT_TEXT = 60_000;

/** A payment or refund that is in no settlement this many days later is asked about. */
export const SETTLED_WITHIN_DAYS = 5;

/** How many differences of each kind are listed. */
export const MOST_DIFFERENCES = 200;

/** A row of a report. */
export interface SettlementRow {
  /** "payment", "refund", or what else the service calls it. */
  kind: string;
  /** The service's id of the payment, refund … */
  entity: string;
  amount: number;
  /** With the tax on it. */
  fee: number;
  tax: number;
  debit: number;
  credit: number;
}

/** What was paid out at once. */
export interface ReadSettlement {
  number: string;
  settledOn: string;
  utr: string;
  rows: SettlementRow[];
}

type Payout = Pick<ReadSettlement, "number" | "settledOn" | "utr">;

/** How two rows of one settlement differ in what it was paid out as: once, on one day, with one UTR; null: they do not. */
export function payoutDiffers(one: Payout, other: Payout): string | null {
  const [first, second] = [formatDate(one.settledOn), formatDate(other.settledOn)];
  if (first !== second) return `settlement ${one.number} was settled on ${first} and on ${second}`;
  // Some reports have no UTR.
  if (one.utr && other.utr && one.utr !== other.utr)
    return `settlement ${one.number} has the UTRs ${one.utr} and ${other.utr}`;
  return null;
}

/** What a row should be worth to the bank account: with a sign. */
export const expectedOf = ({ kind, amount, fee }: SettlementRow): number =>
  (kind === "refund" ? -amount : amount) - fee;

/** Whether a row's figures agree with each other; of other rows than payments and refunds nothing is known. */
export const addsUp = (row: SettlementRow): boolean =>
  (row.kind !== "payment" && row.kind !== "refund") || row.credit - row.debit === expectedOf(row);

/** The columns of a report: what they are, and what Razorpay's reports call them (letters and digits alone). */
export const SETTLEMENT_COLUMNS = {
  entity: { label: "Payment or refund", headings: ["entityid", "transactionid"] },
  kind: { label: "Type", headings: ["type", "transactionentity", "transactiontype"] },
  debit: { label: "Debit", headings: ["debit", "debitamount"] },
  credit: { label: "Credit", headings: ["credit", "creditamount"] },
  amount: { label: "Amount", headings: ["amount", "grossamount"] },
  fee: { label: "Fee", headings: ["fee", "feeinclusivetax", "feeexclusivetax", "fees"] },
  tax: { label: "Tax on the fee", headings: ["tax", "gst"] },
  settlement: { label: "Settlement", headings: ["settlementid"] },
  settledOn: { label: "Settled on", headings: ["settledat", "settledon", "settlementdate"] },
  utr: { label: "UTR", headings: ["settlementutr", "utr", "utrno"] },
} as const satisfies Record<string, { label: string; headings: readonly string[] }>;
export type SettlementColumn = keyof typeof SETTLEMENT_COLUMNS;

export const ALL_SETTLEMENT_COLUMNS = Object.keys(SETTLEMENT_COLUMNS) as SettlementColumn[];

/** Without these nothing can be matched. */
const NEEDED: readonly SettlementColumn[] = ["entity", "debit", "credit", "settlement", "settledOn"];

/** What staff say a report calls its columns; those left out are found by their usual headings. */
export type NamedColumns = Partial<Record<SettlementColumn, string>>;

const plainHeading = (cell: string) => cell.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Where each column is in a row of headings. */
export function findColumns(
  cells: readonly string[],
  named: NamedColumns,
): { at: Partial<Record<SettlementColumn, number>>; missing: SettlementColumn[] } {
  const headings = cells.map(plainHeading);
  const at: Partial<Record<SettlementColumn, number>> = {};
  for (const column of ALL_SETTLEMENT_COLUMNS) {
    const names = named[column] ? [plainHeading(named[column])] : SETTLEMENT_COLUMNS[column].headings;
    const found = names.find((name) => headings.includes(name));
    if (found !== undefined) at[column] = headings.indexOf(found);
  }
  const missing = ALL_SETTLEMENT_COLUMNS.filter(
    (column) => at[column] === undefined && (NEEDED.includes(column) || named[column]),
  );
  return { at, missing };
}

/** Something about a settlement that somebody has to look at. */
export interface Difference {
  what: string;
  todo: string;
  orderId: number | null;
  /** Of the report; null: the shop has it and no settlement does. */
  settlement: string | null;
  entity: string;
  amount: number;
}
