/** The results of payment news, and their messages to the shopper. */

import type { PaymentWay } from "../delivery/plan";
import type { AutomaticRefund } from "../orders/money/refunds";

/** The four sources of news about a payment. */
export type PaymentSource = "window" | "callback" | "webhook" | "reconciler";

/** 'Payment failed: {description or message or Unknown error}' (docs/specification.md §8). */
export function paymentFailedMessage(description?: string | null): string {
  return `Payment failed: ${description?.trim() || "Unknown error"}`;
}

export const PAYMENT_CANCELLED = "Payment cancelled";
export const PAYMENT_SUCCESSFUL = "Payment successful! Your order has been placed.";

/** The customer's unpaid order, as the checkout shows it. */
export interface UnpaidOrder {
  id: number;
  /** Paise. */
  total: number;
  /** Part of it that is paid when the parcel arrives. */
  dueAtDoor: number;
  methodId: number | null;
  payment: PaymentWay;
  /** ISO 8601: the deadline for the payment. */
  payBy: string;
  /** Why the last attempt to pay failed; null when none has failed. */
  problem: string | null;
  lines: { bookId: number; title: string; quantity: number }[];
}

/** Whether an unpaid order is for these books and this sum, sent and paid in this way: placing it again would be the same order. */
export function isSameOrder(
  { lines, total, methodId, payment, dueAtDoor }: Omit<UnpaidOrder, "id" | "payBy" | "problem">,
  cart: {
    lines: readonly { bookId: number; quantity: number }[];
    totals: { total: number };
    delivery: { methodId: number | null; payment: PaymentWay; dueAtDoor: number };
  },
): boolean {
  return (
    total === cart.totals.total &&
    methodId === cart.delivery.methodId &&
    payment === cart.delivery.payment &&
    dueAtDoor === cart.delivery.dueAtDoor &&
    lines.length === cart.lines.length &&
    lines.every(({ bookId, quantity }) =>
      cart.lines.some((line) => line.bookId === bookId && line.quantity === quantity),
    )
  );
}

/** The result of applying news of a payment. */
export type PaymentOutcome =
  | { outcome: "paid"; orderId: number }
  /** Not new, or older than the stored state. `isPaid`: this payment has paid the order. */
  | { outcome: "known"; orderId: number; isPaid: boolean }
  /** Created, failed or authorised: recorded; the order is still unpaid. */
  | { outcome: "recorded"; orderId: number }
  /** The payment is refunded: the order was paid already, or can no longer be fulfilled. */
  | { outcome: "refunding"; orderId: number; reason: AutomaticRefund }
  | {
      outcome: "refused";
      orderId: number | null;
      reason: "unknown_order" | "wrong_amount" | "wrong_currency" | "other_order";
    };

/** The answer to a browser that returns from the gateway. `message` can be shown. */
export type BrowserOutcome =
  | { ok: true; orderId: number }
  | {
      ok: false;
      orderId: number | null;
      reason: "unknown_order" | "bad_signature" | "unconfirmed" | "failed" | "refunding" | "refused";
      message: string;
    };
