/** Payments that cannot pay their order, since amount or currency are others. Browser-safe. */

/** What of a payment is not the order's. */
export type Misfit = "amount" | "currency";

interface Money {
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
}

/** What of a payment is not the order's. @returns null when it can pay the order */
export function misfitOf(payment: Money, order: { total: number; currency: string }): Misfit | null {
  if (payment.currency !== order.currency) return "currency";
  return payment.amount === order.total ? null : "amount";
}

const WHY_NOT_COUNTED: Record<Misfit, string> = {
  amount: "its amount is not the order's. It goes back to the customer by itself",
  currency:
    "it is not in the order's currency. Refund it in the payment service's dashboard, and ask the customer to pay again",
};

/** Why a captured payment does not count, and what happens to it, for staff; without a full stop. */
export const misfitSentence = (misfit: Misfit): string => `Not counted: ${WHY_NOT_COUNTED[misfit]}`;
