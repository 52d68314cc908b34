/** Pure rules of returns: when a return can be requested, which copies can be returned, and what is refunded. */

import { isFetched } from "../../delivery/pick-up";
import { formatDate, indianDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { type RefundStatus, SMALLEST_REFUND } from "../../gateways/payment-states";
import type { OrderDetail } from "../order-detail";
import { stepWords } from "../orders";
import { lineValues } from "../money/line-values";

export const RETURN_REASONS = ["damaged", "wrong_book", "misprint", "not_as_described", "other"] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

export const RETURN_REASON_LABELS: Record<ReturnReason, string> = {
  damaged: "Arrived damaged",
  wrong_book: "Not the book I ordered",
  misprint: "Misprinted, or pages are missing",
  not_as_described: "Not as described",
  other: "Another reason",
};

/** The states in the database. */
export type StoredReturnState = "requested" | "approved" | "declined" | "received" | "withdrawn";

/** The states as people see them. 'refunded': the books were received and their refund is made or under way. */
export const RETURN_STATES = [
  "requested",
  "approved",
  "declined",
  "received",
  "refunded",
  "withdrawn",
] as const satisfies (StoredReturnState | "refunded")[];
export type ReturnState = (typeof RETURN_STATES)[number];

/** The states of a return under way. An order has at most one such return. */
export const OPEN_RETURNS = ["requested", "approved"] as const satisfies ReturnState[];
export type OpenReturnState = (typeof OPEN_RETURNS)[number];

export const RETURN_STATE_LABELS: Record<ReturnState, string> = {
  requested: "Return requested",
  approved: "Return approved",
  declined: "Return declined",
  received: "Books received",
  refunded: "Books refunded",
  withdrawn: "Return withdrawn",
};

export const RETURN_REMARKS_MAX = 500;

/** Of staff's note to the customer. */
export const RETURN_NOTE_MAX = 500;

/** A return of an order. Times ISO 8601. */
export interface OrderReturn {
  id: number;
  state: ReturnState;
  reason: ReturnReason;
  remarks: string;
  /** Staff's note; empty for none. */
  answer: string;
  requestedAt: string;
  answeredAt: string | null;
  receivedAt: string | null;
  /** The refund for its books; null: none yet. */
  refund: ReturnRefund | null;
  /** In the order of the order's lines. */
  lines: ReturnedLine[];
}

/** The refund of a return; there is at most one. If it failed and was tried again, this is the latest try. */
export interface ReturnRefund {
  /** Paise. */
  amount: number;
  status: RefundStatus;
  /** When it was first requested. */
  at: string;
  /** Whether it has paid, wholly or in part, for books that were sent in exchange. */
  exchanged: boolean;
}

export interface ReturnedLine {
  bookId: number;
  title: string;
  quantity: number;
}

/** What has become of a return, in words. */
export const returnLabel = ({ state, refund }: Pick<OrderReturn, "state" | "refund">): string =>
  state === "refunded" && refund?.exchanged ? "Books exchanged" : RETURN_STATE_LABELS[state];

/** A received return counts as refunded unless its refund failed. */
export function shownReturnState(stored: StoredReturnState, refund: ReturnRefund | null): ReturnState {
  return stored === "received" && refund !== null && refund.status !== "failed" ? "refunded" : stored;
}

/** Whether staff can refund the books: once, after the approval, since they may let the customer keep the books. */
export function canRefundReturn({ state, refund }: Pick<OrderReturn, "state" | "refund">): boolean {
  return refund === null && (state === "approved" || state === "received");
}

/** Why `canRefundReturn` refuses a return. */
export function whyNoReturnRefund({ state, refund }: Pick<OrderReturn, "state" | "refund">): string {
  if (refund?.status === "failed")
    return `The refund of ${formatRupees(refund.amount)} for these books failed: try that refund again`;
  if (refund?.exchanged) return "These books are exchanged already";
  if (refund) return `${formatRupees(refund.amount)} is refunded for these books already`;
  if (state === "requested") return "This return has not been approved yet";
  return `This return is ${state}: nothing is refunded for it`;
}

type ReturnableOrder = Pick<OrderDetail, "id" | "state" | "deliveredAt" | "lines" | "returns" | "delivery">;

/** The return that still waits for staff or the books; undefined without one. */
export function openReturnOf(order: Pick<OrderDetail, "returns">): OrderReturn | undefined {
  return order.returns.find(({ state }) => (OPEN_RETURNS as readonly ReturnState[]).includes(state));
}

/** The last day in India for requesting a return, e.g. "2026-12-01". @param returnDays the setting, above 0 */
export function lastReturnDay(deliveredAt: string, returnDays: number): string {
  return indianDate(new Date(deliveredAt), returnDays);
}

/** Whether the return counts: it is neither declined nor withdrawn. */
export const isCountedReturn = ({ state }: Pick<OrderReturn, "state">) =>
  state !== "declined" && state !== "withdrawn";

/** The copies of each line that can still be returned: neither refunded by line nor part of a return that counts. In the order of
 * the lines. */
export function copiesToReturn({ lines, returns }: Pick<OrderDetail, "lines" | "returns">): ReturnedLine[] {
  const counted = returns.filter(isCountedReturn);
  return lines.map(({ bookId, title, quantity, refunded }) => {
    const taken = counted
      .flatMap((one) => one.lines)
      .filter((line) => line.bookId === bookId)
      .reduce((sum, line) => sum + line.quantity, 0);
    return { bookId, title, quantity: quantity - refunded - taken };
  });
}

/** Why no return of this order can be requested now; null when one can. @param returnDays the setting; 0: no returns */
export function whyNoReturn(order: ReturnableOrder, returnDays: number, now: Date): string | null {
  const { id, state, deliveredAt } = order;
  if (returnDays === 0) return "The shop does not take returns";
  if (state !== "delivered" || deliveredAt === null)
    return `Order #${id} is ${stepWords(state, isFetched(order.delivery?.pickUp))}: its books cannot be returned`;
  if (openReturnOf(order)) return `A return of order #${id} is under way already`;
  const lastDay = lastReturnDay(deliveredAt, returnDays);
  if (indianDate(now) > lastDay)
    return `Books of order #${id} could be returned until ${formatDate(lastDay)}`;
  if (copiesToReturn(order).every(({ quantity }) => quantity < 1))
    return `All books of order #${id} are returned already`;
  return null;
}

/** The last day in India on which a return can be requested; null when none can be requested now. */
export function returnsOpenUntil(order: ReturnableOrder, returnDays: number, now: Date): string | null {
  if (order.deliveredAt === null || whyNoReturn(order, returnDays, now)) return null;
  return lastReturnDay(order.deliveredAt, returnDays);
}

/** The last day in India on which a return could be requested, when that is over for copies not returned; else null. */
export function returnsOverSince(order: ReturnableOrder, returnDays: number, now: Date): string | null {
  const { state, deliveredAt } = order;
  if (state !== "delivered" || deliveredAt === null || returnDays === 0) return null;
  const lastDay = lastReturnDay(deliveredAt, returnDays);
  const isOver = indianDate(now) > lastDay && copiesToReturn(order).some(({ quantity }) => quantity > 0);
  return isOver ? lastDay : null;
}

/**
 * The refund proposed for returned copies: their prices less their share of the order's discount. It is all that is
 * left of the payment if more is not left, or if the remainder would be too small to refund later. Paise.
 */
export function refundForReturn(
  returned: Pick<OrderReturn, "lines">,
  order: Pick<OrderDetail, "lines" | "totals">,
  left: number,
): number {
  const values = lineValues(order.lines, order.totals.discount);
  const value = returned.lines.reduce((sum, { bookId, quantity }) => {
    const at = order.lines.findIndex((one) => one.bookId === bookId);
    return at === -1 ? sum : sum + (values[at]!.value * quantity) / order.lines[at]!.quantity;
  }, 0);
  const amount = Math.round(value);
  return amount > 0 && left - amount < SMALLEST_REFUND ? left : amount;
}

/** The name of the form field with the number of copies of a book. */
export const copiesField = (bookId: number) => `copies-${bookId}`;

/** Whether returned copies are probably fit for sale; staff can choose otherwise. */
export const isFitForSale = (reason: ReturnReason) => reason !== "damaged" && reason !== "misprint";

/** e.g. "2 × Gora, 1 × Devdas". */
export const linesInWords = (lines: ReturnedLine[]) =>
  lines.map(({ title, quantity }) => `${quantity} × ${title}`).join(", ");
