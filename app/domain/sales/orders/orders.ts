import { indianDate, indianDayStart } from "~/domain/kit/dates";
import { asciiDigits } from "~/domain/kit/digits";
import { findProvider } from "../gateways/payment-providers";
import type { PaymentWay } from "../delivery/plan";
import { isPaidOnline, isToConfirm, isToTransfer, type Paying, PAYMENT_WAY_LABELS } from "./paying";

/** Pure rules of orders: the states, the steps between them, and their names. */

export const ORDER_STATES = [
  "pending",
  "paid",
  "packed",
  "shipped",
  "delivered",
  "cancelled",
  "refunded",
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** The states that count for the dashboard's 'Total Orders': paid and not cancelled. */
export const PROCESSED_STATES = [
  "paid",
  "packed",
  "shipped",
  "delivered",
  "refunded",
] as const satisfies OrderState[];

/** The states of an order whose copies have not left the shop. */
export const OPEN_STATES = ["pending", "paid", "packed"] as const satisfies OrderState[];

/** The states of a paid order that has not arrived. */
export const UNDER_WAY = ["paid", "packed", "shipped"] as const satisfies OrderState[];

/** Why an order was cancelled. `superseded`: the customer placed another order instead of paying this one. */
export type CancelReason = "payment_timeout" | "superseded" | "unserviceable" | "customer" | "staff";

const STEPS: Record<OrderState, readonly OrderState[]> = {
  pending: ["paid", "cancelled"],
  paid: ["packed", "cancelled", "refunded"],
  packed: ["shipped", "cancelled", "refunded"],
  // A parcel paid at the door that is refused there.
  shipped: ["delivered", "cancelled", "refunded"],
  delivered: ["refunded"],
  cancelled: ["paid", "refunded"],
  refunded: [],
};

/** What the rules about steps need to know of an order. */
export interface OrderStatus {
  state: OrderState;
  cancelReason: CancelReason | null;
  paidAt: string | null;
  /** By default online. */
  paymentWay?: PaymentWay;
}

/**
 * Whether an order may take this step (docs/product-decisions.md §3.7). A cancelled order becomes paid only if it was
 * cancelled because its payment was late, and refunded only if it had been paid. A shipped order is cancelled only if it is
 * paid at the door, and was refused there.
 */
export function canMove(order: OrderStatus, to: OrderState): boolean {
  if (!STEPS[order.state].includes(to)) return false;
  if (order.state === "shipped" && to === "cancelled") return order.paymentWay === "cod";
  if (order.state !== "cancelled") return true;
  return to === "paid" ? order.cancelReason === "payment_timeout" : order.paidAt !== null;
}

/**
 * `status` in the JSON API, as the original spells the steps (docs/specification.md §4.6,
 * docs/product-decisions.md §3.7).
 */
export const API_STATUS: Record<OrderState, string> = {
  pending: "Pending",
  paid: "Payment made",
  packed: "packed",
  shipped: "Despatched",
  delivered: "Delivered",
  cancelled: "Cancelled",
  refunded: "Refunded",
};

/** `status` of an order: one that is paid at the door or later is not 'Payment made', but confirmed, until it is sent. */
export const API_CONFIRMED = "Confirmed";

/** `status` of an order in the JSON API. */
export const apiStatus = ({ state, paymentWay }: { state: OrderState; paymentWay: PaymentWay }): string =>
  state === "paid" && (paymentWay === "cod" || paymentWay === "account") ? API_CONFIRMED : API_STATUS[state];

/** The states as screens and mails show them. */
export const STATE_LABELS: Record<OrderState, string> = {
  pending: "Pending payment",
  paid: "Processing",
  packed: "Packed",
  shipped: "Shipped",
  delivered: "Delivered",
  cancelled: "Cancelled",
  refunded: "Refunded",
};

/** The same of an order. @param isPickUp whether its books are fetched at the shop (`isFetched`): those steps have other names */
export const stepLabel = (state: OrderState, isPickUp: boolean): string => {
  if (isPickUp && state === "shipped") return "Ready to fetch";
  return isPickUp && state === "delivered" ? "Fetched" : STATE_LABELS[state];
};

/** The same within a sentence: "ready to fetch". */
export const stepWords = (state: OrderState, isPickUp: boolean): string =>
  stepLabel(state, isPickUp).toLowerCase();

/** An order's state as screens show it: what it waits for depends on how it is paid, and whether it is fetched. */
export function stateLabel(order: Paying & { state: OrderState; isPickUp: boolean }): string {
  if (isToConfirm(order)) return "To confirm";
  if (isToTransfer(order)) return "Waiting for transfer";
  if (order.state === "paid" && (order.paymentWay === "cod" || order.paymentWay === "account"))
    return "Confirmed";
  return stepLabel(order.state, order.isPickUp);
}

/** The steps of the progress bar, in order. */
export const PROGRESS_STEPS = ["paid", "packed", "shipped", "delivered"] as const satisfies OrderState[];

/** How far the progress bar is filled: an index into `PROGRESS_STEPS`; -1 when the order is not under way. */
export function progressStep(state: OrderState): number {
  return (PROGRESS_STEPS as readonly OrderState[]).indexOf(state);
}

/** Whether the customer can still pay the order at the payment service. */
export function isPayable(order: Paying & { state: OrderState; payBy: string }, now: Date): boolean {
  return order.state === "pending" && Date.parse(order.payBy) > now.getTime() && isPaidOnline(order);
}

const CANCELLED_SENTENCES: Record<CancelReason, string> = {
  payment_timeout: "This order was cancelled because no payment arrived in time.",
  superseded: "This order was replaced by a newer one before it was paid.",
  unserviceable:
    "Your payment arrived after the books had been sold to other readers. It is being returned to you.",
  customer: "This order was cancelled at your request.",
  staff: "This order was cancelled by the shop.",
};

/** Why an order was cancelled, as a sentence to its customer. */
export function cancelledSentence(reason: CancelReason): string {
  return CANCELLED_SENTENCES[reason];
}

/**
 * The estimated day of delivery. @param releasedOn the day before which the order is not sent; null: at once
 * @param days the setting `deliveryDays`
 * @returns a plain date
 */
export function deliveryDay(now: Date, releasedOn: string | null, days: number): string {
  const sent =
    releasedOn === null ? now : new Date(Math.max(now.getTime(), indianDayStart(releasedOn).getTime()));
  return indianDate(sent, days);
}

/**
 * The payment method as people read it.
 * @param gateway the provider's name, `orders.gateway`, or of money that staff recorded 'cash' or 'transfer'
 * @param method as the gateway calls it
 */
export function paymentMethodLabel(gateway: string, method: string | null): string {
  if (gateway === "cash") return "Cash";
  if (gateway === "transfer") return PAYMENT_WAY_LABELS.transfer;
  if (gateway === "exchange") return "Exchange";
  const name = findProvider(gateway)?.label ?? gateway;
  const labels: Record<string, string> = {
    card: "card",
    upi: "UPI",
    netbanking: "net banking",
    wallet: "wallet",
    emi: "EMI",
  };
  return method ? `${name}, ${labels[method] ?? method}` : name;
}

/** Cleans a search text for orders ('#12', '12' or an invoice number): keeps letters, digits, '/' and '-'. */
export function orderSearchTerm(typed: string): string {
  return asciiDigits(typed)
    .replace(/[^\dA-Za-z/-]/g, "")
    .slice(0, 20);
}
