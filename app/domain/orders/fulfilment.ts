/** Which steps staff may take with an order, and what they are told. */

import { formatRupees } from "../money";
import { SMALLEST_REFUND } from "../gateways/payment-states";
import { canMove, type OrderDetail, type OrderStanding, type OrderState, STATE_LABELS } from "./orders";
import { isStandingReturn } from "./returns";

/** The steps that staff take themselves; an order becomes paid or refunded by its money alone. */
export const STAFF_STEPS = ["packed", "shipped", "delivered", "cancelled"] as const satisfies OrderState[];
export type StaffStep = (typeof STAFF_STEPS)[number];

export interface StaffStanding extends OrderStanding {
  /** Paise of the order's payment that no refund has claimed; null: it was never paid. */
  left: number | null;
}

/** `canMove`, and: what is being refunded in full is not packed and not sent. */
export function canStaffMove(order: StaffStanding, to: StaffStep): boolean {
  return canMove(order, to) && !(isGoingOut(to) && order.left === 0);
}

const isGoingOut = (to: StaffStep) => to === "packed" || to === "shipped";

const TAKING: Record<StaffStep, string> = {
  packed: "marked as packed",
  shipped: "marked as shipped",
  delivered: "marked as delivered",
  cancelled: "cancelled",
};

/** Why a step that `canStaffMove` refuses cannot be taken. */
export function whyNot(orderId: number, order: StaffStanding, to: StaffStep): string {
  const standing =
    canMove(order, to) && order.left === 0
      ? "is being refunded in full"
      : `is ${STATE_LABELS[order.state].toLowerCase()}`;
  return `Order #${orderId} ${standing}: it cannot be ${TAKING[to]}`;
}

/** The last step taken, which staff can take back; what they call it. */
export const TAKE_BACKS = ["packing", "despatch", "delivery"] as const;
export type TakeBack = (typeof TAKE_BACKS)[number];

const LAST_STEP: Partial<Record<OrderState, TakeBack>> = {
  packed: "packing",
  shipped: "despatch",
  delivered: "delivery",
};

/**
 * What of an order can be taken back now; null: nothing. A delivery stands once its customer asked to return books
 * of it, unless that was declined or withdrawn.
 */
export function canTakeBack({ state, returns }: Pick<OrderDetail, "state" | "returns">): TakeBack | null {
  const step = LAST_STEP[state] ?? null;
  return step === "delivery" && returns.some(isStandingReturn) ? null : step;
}

/** Why a step that `canTakeBack` does not name cannot be taken back. */
export function whyNotTakenBack(
  orderId: number,
  { state, returns }: Pick<OrderDetail, "state" | "returns">,
  step: TakeBack,
): string {
  if (state === "delivered" && step === "delivery" && returns.some(isStandingReturn))
    return `A return of order #${orderId} was asked for: its delivery stands`;
  return `Order #${orderId} is ${STATE_LABELS[state].toLowerCase()}: its ${step} cannot be taken back`;
}

/** Whether carrier, tracking number and day of shipping can be corrected. */
export const canCorrectShipment = (state: OrderState) => state === "shipped" || state === "delivered";

/** Whether any of the order's money can still go back at staff's wish. */
export function canRefund(order: StaffStanding): boolean {
  return canMove(order, "refunded") && (order.left ?? 0) > 0;
}

/** Whether the customer can be sent 'Order Confirmed!' again: while it is true. */
export function canResendConfirmation(state: OrderState): boolean {
  return state === "paid" || state === "packed" || state === "shipped" || state === "delivered";
}

/**
 * Why this amount of what is left cannot be refunded; null when it can. The gateway takes nothing below ₹1, so no
 * smaller rest may be left either. Paise.
 */
export function refundProblem(amount: number, left: number): string | null {
  if (amount > left) return `At most ${formatRupees(left)} can be refunded`;
  // What is left can be less after a refund made elsewhere; then it goes as it is.
  if (amount < SMALLEST_REFUND && amount < left)
    return `Amount must be at least ${formatRupees(SMALLEST_REFUND)}`;
  const rest = left - amount;
  if (rest > 0 && rest < SMALLEST_REFUND) {
    return `Leave at least ${formatRupees(SMALLEST_REFUND)}, or refund all of ${formatRupees(left)}`;
  }
  return null;
}

/** How many moved, and which could not and why. */
export function packedInWords({
  packed,
  refused,
}: {
  packed: number[];
  refused: { orderId: number; message: string }[];
}): { kind: "success" | "error"; text: string } {
  const moved =
    packed.length === 1 ? "1 order is marked as packed" : `${packed.length} orders are marked as packed`;
  if (refused.length === 0) return { kind: "success", text: moved };
  const shown = refused.slice(0, SHOWN_REFUSALS).map((refusal) => refusal.message);
  const more = refused.length - shown.length;
  const text = [moved, ...shown, ...(more > 0 ? [`and ${more} more could not`] : [])].join(". ");
  return { kind: "error", text };
}

/** The message may travel in a cookie. */
const SHOWN_REFUSALS = 5;
