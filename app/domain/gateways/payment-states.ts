/** The states of payments and refunds as gateways tell them: each moves forward only. Browser-safe. */

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

/** The least that a gateway refunds, in paise (Razorpay, api/refunds/create-normal: 100). */
export const SMALLEST_REFUND = 100;
