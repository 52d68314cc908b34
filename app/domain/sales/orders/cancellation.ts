/** Pure rules of orders that customers cancel themselves. */

import { isGone } from "./paying";
import { canMove, type OrderStatus, type OrderState, stepWords } from "./orders";

export const CANCEL_REASON_MAX = 300;

/** Customers can cancel until staff pack the order. */
export function canCustomerCancel(order: OrderStatus): boolean {
  return (order.state === "pending" || order.state === "paid") && canMove(order, "cancelled");
}

/** The message for a customer who cancels too late. */
export function whyNotCancelled(
  orderId: number,
  { state, isPickUp }: { state: OrderState; isPickUp: boolean },
): string {
  const already = `Order #${orderId} is ${stepWords(state, isPickUp)} already`;
  return isGone(state) ? already : `${already}: it can no longer be cancelled`;
}
