import {
  type AppliedTerms,
  copiesInScope,
  type CouponForCustomer,
  couponProblem,
  type CouponProblem,
  couponShares,
} from "../../coupons/coupons";
import { lineValues, principalAt } from "./line-values";

/**
 * The totals of a cart or an order, in integer paise: total = subtotal − discount + shipping. `tax` is contained in the
 * total, not added to it.
 */
export interface Totals {
  itemCount: number;
  /** The price of all books before the discount. */
  subtotal: number;
  discount: number;
  shipping: number;
  tax: number;
  total: number;
}

/** The settings that totals depend on. */
export interface TotalsRules {
  /** Shipping is free when the subtotal exceeds this. Paise, as is the fee. */
  shippingThreshold: number;
  shippingFee: number;
  /** Hundredths of a per cent, included in the price; 500 is 5 %. For lines without a rate of their own. */
  taxRate: number;
}

export interface PricedLine {
  /** Left out: no coupon for certain books applies to it. */
  bookId?: number;
  unitPrice: number;
  quantity: number;
  /** Hundredths of a per cent; left out: the shop's rate. */
  taxRate?: number;
}

/** The totals of an empty cart. */
export const EMPTY_TOTALS: Totals = { itemCount: 0, subtotal: 0, discount: 0, shipping: 0, tax: 0, total: 0 };

/** The gateway takes no payment below ₹1 (Razorpay, api/orders/create: amount at least 100). */
export const SMALLEST_TOTAL = 100;

/** What the delivery plan asks. Paise. */
export interface DeliveryCharge {
  /** With the fee for paying at the door; null: the settings' fee. */
  shipping: number | null;
  codFee: number;
}

/** The totals with what the coupon takes off each line, in paise. */
export interface DiscountedTotals {
  totals: Totals;
  discounts: number[];
  /** What it takes off delivery. */
  spared: number;
}

/**
 * Adds up a cart or an order (docs/product-decisions.md §3.9). No other code does.
 * An empty cart has no shipping fee. Whether shipping is free depends on the subtotal before the discount, so that a
 * coupon never adds a fee. The discount leaves at least the smallest amount that can be paid. The tax is computed from
 * the values after the discount, at the rate of each line.
 * @param coupon its discount is subtracted; the caller has checked that it applies (`cartTotals`)
 */
export function discountedTotals(
  lines: readonly PricedLine[],
  rules: TotalsRules,
  coupon: AppliedTerms | null,
  delivery: DeliveryCharge,
): DiscountedTotals {
  const itemCount = lines.reduce((sum, line) => sum + line.quantity, 0);
  const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
  const charged = itemCount === 0 ? 0 : (delivery.shipping ?? flatFee(subtotal, rules));
  const isFree = coupon?.kind === "delivery" && copiesInScope(coupon, lines) > 0;
  const kept = delivery.shipping === null ? 0 : delivery.codFee;
  const shipping = isFree ? Math.min(charged, Math.max(kept, SMALLEST_TOTAL - subtotal)) : charged;
  const most = Math.max(0, subtotal + shipping - SMALLEST_TOTAL);
  const discounts = coupon === null ? lines.map(() => 0) : couponShares(coupon, lines, most);
  const discount = discounts.reduce((sum, one) => sum + one, 0);
  const total = subtotal - discount + shipping;
  const discounted = lines.map((line, at) => ({ ...line, discount: discounts[at]! }));
  const tax = taxOfLines(discounted, { discount, shipping }, rules.taxRate);
  return {
    totals: { itemCount, subtotal, discount, shipping, tax, total },
    discounts,
    spared: charged - shipping,
  };
}

/** The totals alone. @param shipping as in `DeliveryCharge`, without a fee for paying at the door */
export const orderTotals = (
  lines: readonly PricedLine[],
  rules: TotalsRules,
  coupon: AppliedTerms | null = null,
  shipping: number | null = null,
): Totals => discountedTotals(lines, rules, coupon, { shipping, codFee: 0 }).totals;

const flatFee = (subtotal: number, { shippingThreshold, shippingFee }: TotalsRules) =>
  subtotal > shippingThreshold ? 0 : shippingFee;

/**
 * The tax of all lines after the discount, and of delivery, contained in their values. It is rounded once for each rate, so that an order with one rate has the tax
 * contained in its total.
 */
export function taxOfLines(
  lines: readonly (PricedLine & { discount: number })[],
  { discount, shipping }: Pick<Totals, "discount" | "shipping">,
  shopRate: number,
): number {
  if (lines.length === 0) return 0;
  const values = lineValues(lines, discount);
  const rateOf = (at: number) => lines[at]!.taxRate ?? shopRate;
  const byRate = new Map([[rateOf(principalAt(values)), shipping]]);
  for (const [at, { value }] of values.entries())
    byRate.set(rateOf(at), (byRate.get(rateOf(at)) ?? 0) + value);
  return [...byRate].reduce((sum, [rate, value]) => sum + taxIncluded(value, rate), 0);
}

/**
 * The totals of a cart, with the discount of its coupon if that applies.
 * @returns `problem`: why the coupon does not apply; null: it applies, or there is none
 */
export function cartTotals(
  lines: readonly PricedLine[],
  rules: TotalsRules,
  coupon: CouponForCustomer | null,
  now: Date,
  delivery: DeliveryCharge = { shipping: null, codFee: 0 },
): DiscountedTotals & { problem: CouponProblem | null } {
  const plain = discountedTotals(lines, rules, null, delivery);
  if (coupon === null) return { ...plain, problem: null };
  const problem = couponProblem(coupon, plain.totals.subtotal, now, copiesInScope(coupon, lines));
  if (problem) return { ...plain, problem };
  const less = discountedTotals(lines, rules, coupon, delivery);
  // A coupon without any effect must not be used up.
  return { ...less, problem: less.totals.total === plain.totals.total ? "gives_nothing" : null };
}

/**
 * The tax contained in a price: amount × rate / (100 % + rate), half a paisa rounded up. Computed once for all that has
 * the rate, so that rounding errors of lines do not add up.
 * Uses BigInt, since amount × rate can exceed 2^53.
 * @param amount paise @param rate hundredths of a per cent
 */
export function taxIncluded(amount: number, rate: number): number {
  const whole = 10_000n + BigInt(rate);
  return Number((2n * BigInt(amount) * BigInt(rate) + whole) / (2n * whole));
}
