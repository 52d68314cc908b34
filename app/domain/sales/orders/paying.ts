/** Pure rules of how an order is paid: online, at the door, by transfer to the shop, or later on account. Browser-safe. */

import { formatRupees } from "~/domain/kit/money";
import type { PaymentWay } from "../delivery/plan";
import type { OrderState } from "./orders";

/** What these rules need to know of an order. Paise. */
export interface Paying {
  paymentWay: PaymentWay;
  total: number;
  /** Part of the total that is paid when the parcel arrives. */
  dueAtDoor: number;
  /** What the first payment was asked to be, of an order that staff have changed since. */
  firstDue?: number | null;
}

/**
 * `payments.gateway` of money that staff record, and that they pay back themselves; 'exchange': what books of another order cost
 * that came back.
 */
export const BY_HAND = ["cash", "transfer", "exchange"] as const;
export type ByHand = (typeof BY_HAND)[number];

/** Whether staff recorded this payment: no payment service knows of it. @param gateway `payments.gateway` */
export const isByHand = (gateway: string): gateway is ByHand =>
  (BY_HAND as readonly string[]).includes(gateway);

/** What is paid at the payment service before anything is sent. Paise. */
export const dueOnline = ({ paymentWay, total, dueAtDoor, firstDue }: Paying): number =>
  paymentWay === "transfer" || paymentWay === "account" ? 0 : (firstDue ?? total - dueAtDoor);

/** Whether an order waits for a payment at the payment service, as long as it is pending. */
export const isPaidOnline = (order: Paying): boolean => dueOnline(order) > 0;

/** Whether an order waits for somebody to confirm it: nothing is paid before the parcel arrives. */
export const isToConfirm = (order: Paying & { state: OrderState }): boolean =>
  order.state === "pending" && order.paymentWay === "cod" && !isPaidOnline(order);

/** Whether an order waits for a transfer to the shop. */
export const isToTransfer = (order: Pick<Paying, "paymentWay"> & { state: OrderState }): boolean =>
  order.state === "pending" && order.paymentWay === "transfer";

/** Whether an order is over, so that nothing is paid for it any more. */
export const isGone = (state: OrderState): boolean => state === "cancelled" || state === "refunded";

/** What is still to be received at the door; 0 for an order that is not sent, or came back. Paise. */
export function stillDueAtDoor(order: {
  state: OrderState;
  dueAtDoor: number;
  /** What was received there so far. */
  doorReceived: number;
}): number {
  return isGone(order.state) ? 0 : order.dueAtDoor - order.doorReceived;
}

/** What a change has added and is not paid yet; 0 for an order that is over. Paise. */
export const stillToPay = ({ state, balanceDue }: { state: OrderState; balanceDue: number }): number =>
  isGone(state) ? 0 : balanceDue;

/** What the customer keeps ready for the parcel; 0 once it is delivered: a carrier's money comes to the shop later. Paise. */
export const toKeepReady = (order: Parameters<typeof stillDueAtDoor>[0]): number =>
  order.state === "delivered" ? 0 : stillDueAtDoor(order);

/** Of a parcel that has arrived, for staff who refund it; null: its money is recorded. */
export function notRecordedSentence(order: Parameters<typeof stillDueAtDoor>[0]): string | null {
  const due = stillDueAtDoor(order);
  if (order.state !== "delivered" || due === 0) return null;
  return `${formatRupees(due)} that was due at the door is not recorded yet. Record it first: only what was recorded can be refunded.`;
}

/** How an order is paid, for a column or a line. */
export const PAYMENT_WAY_LABELS: Record<PaymentWay, string> = {
  online: "Paid online",
  cod: "Cash on delivery",
  transfer: "Bank transfer",
  account: "On account",
};

/** When an order is paid at the door: there, or at the shop's. @param isPickUp whether the books are fetched at the shop */
export const whenPaidAtDoor = (isPickUp: boolean): string =>
  isPickUp ? "when you fetch the books" : "when the parcel arrives";

/** What the customer keeps ready for the parcel, without a full stop. */
export const dueAtDoorSentence = (amount: number): string => `${formatRupees(amount)} is due at the door`;
