/** The states of payments and refunds at the gateway; they only move forward. Browser-safe. */

/** A payment's state may only move to a higher rank. 'failed' is not final, because a bank may approve it later. */
const RANK = { created: 0, failed: 1, authorized: 2, captured: 3, refunded: 4 } as const;

export type PaymentStatus = keyof typeof RANK;

/** Whether a reported state is later than the stored one. */
export function advancesPayment(from: PaymentStatus | null, to: PaymentStatus): boolean {
  return from === null || RANK[to] > RANK[from];
}

/** Whether the shop has, or had, the money. */
export const isTaken = (status: PaymentStatus): boolean => RANK[status] >= RANK.captured;

const REFUND_RANK = { queued: 0, pending: 1, failed: 2, processed: 3 } as const;

export type RefundStatus = keyof typeof REFUND_RANK;

/** The same for refunds: 'processed' is final, but a failed refund may be reported as processed later. */
export function advancesRefund(from: RefundStatus, to: RefundStatus): boolean {
  return REFUND_RANK[to] > REFUND_RANK[from];
}

/** The least that a gateway refunds, in paise (Razorpay, api/refunds/create-normal: 100). */
export const SMALLEST_REFUND = 100;
