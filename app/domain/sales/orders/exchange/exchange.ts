/** Pure rules of an exchange: which copies can be exchanged, what they are worth, and who pays the difference. Browser-safe. */

import { formatRupees } from "~/domain/kit/money";
import { SMALLEST_REFUND } from "../../gateways/payment-states";
import type { OrderMoney } from "../money/order-money.server";
import { type linesProblem, type RefundLine, valueOfLines, whyNoLines } from "../money/refund-lines";
import { discountedTotals, type PricedLine, SMALLEST_TOTAL, type TotalsRules } from "../money/totals";
import type { OrderDetail } from "../order-detail";
import { STATE_LABELS } from "../orders";
import { stillDueAtDoor, stillToPay } from "../paying";
import { canRefundReturn, type OrderReturn, whyNoReturnRefund } from "../returns/returns";

/** `refunds.reason`: the money stays in the shop, and pays the order that is sent in exchange. */
export const EXCHANGE = "exchange";

/**
 * The way that a refund goes, as `payments.gateway`: what was exchanged is in the order that it paid; of that order staff pay it
 * back by transfer.
 */
export const gatewayOfRefund = ({ gateway, reason }: { gateway: string; reason: string }): string =>
  reason === EXCHANGE ? EXCHANGE : gateway === EXCHANGE ? "transfer" : gateway;

type Order = Parameters<typeof linesProblem>[0] & Pick<OrderDetail, "paymentWay">;

/**
 * Why nothing of the order can be exchanged now; null when something can.
 * @param returned the return whose books are exchanged; undefined: copies that were damaged, missing or lost
 */
export function whyNoExchange(order: Order, returned: OrderReturn | undefined): string | null {
  const { id, state, paymentWay } = order;
  if (paymentWay === "account")
    return `Order #${id} is on account: take the books off its invoice, and place another order`;
  if (returned && !canRefundReturn(returned)) return whyNoReturnRefund(returned);
  if (state === "pending" || state === "paid" || state === "packed")
    return `Order #${id} is not sent yet: change the order instead`;
  if (state !== "shipped" && state !== "delivered")
    return `Order #${id} is ${STATE_LABELS[state].toLowerCase()}: its books cannot be exchanged`;
  if (!returned) return whyNoLines(order);
  const open = stillDueAtDoor(order) + stillToPay(order);
  return open > 0
    ? `${formatRupees(open)} of order #${id} is not recorded yet: its books can be exchanged once it is`
    : null;
}

/** The copies that come back: of each line at most once. @param lines left out with a return, which has its own */
export function givenBack(
  order: Pick<OrderDetail, "lines">,
  lines: readonly RefundLine[],
  returned: OrderReturn | undefined,
): { id: number; bookId: number; title: string; qty: number }[] {
  if (returned)
    return returned.lines.map(({ bookId, title, quantity }) => {
      const { id } = order.lines.find((line) => line.bookId === bookId)!;
      return { id, bookId, title, qty: quantity };
    });
  return lines.map(({ id, qty }) => {
    const { bookId, title } = order.lines.find((line) => line.id === id)!;
    return { id, bookId, title, qty };
  });
}

/** How the books that are sent in exchange are paid. Paise. */
export interface ExchangeTerms {
  /** The order of which books come back. */
  orderId: number;
  /** What these pay. */
  value: number;
  /** What a copy costs of a book that is sent once more: what it cost before, rounded up. By the book's id. */
  prices: ReadonlyMap<number, number>;
  /** What that rounding came to. */
  rounding: number;
  /** What staff ask for the delivery. */
  shipping: number;
}

/**
 * What the copies that come back are worth: their prices less their share of the discount, at most what is left of the payment.
 * @param add the copies that are sent; of a book that comes back at most as many, which then cost what these did
 * @returns refused: further copies of such a book, with its place in `add`
 */
export function exchangeTerms(
  order: Pick<OrderDetail, "id" | "lines" | "totals">,
  back: readonly { id: number; bookId: number; title: string; qty: number }[],
  add: readonly { bookId: number; qty: number }[],
  { left, shipping }: { left: OrderMoney["left"]; shipping: number },
): { ok: true; terms: ExchangeTerms } | { ok: false; at: number; message: string } {
  const prices = new Map<number, number>();
  let rounding = 0;
  for (const [at, { bookId, qty }] of add.entries()) {
    const same = back.find((one) => one.bookId === bookId);
    if (!same) continue;
    if (qty > same.qty) {
      const message = `At most ${same.qty} can be exchanged for the same book. Further copies of “${same.title}” are another order`;
      return { ok: false, at, message };
    }
    const worth = valueOfLines(order, [{ id: same.id, qty }]);
    prices.set(bookId, Math.ceil(worth / qty));
    rounding += Math.ceil(worth / qty) * qty - worth;
  }
  const value = Math.min(valueOfLines(order, back), left);
  return { ok: true, terms: { orderId: order.id, value, prices, rounding, shipping } };
}

/** What the new order costs. No coupon applies: its discount is what its prices were rounded up by, and a difference that is too small to be paid. */
export function exchangeTotals(lines: readonly PricedLine[], rules: TotalsRules, terms: ExchangeTerms) {
  const { value, rounding, shipping } = terms;
  const totalsLess = (less: number) => {
    const coupon = less > 0 ? ({ kind: "amount", value: less, mostDiscount: null } as const) : null;
    return discountedTotals(lines, rules, coupon, { shipping, codFee: 0 });
  };
  const more = totalsLess(rounding).totals.total - value;
  const isTiny = more > 0 && more < SMALLEST_TOTAL;
  return { ok: true, ...totalsLess(isTiny ? rounding + more : rounding), coupon: null } as const;
}

/** What becomes of the value: how much of it pays, what is still to be paid, and what goes back. Less than ₹1 does not go back. */
export function exchangeMoney(total: number, { value }: Pick<ExchangeTerms, "value">) {
  const paid = Math.min(total, value);
  const rest = value - paid;
  return { paid, due: total - paid, refund: rest < SMALLEST_REFUND ? 0 : rest };
}
