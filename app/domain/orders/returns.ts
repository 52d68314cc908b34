/** Pure rules of returns: when one can be asked for, of which copies, and what its books are worth. */

import { formatDate, indianDate } from "../dates";
import { formatRupees } from "../money";
import { type RefundStatus, SMALLEST_REFUND } from "../gateways/payment-states";
import { type OrderDetail, STATE_LABELS } from "./orders";

export const RETURN_REASONS = ["damaged", "wrong_book", "misprint", "not_as_described", "other"] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

export const RETURN_REASON_LABELS: Record<ReturnReason, string> = {
  damaged: "Arrived damaged",
  wrong_book: "Not the book I ordered",
  misprint: "Misprinted, or pages are missing",
  not_as_described: "Not as described",
  other: "Another reason",
};

/** As the database keeps it: what became of the request and of the books. */
export type StoredReturnState = "requested" | "approved" | "declined" | "received" | "withdrawn";

/** As people see it. 'refunded': the books are back and their refund is made or under way. */
export const RETURN_STATES = [
  "requested",
  "approved",
  "declined",
  "received",
  "refunded",
  "withdrawn",
] as const satisfies (StoredReturnState | "refunded")[];
export type ReturnState = (typeof RETURN_STATES)[number];

/** Under way: an order has one such at a time. */
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

/** Staff's words to the customer. */
export const RETURN_NOTE_MAX = 500;

/** One request of the order's customer. Times ISO 8601. */
export interface OrderReturn {
  id: number;
  state: ReturnState;
  reason: ReturnReason;
  remarks: string;
  /** Staff's words; empty for none. */
  answer: string;
  requestedAt: string;
  answeredAt: string | null;
  receivedAt: string | null;
  /** What went back for its books; null: nothing yet. */
  refund: ReturnRefund | null;
  /** In the order of the order's lines. */
  lines: ReturnedLine[];
}

/** A return is refunded once. Of a refund that was tried again, the latest try. */
export interface ReturnRefund {
  /** Paise. */
  amount: number;
  status: RefundStatus;
  /** When it was asked for first. */
  at: string;
}

export interface ReturnedLine {
  bookId: number;
  title: string;
  quantity: number;
}

/** @param refund what went back for the books; one that failed is still owed */
export function shownReturnState(stored: StoredReturnState, refund: ReturnRefund | null): ReturnState {
  return stored === "received" && refund !== null && refund.status !== "failed" ? "refunded" : stored;
}

/** Whether staff can refund its books: once, from the approval on (they may let the customer keep the books). */
export function canRefundReturn({ state, refund }: Pick<OrderReturn, "state" | "refund">): boolean {
  return refund === null && (state === "approved" || state === "received");
}

/** Why the books of a return that `canRefundReturn` refuses cannot be refunded. */
export function whyNoReturnRefund({ state, refund }: Pick<OrderReturn, "state" | "refund">): string {
  if (refund?.status === "failed")
    return `The refund of ${formatRupees(refund.amount)} for these books failed: try that one again`;
  if (refund) return `${formatRupees(refund.amount)} is refunded for these books already`;
  if (state === "requested") return "This return has not been approved yet";
  return `This return is ${state}: nothing is refunded for it`;
}

type ReturnableOrder = Pick<OrderDetail, "id" | "state" | "deliveredAt" | "lines" | "returns">;

export function openReturnOf(order: Pick<OrderDetail, "returns">): OrderReturn | undefined {
  return order.returns.find(({ state }) => (OPEN_RETURNS as readonly ReturnState[]).includes(state));
}

/** The last day in India on which a return can be asked for, e.g. "2026-12-01". @param returnDays the setting, above 0 */
export function lastReturnDay(deliveredAt: string, returnDays: number): string {
  return indianDate(new Date(deliveredAt), returnDays);
}

/** Neither declined nor withdrawn. */
export const isStandingReturn = ({ state }: Pick<OrderReturn, "state">) =>
  state !== "declined" && state !== "withdrawn";

/** Copies of each line that no return under way or received has taken, in the order of the lines. */
export function copiesToReturn({ lines, returns }: Pick<OrderDetail, "lines" | "returns">): ReturnedLine[] {
  const counted = returns.filter(isStandingReturn);
  return lines.map(({ bookId, title, quantity }) => {
    const taken = counted
      .flatMap((one) => one.lines)
      .filter((line) => line.bookId === bookId)
      .reduce((sum, line) => sum + line.quantity, 0);
    return { bookId, title, quantity: quantity - taken };
  });
}

/** Why no return of this order can be asked for now; null when one can. @param returnDays the setting; 0: none are taken */
export function whyNoReturn(order: ReturnableOrder, returnDays: number, now: Date): string | null {
  const { id, state, deliveredAt } = order;
  if (returnDays === 0) return "The shop does not take returns";
  if (state !== "delivered" || deliveredAt === null)
    return `Order #${id} is ${STATE_LABELS[state].toLowerCase()}: nothing of it can be returned`;
  if (openReturnOf(order)) return `A return of order #${id} is under way already`;
  const lastDay = lastReturnDay(deliveredAt, returnDays);
  if (indianDate(now) > lastDay)
    return `Books of order #${id} could be returned until ${formatDate(lastDay)}`;
  if (copiesToReturn(order).every(({ quantity }) => quantity < 1))
    return `All books of order #${id} are returned already`;
  return null;
}

/** The last day, in India, of the days in which a return can still be asked for; null when none can. */
export function returnsOpenUntil(order: ReturnableOrder, returnDays: number, now: Date): string | null {
  if (order.deliveredAt === null || whyNoReturn(order, returnDays, now)) return null;
  return lastReturnDay(order.deliveredAt, returnDays);
}

/**
 * What is proposed to go back for returned copies: their prices less their part of the order's discount, and never more
 * than is left of the payment. A rest that could not be refunded later goes along. Paise.
 */
export function refundForReturn(
  returned: Pick<OrderReturn, "lines">,
  order: Pick<OrderDetail, "lines" | "totals">,
  left: number,
): number {
  const { subtotal, discount } = order.totals;
  const value = returned.lines.reduce((sum, { bookId, quantity }) => {
    const line = order.lines.find((one) => one.bookId === bookId);
    return sum + (line?.unitPrice ?? 0) * quantity;
  }, 0);
  const share = subtotal === 0 ? 0 : Math.round((value * discount) / subtotal);
  const amount = value - share;
  return amount > 0 && left - amount < SMALLEST_REFUND ? left : amount;
}

/** The field of the return's form that has a book's copies. */
export const copiesField = (bookId: number) => `copies-${bookId}`;

/** Whether returned copies are fit for sale again, as a first guess. */
export const isFitForSale = (reason: ReturnReason) => reason !== "damaged" && reason !== "misprint";

/** e.g. "2 × Gora, 1 × Devdas". */
export const linesInWords = (lines: ReturnedLine[]) =>
  lines.map(({ title, quantity }) => `${quantity} × ${title}`).join(", ");
