/** What becomes of news of a payment, and what a shopper reads of it. */

import type { AutomaticRefund } from "../orders/refunds";

/** Which of the four sources told of a payment. */
export type PaymentSource = "window" | "callback" | "webhook" | "reconciler";

/** 'Payment failed: {description or message or Unknown error}' (docs/specification.md §8.4). */
export function paymentFailedMessage(description?: string | null): string {
  return `Payment failed: ${description?.trim() || "Unknown error"}`;
}

export const PAYMENT_CANCELLED = "Payment cancelled";
export const PAYMENT_SUCCESSFUL = "Payment successful! Your order has been placed.";

/** The customer's order that waits for payment, as the checkout shows it. */
export interface UnpaidOrder {
  id: number;
  /** Paise. */
  total: number;
  /** ISO 8601: until when it can be paid. */
  payBy: string;
  /** Why the last try to pay it came to nothing; null when none did yet. */
  problem: string | null;
}

/** What became of news of a payment. */
export type PaymentOutcome =
  | { outcome: "paid"; orderId: number }
  /** Nothing new: told before, or older than what is known. `isPaid`: the order stands paid by this payment. */
  | { outcome: "known"; orderId: number; isPaid: boolean }
  /** Created, failed or authorised: recorded, and the order still waits. */
  | { outcome: "recorded"; orderId: number }
  /** The money goes back: the order was paid already, or can no longer be served. */
  | { outcome: "refunding"; orderId: number; reason: AutomaticRefund }
  | {
      outcome: "refused";
      orderId: number | null;
      reason: "unknown_order" | "wrong_amount" | "wrong_currency" | "other_order";
    };

/** The answer to a browser that comes back from the gateway. `message` is fit to show. */
export type BrowserOutcome =
  | { ok: true; orderId: number }
  | {
      ok: false;
      orderId: number | null;
      reason: "unknown_order" | "bad_signature" | "unconfirmed" | "failed" | "refunding" | "refused";
      message: string;
    };
