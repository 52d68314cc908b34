import type { CartDelivery } from "../cart/cart-delivery";
import type { PaymentWay } from "../delivery/plan";
import { MUST_PAY_BEFORE } from "../delivery/quote";

/** A way of paying, as the checkout offers it. Paise. */
export interface PaymentOffer {
  way: PaymentWay;
  /** Part of the total: the fee for paying at the door. */
  codFee: number;
  dueNow: number;
  dueAtDoor: number;
  /** Why it cannot be chosen, as a sentence; null: it can. */
  problem: string | null;
}

/** @param delivery of a cart priced for this way @returns null for a way that the shop does not take, there or at all */
export function paymentOffer(
  way: PaymentWay,
  { method, payment, codFee, dueNow, dueAtDoor }: CartDelivery,
): PaymentOffer | null {
  if (payment === way) return { way, codFee, dueNow, dueAtDoor, problem: null };
  const reason = way === "cod" && method && method.id !== null ? method.cod.reason : null;
  if (reason === null || reason === MUST_PAY_BEFORE) return null;
  return { way, codFee: 0, dueNow: 0, dueAtDoor: 0, problem: reason };
}
