/** Pure rules of an order's refunds. Browser-safe. */

import type { RefundStatus } from "../../gateways/payment-states";

/** The reasons of automatic refunds, of payments that the order does not need. Refunds of the order have others. */
export const AUTOMATIC_REFUNDS = [
  "second_payment",
  "wrong_amount",
  "unserviceable",
  "order_cancelled",
] as const;
export type AutomaticRefund = (typeof AUTOMATIC_REFUNDS)[number];

/** Whether the shop itself queued the refund, not staff. */
export function isAutomaticRefund(reason: string): reason is AutomaticRefund {
  return (AUTOMATIC_REFUNDS as readonly string[]).includes(reason);
}

/** Whether a refund is of the money that paid the order, not of another payment beside it. */
export const isOfTheOrder = ({ reason }: { reason: string }): boolean =>
  reason !== "second_payment" && reason !== "wrong_amount";

/**
 * The part of a payment without a refund. Failed refunds do not count, since the shop still has their money; refunds
 * that are queued or pending count. Paise.
 */
export function leftToRefund(paid: number, refunds: { amount: number; status: RefundStatus }[]): number {
  return refunds.reduce((left, refund) => (refund.status === "failed" ? left : left - refund.amount), paid);
}

/**
 * Whether staff have to try a refund again: it failed, has not been repeated, and its money was not refunded otherwise.
 * @param refunds all refunds of the payment
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

/**
 * The refunds of an order that its page and its documents name: a failed one only while its money is still owed; else a later
 * refund replaces it.
 * @param refunds all of the order, with what their payments have paid in paise
 */
export const listedRefunds = <Reason>(
  refunds: readonly (TriedRefund & { paymentId: number; paid: number; reason: Reason; updatedAt: string })[],
) =>
  refunds
    .filter((refund) => {
      const ofPayment = refunds.filter((other) => other.paymentId === refund.paymentId);
      return refund.status !== "failed" || isRefundStuck(refund, refund.paid, ofPayment);
    })
    .map(({ amount, reason, status, updatedAt }) => ({ amount, reason, status, updatedAt }));

export interface TriedRefund {
  id: number;
  /** Paise. */
  amount: number;
  status: RefundStatus;
  /** The failed refund that it repeats. */
  retryOf: number | null;
}
