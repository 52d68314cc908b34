/** Pure rules of changing an order before it is packed. Browser-safe. */

import { isFetched } from "../../delivery/pick-up";
import { type AppliedTerms, copiesInScope, type CouponSnapshot } from "../../coupons/coupons";
import { SMALLEST_REFUND } from "../../gateways/payment-states";
import {
  type DeliveryCharge,
  discountedTotals,
  type DiscountedTotals,
  taxOfLines,
  type Totals,
  type TotalsRules,
} from "../money/totals";
import { apportion } from "../money/line-values";
import { receivedOf } from "../../trade/on-account";
import { isToConfirm, isToTransfer } from "../paying";
import { type OrderDetail, payingOf } from "../order-detail";
import { stepWords } from "../orders";
import type { OrderEdit } from "./edit-order.schema";

/** Why an order cannot be changed, as a sentence; null: it can. */
export function whyNotEdited(
  order: Pick<OrderDetail, "id" | "state" | "payBy" | "paymentWay" | "dueAtDoor" | "totals" | "delivery">,
): string | null {
  const { id, state } = order;
  if (state === "paid" || isToConfirm(payingOf(order)) || isToTransfer(payingOf(order))) return null;
  if (state === "pending")
    return `Order #${id} waits for its payment: it can be changed once that has come, or be cancelled and placed again`;
  const back = state === "packed" ? ". Take back the packing first" : "";
  return `Order #${id} is ${stepWords(state, isFetched(order.delivery?.pickUp))}: it cannot be changed any more${back}`;
}

/** A line of the order as it is, or a book that comes onto it. Paise; rates in hundredths of a per cent. */
export interface EditedLine {
  /** null: it is new. */
  id: number | null;
  bookId: number;
  title: string;
  mrp: number;
  unitPrice: number;
  /** Before, and from now on: 0 takes it off. */
  before: number;
  quantity: number;
  /** Copies that were refunded: they stay on the order. */
  refunded: number;
  hsn: string;
  taxRate: number;
  /** What the coupon takes off it, in paise. */
  discount: number;
}

/** A book as it comes onto an order today. */
export type BookNow = Omit<EditedLine, "id" | "before" | "quantity" | "refunded" | "discount">;

/** A refusal at a field of `editOrderSchema`. */
export interface EditProblem {
  field: string;
  message: string;
}

/**
 * The lines after a change, the new ones last.
 * @param now what a copy of a book costs this customer today who takes so many, and how it is taxed; undefined: no such book
 * is in the store
 */
export function editedLines(
  lines: readonly Omit<EditedLine, "quantity">[],
  { lines: changed, add, newPrices }: Pick<OrderEdit, "lines" | "add" | "newPrices">,
  now: (bookId: number, quantity: number) => BookNow | undefined,
): { ok: true; lines: EditedLine[] } | ({ ok: false } & EditProblem) {
  const refused = (field: string, message: string) => ({ ok: false, field, message }) as const;
  const after: EditedLine[] = lines.map((line) => ({ ...line, quantity: line.before }));
  for (const [at, { id, qty }] of changed.entries()) {
    const line = after.find((one) => one.id === id);
    if (!line) return refused(`lines[${at}].qty`, `Line ${id} is not part of the order`);
    if (changed.findIndex((other) => other.id === id) < at)
      return refused(`lines[${at}].qty`, "Each line can be given once");
    if (qty < line.refunded)
      return refused(
        `lines[${at}].qty`,
        `${line.refunded === 1 ? "1 copy was" : `${line.refunded} copies were`} refunded: no fewer can be on the order`,
      );
    line.quantity = qty;
  }
  for (const [at, { bookId, qty }] of add.entries()) {
    const line = after.find((one) => one.bookId === bookId);
    const book = line ?? now(bookId, qty);
    if (!book) return refused(`add[${at}].bookId`, `Book ${bookId} is not in the store`);
    if (line) line.quantity += qty;
    else after.push({ ...book, id: null, before: 0, refunded: 0, quantity: qty, discount: 0 });
  }
  if (after.every(({ quantity, refunded }) => quantity === refunded))
    return refused("lines", "Nothing would be left to send: cancel the order instead");
  // The price can depend on how many copies there are in the end. Lines that were bought stay as they are; those of which copies
  // were refunded always, since these went back at that price.
  const priced = after.map((line) => {
    const isPriced = line.id === null || (newPrices && line.refunded === 0);
    const today = isPriced ? now(line.bookId, line.quantity) : undefined;
    return today ? { ...line, mrp: today.mrp, unitPrice: today.unitPrice } : line;
  });
  return { ok: true, lines: priced };
}

/** The rule of its coupon that is stored with an order, and which of its books that is for. */
export type EditedCoupon = AppliedTerms & Pick<CouponSnapshot, "minimumSubtotal" | "leastCopies">;

/**
 * What a changed order costs. A coupon that was used stays as it was, whatever has become of it; below its least sum or copies it
 * gives nothing. Copies that were refunded went back for less than their price if they had a part of a discount: at least that much
 * of it stays, so that the copies that are kept never cost more than without the coupon.
 * @param given.goneBack paise, for books, of what was refunded or taken off before
 * @returns the lines with what it takes off each; `spared` of delivery
 */
export function editedTotals(
  lines: readonly EditedLine[],
  given: { rules: TotalsRules; coupon: EditedCoupon | null; delivery: DeliveryCharge; goneBack: number },
): { totals: Totals; lines: EditedLine[]; spared: number } {
  const { rules, coupon, delivery } = given;
  const kept = lines.filter(({ quantity }) => quantity > 0);
  const priced = (one: EditedCoupon | null): DiscountedTotals => discountedTotals(kept, rules, one, delivery);
  const plain = priced(null);
  const applies =
    coupon !== null &&
    plain.totals.subtotal >= coupon.minimumSubtotal &&
    copiesInScope(coupon, kept) >= coupon.leastCopies;
  const { totals, discounts, spared } = applies ? priced(coupon) : plain;
  const discounted = lines.map((line) => ({ ...line, discount: discounts[kept.indexOf(line)] ?? 0 }));
  const refunded = discounted.map((line) => line.unitPrice * line.refunded);
  const missing = refunded.reduce((sum, price) => sum + price, 0) - given.goneBack - totals.discount;
  if (missing <= 0) return { totals, spared, lines: discounted };
  const parts = apportion(
    missing,
    discounted.map((line, at) => BigInt(Math.max(0, refunded[at]! - line.discount))),
  );
  const after = discounted.map((line, at) => ({ ...line, discount: line.discount + parts[at]! }));
  return { spared, lines: after, totals: withTotal(totals, after, totals.total - missing) };
}

/** What is paid for a changed order, and when. Paise. */
export interface EditedMoney {
  totals: Totals;
  dueAtDoor: number;
  /** To be paid before it is packed. */
  balanceDue: number;
  /** Goes back now. */
  refund: number;
}

/**
 * Settles the difference: of an order paid at the door there, of one on account in what is open, of others by a payment or a refund. Less than ₹1 is neither
 * asked for nor refunded: the total stays.
 * @param before as it was; `doorReceived` and `left` of what was received
 */
export function editedMoney(
  totals: Totals,
  lines: readonly EditedLine[],
  before: Pick<
    OrderDetail,
    "state" | "paymentWay" | "dueAtDoor" | "doorReceived" | "balanceDue" | "credited" | "payments" | "refunds"
  > & {
    total: number;
    left: number;
  },
): EditedMoney {
  if (before.paymentWay === "account") {
    const over = receivedOf(before) + (before.credited ?? 0) - totals.total;
    return { totals, dueAtDoor: 0, balanceDue: 0, refund: Math.min(before.left, Math.max(0, over)) };
  }
  const more = totals.total - before.total;
  const isAtDoor = before.paymentWay === "cod";
  if (before.state === "pending")
    return {
      totals,
      dueAtDoor: isAtDoor ? totals.total : before.dueAtDoor,
      balanceDue: 0,
      refund: 0,
    };
  const open = isAtDoor ? before.dueAtDoor - before.doorReceived : before.balanceDue;
  const rest = open + more;
  const isTiny = (rest < 0 && -rest < SMALLEST_REFUND) || (!isAtDoor && rest > 0 && rest < SMALLEST_REFUND);
  if (isTiny) return editedMoney(withTotal(totals, lines, totals.total - rest), lines, before);
  const due = Math.max(0, rest);
  return {
    totals,
    dueAtDoor: isAtDoor ? before.doorReceived + due : before.dueAtDoor,
    balanceDue: isAtDoor ? before.balanceDue : due,
    refund: Math.min(Math.max(0, -rest), before.left),
  };
}

/**
 * Whether all that is left of the money would go back while books that cost something are still sent: staff have refunded a sum
 * without copies before. @param left of what was received, in paise
 */
export const leavesUnpaid = ({ refund }: EditedMoney, lines: readonly EditedLine[], left: number): boolean =>
  refund > 0 &&
  refund === left &&
  lines.some(
    ({ unitPrice, quantity, refunded, discount }) => quantity > refunded && unitPrice * quantity > discount,
  );

/** The same order for a total that is less than ₹1 away: the discount takes what is too much, delivery what is too little. */
function withTotal(totals: Totals, lines: readonly EditedLine[], total: number): Totals {
  const less = totals.total - total;
  const discount = totals.discount + Math.max(0, less);
  const shipping = totals.shipping + Math.max(0, -less);
  const kept = lines.filter(({ quantity }) => quantity > 0);
  return { ...totals, discount, shipping, total, tax: taxOfLines(kept, { discount, shipping }, 0) };
}

/** Lines in words: "2 × Gora, 1 × Devdas". */
export const inWords = (lines: readonly { title: string; quantity: number }[]): string =>
  lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ title, quantity }) => `${quantity} × ${title}`)
    .join(", ");
