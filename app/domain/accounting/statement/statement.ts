/** Pure rules of a statement of account. Money in paise, days as plain dates. Browser-safe. */
import { type Credit, daysLate, type OpenInvoice } from "~/domain/sales/trade/on-account";

/** Before the number of the document, or the way of the money. */
export const ENTRY_KINDS = {
  invoice: "Invoice",
  note: "Credit or refund note",
  payment: "Payment:",
  refund: "Paid back:",
} as const;
export type EntryKind = keyof typeof ENTRY_KINDS;

/** One thing that changed what a customer owes. */
export interface StatementEntry {
  day: string;
  kind: EntryKind;
  /** Of the document; of a payment or refund the way, e.g. "Bank transfer". */
  number: string;
  /** The buyer's own, or that of the payment; empty: none. */
  reference: string;
  /** null: a payment for several orders. */
  orderId: number | null;
  /** What the customer owes more by it. */
  debit: number;
  /** What the customer owes less by it. */
  credit: number;
}

export interface StatementRow extends StatementEntry {
  /** What the customer owed after it; below 0: the shop owes it to the customer. */
  balance: number;
}

export interface Statement {
  /** What was owed before the first day. */
  opening: number;
  rows: StatementRow[];
  debits: number;
  credits: number;
  /** What was owed after the last day. */
  closing: number;
}

/** A statement of what was owed before, and of what changed it since. @param entries by day */
export function statementOf(opening: number, entries: readonly StatementEntry[]): Statement {
  let balance = opening;
  const rows = entries.map((entry) => ({ ...entry, balance: (balance += entry.debit - entry.credit) }));
  const sumOf = (side: "debit" | "credit") => entries.reduce((sum, entry) => sum + entry[side], 0);
  return { opening, rows, debits: sumOf("debit"), credits: sumOf("credit"), closing: balance };
}

/** A customer's account: what happened in a period, and how it stands now. */
export interface AccountStatement {
  statement: Statement;
  credit: Credit;
  /** What is open, the oldest first. */
  invoices: OpenInvoice[];
  /** What is open by how late it is: a sum for each of `AGES`. */
  ages: number[];
}

/** What is open today, by how long it is late. */
export const AGES = [
  { label: "Not due yet", most: 0 },
  { label: "1 to 30 days late", most: 30 },
  { label: "31 to 60 days late", most: 60 },
  { label: "61 to 90 days late", most: 90 },
  { label: "More than 90 days late", most: Number.POSITIVE_INFINITY },
] as const;

/** @returns a sum for each of `AGES`, in their order */
export function openByAge(invoices: readonly Pick<OpenInvoice, "dueOn" | "open">[], today: string): number[] {
  const sums = AGES.map(() => 0);
  for (const { dueOn, open } of invoices) {
    const days = daysLate(dueOn, today);
    sums[AGES.findIndex(({ most }) => days <= most)]! += open;
  }
  return sums;
}
