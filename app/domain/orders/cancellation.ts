/** Pure rules of cancelling an order at the customer's own wish. */

import { canMove, type OrderStanding, type OrderState, STATE_LABELS } from "./orders";

export const CANCEL_REASON_MAX = 300;

/** Customers can cancel until staff pack the order. */
export function canCustomerCancel(order: OrderStanding): boolean {
  return (order.state === "pending" || order.state === "paid") && canMove(order, "cancelled");
}

/** What a customer is told who comes too late. */
export function whyNotCancelled(orderId: number, state: OrderState): string {
  if (state === "cancelled" || state === "refunded")
    return `Order #${orderId} is ${STATE_LABELS[state].toLowerCase()} already`;
  return `Order #${orderId} is ${STATE_LABELS[state].toLowerCase()} already: it can no longer be cancelled`;
}
