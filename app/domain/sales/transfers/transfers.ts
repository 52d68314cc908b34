/** What a customer needs to pay an order by transfer to the shop. Browser-safe. */

import type { TransferDetails } from "~/domain/shop/settings/transfer";
import { formatDateTime } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { isTaken } from "../gateways/payment-states";
import type { OrderDetail } from "../orders/order-detail";

/** An order that waits for a transfer. Paise; an ISO time. */
export interface ToTransfer {
  id: number;
  /** What is still open. */
  amount: number;
  payBy: string;
}

/** How an order is paid by transfer, as its page shows it. */
export interface WaitingTransfer {
  /** Empty when the shop no longer says where the money goes. */
  rows: [string, string][];
  /** Paise that came so far. */
  received: number;
  /** The link for a UPI app and the code with it; null: the shop has no UPI id. */
  upi: { link: string; qr: { size: number; path: string } } | null;
  payBy: string;
}

const DAY_MS = 24 * 3_600_000;

/** Until when an order placed now has to be paid, as `orders.pay_by`. @returns an ISO time */
export const transferDeadline = ({ days }: Pick<TransferDetails, "days">, now: Date): string =>
  new Date(now.getTime() + days * DAY_MS).toISOString();

/** What the customer writes beside the payment, so that the shop finds the order. */
export const transferReference = (orderId: number): string => `Order ${orderId}`;

/** The URL of the order's proforma invoice, for its customer. */
export const proformaPath = (orderId: number): string => `/orders/${orderId}/proforma`;

/** The name of a proforma invoice as an attachment in the queue of mails. */
export const proformaAttachment = (orderId: number): string => `proforma:${orderId}`;

/** What is still to be transferred for an order. */
export function toTransfer(order: OrderDetail): ToTransfer & { received: number } {
  const taken = order.payments.filter(({ misfit, status }) => misfit === null && isTaken(status));
  const received = taken.reduce((sum, { amount }) => sum + amount, 0);
  return { id: order.id, amount: Math.max(0, order.totals.total - received), payBy: order.payBy, received };
}

/**
 * What a UPI app opens, by a link or a scanned code: payee, amount and, where there is one, order are filled in (NPCI, UPI linking specification).
 */
export function upiLink(
  upi: string,
  name: string,
  { id, amount }: Partial<Pick<ToTransfer, "id">> & Pick<ToTransfer, "amount">,
): string {
  const about = id === undefined ? {} : { tn: transferReference(id) };
  const fields = { pa: upi, pn: name, am: (amount / 100).toFixed(2), cu: "INR", ...about };
  const query = Object.entries(fields).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  // Apps read the @ of the id as it is.
  return `upi://pay?${query.join("&").replace("%40", "@")}`;
}

/** All that is needed for the payment, line by line, as page, mail and proforma show it. */
export const transferRows = (order: ToTransfer, details: TransferDetails): [string, string][] => [
  ["Amount", formatRupees(order.amount)],
  ["Reference", transferReference(order.id)],
  ...payeeRows(details),
  ["Pay by", formatDateTime(order.payBy)],
];

/** Where the money goes, line by line. */
export const payeeRows = ({ name, bank, upi }: TransferDetails): [string, string][] => [
  ["Account holder", name],
  ...(bank
    ? ([
        ["Account number", bank.account],
        ["IFSC", bank.ifsc],
      ] satisfies [string, string][])
    : []),
  ...(upi ? [["UPI id", upi] satisfies [string, string]] : []),
];
