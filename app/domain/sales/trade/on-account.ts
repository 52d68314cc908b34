/** Pure rules of buying on account. Money in paise, days as plain dates. Browser-safe. */

import { formatRupees } from "~/domain/kit/money";

export const ACCOUNT_WAYS = ["transfer", "upi", "cheque", "cash"] as const;
export type AccountWay = (typeof ACCOUNT_WAYS)[number];
export const ACCOUNT_WAY_LABELS: Record<AccountWay, string> = {
  transfer: "Bank transfer",
  upi: "UPI",
  cheque: "Cheque",
  cash: "Cash",
};

/** An order on account of which something is still to be paid. */
export interface OpenInvoice {
  orderId: number;
  invoiceNo: string;
  placedAt: string;
  /** The buyer's own; empty: none. */
  reference: string;
  dueOn: string;
  total: number;
  /** By how much staff have lowered it. */
  credited: number;
  received: number;
  open: number;
}

/** What of an order on account is open; 0 for one that is over. */
export const openOf = (order: { state: string; total: number; credited: number; received: number }): number =>
  order.state === "cancelled" || order.state === "refunded"
    ? 0
    : Math.max(0, order.total - order.credited - order.received);

/** What came for an order, less what changes of it gave back: the total is less by that, too. */
export function receivedOf({
  payments,
  refunds,
}: {
  payments: readonly { status: string; amount: number }[];
  refunds: readonly { status: string; reason: string; amount: number }[];
}): number {
  const sum = (of: readonly { amount: number }[]) => of.reduce((total, { amount }) => total + amount, 0);
  return (
    sum(payments.filter(({ status }) => status === "captured" || status === "refunded")) -
    sum(refunds.filter(({ status, reason }) => reason === "changed" && status !== "failed"))
  );
}

/** A payment on account, as staff see it. */
export interface AccountReceipt {
  id: number;
  way: AccountWay;
  amount: number;
  reference: string;
  receivedOn: string;
  /** Why it counts no more; null: it counts. */
  takenBack: string | null;
  parts: { orderId: number; amount: number }[];
}

/** A customer with something open. */
export interface Receivable {
  accountId: number;
  name: string;
  open: number;
  /** Part of what is open that was due before today. */
  late: number;
  invoices: number;
  oldestDueOn: string;
}

/** @returns e.g. "12 days late" */
export const lateWords = (days: number): string => (days === 1 ? "1 day late" : `${days} days late`);

/** Days since an invoice was due; 0: it is not. @param today the date in India */
export function daysLate(dueOn: string, today: string): number {
  return Math.max(0, Math.round((Date.parse(today) - Date.parse(dueOn)) / 86_400_000));
}

/**
 * Which orders a payment is for: the first of these, each up to what is open of it.
 * @param amount at most the sum of what is open @param open the oldest first
 */
export function allocatePayment(
  amount: number,
  open: readonly Pick<OpenInvoice, "orderId" | "open">[],
): { orderId: number; amount: number }[] {
  let left = amount;
  return open.flatMap(({ orderId, open: most }) => {
    const part = Math.min(left, most);
    left -= part;
    return part > 0 ? [{ orderId, amount: part }] : [];
  });
}

/** What a customer may owe, and does. */
export interface Credit {
  limit: number;
  days: number;
  /** The sum of what is open. */
  open: number;
}

/** Why an order cannot be on account, as a sentence to the customer; null: it can. */
export function whyNotOnAccount({ limit, open }: Credit, total: number): string | null {
  if (limit === 0) return "You cannot buy on account.";
  if (open + total <= limit) return null;
  const owed = open > 0 ? `, and ${formatRupees(open)} is open` : "";
  return `Your limit on account is ${formatRupees(limit)}${owed}: this order is too much. Please choose another way of paying, or pay what is open first.`;
}

/** The same to staff, who may pass it. @param total of a change what it adds */
export function limitPassed(
  { limit, open }: Credit,
  total: number,
  what: "order" | "change" = "order",
): string | null {
  if (open + total <= limit) return null;
  const has = limit === 0 ? "buys nothing on account" : `may owe ${formatRupees(limit)}`;
  return `The customer ${has}; with this ${what} ${formatRupees(open + total)} would be open. Write a reason to pass the limit`;
}
