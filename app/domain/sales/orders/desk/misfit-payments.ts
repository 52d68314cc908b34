/** Payments that cannot pay their order, since amount or currency are others. Browser-safe. */

import type { PaymentWay } from "../../delivery/plan";
import { dueOnline, isByHand } from "../paying";

/** What of a payment is not the order's. */
export type Misfit = "amount" | "currency";

interface Money {
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  /** `payments.gateway`; absent: a payment service's. */
  gateway?: string;
  /** What was asked for, if it is not the order's first payment. */
  asked?: number | null;
}

/** The columns of an order that say what is paid for it online. */
interface Due {
  total: number;
  currency: string;
  payment_way: PaymentWay;
  due_at_door: number;
  first_due: number | null;
}

/** What of a payment is not the order's; of money that staff recorded nothing. @returns null when it can pay the order */
export function misfitOf(payment: Money, order: Due): Misfit | null {
  if (isByHand(payment.gateway ?? "")) return null;
  if (payment.currency !== order.currency) return "currency";
  const due = dueOnline({
    paymentWay: order.payment_way,
    total: order.total,
    dueAtDoor: order.due_at_door,
    firstDue: order.first_due,
  });
  return payment.amount === (payment.asked ?? due) ? null : "amount";
}

const WHY_NOT_COUNTED: Record<Misfit, string> = {
  amount: "its amount is not the order's. It goes back to the customer by itself",
  currency:
    "it is not in the order's currency. Refund it in the payment service's dashboard, and ask the customer to pay again",
};

/** Why a captured payment does not count, and what happens to it, for staff; without a full stop. */
export const misfitSentence = (misfit: Misfit): string => `Not counted: ${WHY_NOT_COUNTED[misfit]}`;
