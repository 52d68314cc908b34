/** Rules of the money that goes back for an order. Browser-safe. */

import type { RefundStatus } from "../gateways/payment-states";

/** Why money went back without anybody asking. Refunds for an order itself carry other reasons. */
export const AUTOMATIC_REFUNDS = ["second_payment", "unserviceable", "order_cancelled"] as const;
export type AutomaticRefund = (typeof AUTOMATIC_REFUNDS)[number];

export function isAutomaticRefund(reason: string): reason is AutomaticRefund {
  return (AUTOMATIC_REFUNDS as readonly string[]).includes(reason);
}

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
