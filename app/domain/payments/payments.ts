/** Pure rules of payments: the forward-only order of a payment's states, and the words for a failure. */

/** Which of the four sources told of a payment. */
export type PaymentSource = "window" | "callback" | "webhook" | "reconciler";

/** A payment's states in the only direction they may move: 'failed' is never final, a bank can say yes late. */
const RANK = { created: 0, failed: 1, authorized: 2, captured: 3, refunded: 4 } as const;

export type PaymentStatus = keyof typeof RANK;

/** Whether news of a payment moves it on; the same or older news does not. */
export function movesPaymentOn(from: PaymentStatus | null, to: PaymentStatus): boolean {
  return from === null || RANK[to] > RANK[from];
}

const REFUND_RANK = { queued: 0, pending: 1, failed: 2, processed: 3 } as const;

export type RefundStatus = keyof typeof REFUND_RANK;

/** As `movesPaymentOn`, for refunds: processed is final, a failed one can still be told to have gone through. */
export function movesRefundOn(from: RefundStatus, to: RefundStatus): boolean {
  return REFUND_RANK[to] > REFUND_RANK[from];
}

/** Why money went back without anybody asking. Refunds for an order itself carry other reasons. */
export const AUTOMATIC_REFUNDS = ["second_payment", "unserviceable", "order_cancelled"] as const;
export type AutomaticRefund = (typeof AUTOMATIC_REFUNDS)[number];

export function isAutomaticRefund(reason: string): reason is AutomaticRefund {
  return (AUTOMATIC_REFUNDS as readonly string[]).includes(reason);
}

/** The least that a gateway refunds, in paise (Razorpay, api/refunds/create-normal: 100). */
export const SMALLEST_REFUND = 100;

/**
 * What of a payment no refund has claimed: a failed refund's money is still with the shop, one that waits or is under
 * way counts as gone. Paise.
 */
export function leftToRefund(paid: number, refunds: { amount: number; status: RefundStatus }[]): number {
  return refunds.reduce((left, refund) => (refund.status === "failed" ? left : left - refund.amount), paid);
}

/**
 * Whether a refund waits for staff: it failed, is not being tried again, and its money has not gone back otherwise.
 * @param refunds all of the same payment
 */
export function isRefundStuck(refund: TriedRefund, paid: number, refunds: TriedRefund[]): boolean {
  const earlier = refunds.find((other) => other.id === refund.retryOf);
  return (
    refund.status === "failed" &&
    refund.amount <= leftToRefund(paid, refunds) &&
    !refunds.some((other) => other.retryOf === refund.id) &&
    (earlier?.status ?? "failed") === "failed"
  );
}

export interface TriedRefund {
  id: number;
  /** Paise. */
  amount: number;
  status: RefundStatus;
  /** The failed one that it tries anew. */
  retryOf: number | null;
}

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
