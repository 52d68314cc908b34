/** Pure rules of orders that customers cancel themselves. */

import { canMove, type OrderStatus, type OrderState, STATE_LABELS } from "./orders";

export const CANCEL_REASON_MAX = 300;

/** Customers can cancel until staff pack the order. */
export function canCustomerCancel(order: OrderStatus): boolean {
  return (order.state === "pending" || order.state === "paid") && canMove(order, "cancelled");
}

/** The message for a customer who cancels too late. */
export function whyNotCancelled(orderId: number, state: OrderState): string {
  if (state === "cancelled" || state === "refunded")
    return `Order #${orderId} is ${STATE_LABELS[state].toLowerCase()} already`;
  return `Order #${orderId} is ${STATE_LABELS[state].toLowerCase()} already: it can no longer be cancelled`;
}
