/** Pure rules of refunds by line: which copies can be refunded, and what they are worth. Browser-safe. */

import { formatRupees } from "~/domain/kit/money";
import { SMALLEST_REFUND } from "../../gateways/payment-states";
import type { OrderDetail } from "../order-detail";
import { OPEN_STATES, STATE_LABELS } from "../orders";
import { stillDueAtDoor, stillToPay } from "../paying";
import { copiesToReturn } from "../returns/returns";
import { lineValues } from "./line-values";

/** Copies of a line of an order that a refund is for. */
export interface RefundLine {
  /** The line's id. */
  id: number;
  /** Copies. */
  qty: number;
  /** Whether they go back into stock; otherwise they are written off. */
  restock: boolean;
}

/** The same of a refund that was made. */
export interface RefundedLine extends RefundLine {
  title: string;
}

/** The copies of a line that can still be refunded. */
export interface LineToRefund {
  id: number;
  bookId: number;
  title: string;
  /** Copies; 0: none are left. */
  quantity: number;
}

type Order = Pick<
  OrderDetail,
  | "id"
  | "state"
  | "lines"
  | "returns"
  | "totals"
  | "dueAtDoor"
  | "doorReceived"
  | "wait"
  | "balanceDue"
  | "parcels"
>;

/** Of each line, in their order: the copies that no return and no refund by line has claimed. */
export function linesToRefund(order: Pick<Order, "lines" | "returns">): LineToRefund[] {
  const free = copiesToReturn(order);
  return order.lines.map(({ id, bookId, title }, at) => ({
    id,
    bookId,
    title,
    quantity: free[at]!.quantity,
  }));
}

/** Why no line of the order can be refunded now; null when lines can. An amount without lines may be refunded still. */
export function whyNoLines(order: Order): string | null {
  const { id, state } = order;
  if (state === "pending" || state === "cancelled" || state === "refunded")
    return `Order #${id} is ${STATE_LABELS[state].toLowerCase()}: its lines cannot be refunded`;
  if (order.wait !== null)
    return `Order #${id} waits for a book that is not here: its lines can be refunded once it can be packed`;
  const due = stillDueAtDoor(order);
  if (due > 0)
    return `${formatRupees(due)} of order #${id} is due at the door: its lines can be refunded once that is recorded`;
  const open = stillToPay(order);
  if (open > 0) return `${formatRupees(open)} of order #${id} is not paid yet: change the order instead`;
  return linesToRefund(order).some(({ quantity }) => quantity > 0)
    ? null
    : `All copies of order #${id} are refunded or returned already`;
}

/** Whether its parcel is still in the shop, so that copies of a refund are left out of it. */
export const isStillHere = ({ state }: Pick<Order, "state">): boolean =>
  OPEN_STATES.some((open) => open === state);

/** A message about lines, with the index of the one that it is about; null: about all. */
export interface LinesProblem {
  at: number | null;
  message: string;
}

/** Why these lines cannot be refunded; null when they can. @param lines each with at least one copy */
export function linesProblem(order: Order, lines: readonly RefundLine[]): LinesProblem | null {
  const why = whyNoLines(order);
  if (why) return { at: null, message: why };
  const possible = linesToRefund(order);
  for (const [at, { id, qty }] of lines.entries()) {
    const line = possible.find((one) => one.id === id);
    if (!line) return { at, message: `Line ${id} is not part of order #${order.id}` };
    if (lines.findIndex((other) => other.id === id) < at)
      return { at, message: "Each line can be given once" };
    if (qty > line.quantity)
      return {
        at,
        message: line.quantity === 0 ? "None is left to refund" : `At most ${line.quantity} can be refunded`,
      };
  }
  if (isRestOf(order, lines) && isStillHere(order) && order.parcels.length === 0)
    return { at: null, message: "Nothing would be left to send: cancel the order instead" };
  return null;
}

/** Whether these are the last copies of the order that nobody has refunded. */
const isRestOf = (order: Pick<Order, "lines">, lines: readonly RefundLine[]): boolean =>
  order.lines.every(
    ({ id, quantity, refunded }) => quantity === refunded + (lines.find((line) => line.id === id)?.qty ?? 0),
  );

/**
 * What these copies cost: their prices less their share of the order's discount. All copies of a line, however often they are
 * refunded, add up to the value of the line. Paise.
 * @param lines that `linesProblem` allows
 */
export function valueOfLines(
  { lines, totals }: Pick<Order, "lines" | "totals">,
  chosen: readonly Pick<RefundLine, "id" | "qty">[],
): number {
  const values = lineValues(lines, totals.discount);
  return chosen.reduce((sum, { id, qty }) => {
    const at = lines.findIndex((line) => line.id === id);
    const line = lines[at];
    if (!line) return sum;
    const upTo = (copies: number) => Math.floor((values[at]!.value * copies) / line.quantity);
    return sum + upTo(line.refunded + qty) - upTo(line.refunded);
  }, 0);
}

/** What a refund is for, as a form or a call says it. */
interface WhatFor {
  lines: readonly RefundLine[];
  /** Paise of the delivery. */
  shipping: number;
  /** Whether it is the refund of a return, which is for the returned books. */
  isForReturn: boolean;
}

/**
 * Checks what a refund is for.
 * @param refundedShipping paise of the delivery that earlier refunds were for
 * @returns what it costs, in paise, whether nothing of the order stays then, and its copies in words ("2 × Gora, 1 × Devdas"; empty for none), and those that go back
 * into stock; refused: a message and its field of `refundSchema`
 */
export function refundedFor(
  order: Order,
  { lines, shipping, isForReturn }: WhatFor,
  refundedShipping: number,
):
  | { ok: true; value: number; isRest: boolean; words: string; restocked: string }
  | { ok: false; field: string; message: string } {
  const refused = (field: string, message: string) => ({ ok: false, field, message }) as const;
  if (lines.length > 0) {
    if (isForReturn) return refused("amount", "The refund of a return is for its books: give no lines");
    const problem = linesProblem(order, lines);
    if (problem) return refused(problem.at === null ? "amount" : `lines[${problem.at}].qty`, problem.message);
  }
  const shippingLeft = order.totals.shipping - refundedShipping;
  if (shipping > shippingLeft)
    return refused("shipping", `At most ${formatRupees(shippingLeft)} of the delivery can be refunded`);
  const inWords = (some: readonly RefundLine[]) =>
    some.map(({ id, qty }) => `${qty} × ${order.lines.find((line) => line.id === id)!.title}`).join(", ");
  return {
    ok: true,
    value: valueOfLines(order, lines) + shipping,
    isRest: lines.length > 0 && shipping === shippingLeft && isRestOf(order, lines),
    words: inWords(lines),
    restocked: inWords(lines.filter(({ restock }) => restock)),
  };
}

/**
 * The amount of a refund that is given by what it is for, in paise. A rest too small to refund goes along, and with the rest of the
 * order all that is left: a change after an earlier refund has given its copies other shares of the discount.
 * @param left of the payment
 */
export const sumToRefund = ({ value, isRest }: { value: number; isRest: boolean }, left: number): number =>
  isRest || (value < left && left - value < SMALLEST_REFUND) ? left : value;
