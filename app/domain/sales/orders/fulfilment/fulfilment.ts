/** Which steps staff may take with an order, and the messages when they may not. */

import { isFetched } from "../../delivery/pick-up";
import { formatRupees } from "~/domain/kit/money";
import { SMALLEST_REFUND } from "../../gateways/payment-states";
import type { OrderDetail } from "../order-detail";
import { canMove, type OrderState, type OrderStatus, stepWords } from "../orders";
import { isOnItsWay, isPartlySent } from "../parcels/parcels";
import { type Wait, waitReason } from "./pre-orders";
import { isCountedReturn } from "../returns/returns";

/** The steps that staff take themselves; only payments and refunds make an order paid or refunded. */
export const STAFF_STEPS = ["packed", "shipped", "delivered", "cancelled"] as const satisfies OrderState[];
export type StaffStep = (typeof STAFF_STEPS)[number];

export interface StaffOrderStatus extends OrderStatus {
  /** Paise of the order's payment that no refund has claimed; null: it was never paid. */
  left: number | null;
  /** What a pre-order waits for before it can be packed; null: nothing. */
  wait: Wait | null;
  /** Paise that a change has added and that are not paid yet. */
  balanceDue: number;
  /** Whether its books are fetched at the shop. */
  isPickUp: boolean;
  /** Whether a part of it was sent while the rest is still here. */
  isPartlySent: boolean;
}

/**
 * Like `canMove`; in addition an order that is being refunded in full is neither packed nor shipped, and a pre-order not
 * before its last book is out and its copies are there. What a change has added is paid before the order is packed.
 */
export function canStaffMove(order: StaffOrderStatus, to: StaffStep): boolean {
  // Its parcel is on the road: it can only be refused at the door.
  if (to === "cancelled" && (order.state === "shipped" || order.isPartlySent)) return false;
  if (to === "packed" && order.balanceDue > 0) return false;
  return canMove(order, to) && !(isPackingOrShipping(to) && (order.left === 0 || order.wait !== null));
}

const isPackingOrShipping = (to: StaffStep) => to === "packed" || to === "shipped";

const stepVerb = (to: StaffStep, isPickUp: boolean) =>
  to === "cancelled" ? "cancelled" : `marked as ${stepWords(to, isPickUp)}`;

/** Why `canStaffMove` refuses a step. */
export function whyNot(orderId: number, order: StaffOrderStatus, to: StaffStep): string {
  if (canMove(order, to) && order.left !== 0 && order.wait) {
    const { owed } = order.wait;
    const not = owed > 0 ? "" : `. It cannot be ${stepVerb(to, order.isPickUp)} before`;
    return `Order #${orderId} ${waitReason(order.wait)}${not}`;
  }
  if (to === "packed" && canMove(order, to) && order.left !== 0 && order.balanceDue > 0)
    return `${formatRupees(order.balanceDue)} of order #${orderId} is not paid yet: it cannot be packed before`;
  if (to === "cancelled" && order.isPartlySent)
    return `A part of order #${orderId} is sent: refund the books that are not sent instead`;
  const reason =
    canMove(order, to) && order.left === 0
      ? "is being refunded in full"
      : `is ${stepWords(order.state, order.isPickUp)}`;
  // Its parcel may come back.
  const instead =
    to === "cancelled" && order.state === "shipped" && order.paymentWay === "cod"
      ? order.isPickUp
        ? ". If nobody fetches its books, choose 'Never fetched'"
        : ". If it was refused at the door, choose 'Parcel refused'"
      : "";
  return `Order #${orderId} ${reason}: it cannot be ${stepVerb(to, order.isPickUp)}${instead}`;
}

/** Staff can take back the last step of an order. These are the names of such steps. */
export const TAKE_BACKS = ["packing", "despatch", "delivery"] as const;
export type TakeBack = (typeof TAKE_BACKS)[number];

const LAST_STEP: Partial<Record<OrderState, TakeBack>> = {
  packed: "packing",
  shipped: "despatch",
  delivered: "delivery",
};

/**
 * The step of an order that can be taken back now; null for none. A delivery cannot be taken back once the customer
 * has asked to return books, unless that return was declined or withdrawn, nor the packing once a part is sent. Of several parcels
 * each is taken back by itself (`takeBackParcel`).
 */
export function canTakeBack(order: Pick<OrderDetail, "state" | "returns" | "parcels">): TakeBack | null {
  const { state, returns } = order;
  const step = LAST_STEP[state] ?? null;
  if (isPartlySent(order)) return null;
  if (step === "despatch" && (order.parcels.length > 1 || order.parcels.some((one) => !isOnItsWay(one))))
    return null;
  return step === "delivery" && returns.some(isCountedReturn) ? null : step;
}

/** Why a step other than the one that `canTakeBack` returns cannot be taken back. */
export function whyNotTakenBack(
  orderId: number,
  { state, returns, parcels, delivery }: Pick<OrderDetail, "state" | "returns" | "parcels" | "delivery">,
  step: TakeBack,
): string {
  if (isPartlySent({ state, parcels }))
    return `A part of order #${orderId} is sent: its packing cannot be taken back`;
  if (state === "shipped" && step === "despatch" && parcels.length > 1)
    return `Order #${orderId} has ${parcels.length} parcels: take back the one that was not sent`;
  if (state === "shipped" && step === "despatch" && parcels.some(({ lostAt }) => lostAt))
    return `The parcel of order #${orderId} is lost: its shipping cannot be taken back`;
  if (state === "delivered" && step === "delivery" && returns.some(isCountedReturn))
    return `A return of order #${orderId} was requested: its delivery cannot be taken back`;
  return `Order #${orderId} is ${stepWords(state, isFetched(delivery?.pickUp))}: its ${step} cannot be taken back`;
}

/** Whether carrier, tracking number and day of shipping can be corrected: books that are fetched at the shop have none. */
export const canCorrectShipment = (state: OrderState, isPickUp: boolean) =>
  !isPickUp && (state === "shipped" || state === "delivered");

/** Whether staff can still refund any of the order's money. */
export function canRefund(order: StaffOrderStatus): boolean {
  return canMove(order, "refunded") && (order.left ?? 0) > 0;
}

/** Whether 'Order Confirmed!' can be sent again: only while the order is paid and not cancelled or refunded. */
export function canResendConfirmation(state: OrderState): boolean {
  return state === "paid" || state === "packed" || state === "shipped" || state === "delivered";
}

/**
 * Why this amount cannot be refunded out of what is left; null when it can. The gateway refunds no less than ₹1, so
 * no smaller remainder may be left either. Paise.
 */
export function refundProblem(amount: number, left: number): string | null {
  if (amount > left) return `At most ${formatRupees(left)} can be refunded`;
  // Less than the minimum can be left after a refund made at the gateway. It may be refunded as a whole.
  if (amount < SMALLEST_REFUND && amount < left)
    return `Amount must be at least ${formatRupees(SMALLEST_REFUND)}`;
  const rest = left - amount;
  if (rest > 0 && rest < SMALLEST_REFUND) {
    return `Leave at least ${formatRupees(SMALLEST_REFUND)}, or refund all of ${formatRupees(left)}`;
  }
  return null;
}

/** The ids of the orders that took a step, and why each of the others was refused. */
export interface ManyMoved {
  moved: number[];
  refused: { orderId: number; message: string }[];
  /** Those of the moved whose books are fetched at the shop, where the step has another name for them. */
  atShop?: number[];
}

/** The message after a step of several orders: how many took it, and of all others why they did not. */
export function movedInWords(
  { moved, refused, atShop = [] }: ManyMoved,
  to: "packed" | "shipped" | "delivered",
): { kind: "success" | "error"; text: string } {
  const isMarked = (count: number, isPickUp: boolean) =>
    `${count === 1 ? "1 order is" : `${count} orders are`} marked as ${stepWords(to, isPickUp)}`;
  const sent = moved.length - atShop.length;
  const done = [
    ...(sent > 0 || atShop.length === 0 ? [isMarked(sent, false)] : []),
    ...(atShop.length > 0 ? [isMarked(atShop.length, true)] : []),
  ].join(", ");
  if (refused.length === 0) return { kind: "success", text: done };
  let text = done;
  let left = refused.length;
  for (const { ids, sentence } of byReason(refused)) {
    if (text.length + sentence.length > ROOM) break;
    text += `. ${sentence}`;
    left -= ids.length;
  }
  return { kind: "error", text: left > 0 ? `${text}. ${left} more could not` : text };
}

/** Refusals for the same reason in one sentence: "#12, #14 and #18 are left out: each is shipped". */
function byReason(refused: { orderId: number; message: string }[]): { ids: number[]; sentence: string }[] {
  const groups = new Map<string, { orderId: number; message: string }[]>();
  for (const one of refused) {
    const begin = `Order #${one.orderId} `;
    const reason = one.message.startsWith(begin) ? one.message.slice(begin.length) : one.message;
    groups.set(reason, [...(groups.get(reason) ?? []), one]);
  }
  return [...groups].map(([reason, ones]) => {
    const ids = ones.map(({ orderId }) => orderId);
    if (ids.length === 1) return { ids, sentence: ones[0]!.message };
    const named = ids.map((id) => `#${id}`);
    return {
      ids,
      sentence: `Orders ${named.slice(0, -1).join(", ")} and ${named.at(-1)!} are left out: each ${reason}`,
    };
  });
}

/** The same after packing. */
export const packedInWords = (given: {
  packed: number[];
  refused: { orderId: number; message: string }[];
}): { kind: "success" | "error"; text: string } =>
  movedInWords({ moved: given.packed, refused: given.refused }, "packed");

/** The message must fit into a cookie: so many characters of it. */
const ROOM = 1500;
