import { isFetched } from "../delivery/pick-up";
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

/**
 * @param delivery of a cart priced for this way
 * @returns null for a way that the shop does not take, there or at all. Paying at the door that only another method of delivery
 * offers is a problem that names it
 */
export function paymentOffer(way: PaymentWay, delivery: CartDelivery): PaymentOffer | null {
  const { method, payment, codFee, dueNow, dueAtDoor } = delivery;
  if (payment === way) return { way, codFee, dueNow, dueAtDoor, problem: null };
  const reason = way === "cod" && method && method.id !== null ? method.cod.reason : null;
  const problem = reason === MUST_PAY_BEFORE ? elsewhere(delivery) : reason;
  return problem === null ? null : { way, codFee: 0, dueNow: 0, dueAtDoor: 0, problem };
}

/** The cheapest other method that can be paid at the door, those that are sent first. @returns null for none */
function elsewhere({ quote }: CartDelivery): string | null {
  const offered = quote?.methods.filter(({ cod }) => cod.offered) ?? [];
  const other = offered.find(({ pickUp }) => !isFetched(pickUp)) ?? offered[0];
  if (!other) return null;
  return `${isFetched(other.pickUp) ? "When you fetch the books," : "At the door"} with ${other.name}`;
}
