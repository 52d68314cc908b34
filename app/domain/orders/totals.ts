import {
  couponDiscount,
  type CouponForCustomer,
  couponProblem,
  type CouponProblem,
  type CouponTerms,
} from "../coupons/coupons";

/**
 * What an order comes to, in integer paise: total = subtotal − discount + shipping. `tax` is contained in the total,
 * never added to it.
 */
export interface Totals {
  itemCount: number;
  /** What the books cost together, before the discount. */
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
  /** Hundredths of a per cent, included in the price; 500 is 5 %. */
  taxRate: number;
}

export interface PricedLine {
  unitPrice: number;
  quantity: number;
}

/** Of no books. */
export const EMPTY_TOTALS: Totals = { itemCount: 0, subtotal: 0, discount: 0, shipping: 0, tax: 0, total: 0 };

/** The gateway takes no payment below ₹1 (Razorpay, api/orders/create: amount at least 100). */
export const SMALLEST_TOTAL = 100;

/**
 * The one place that adds up a cart or an order (docs/product-decisions.md §3.9).
 * An empty cart costs nothing, shipping included. Shipping is free by the subtotal before the discount: a coupon never
 * makes the delivery cost something. The discount leaves at least the smallest amount that can be paid; the tax is
 * worked out on what is really paid.
 * @param coupon what is taken off; that it may be used is for the caller to know (`cartTotals`)
 */
export function orderTotals(
  lines: readonly PricedLine[],
  rules: TotalsRules,
  coupon: CouponTerms | null = null,
): Totals {
  const itemCount = lines.reduce((sum, line) => sum + line.quantity, 0);
  const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
  const shipping = itemCount === 0 || subtotal > rules.shippingThreshold ? 0 : rules.shippingFee;
  const most = Math.max(0, subtotal + shipping - SMALLEST_TOTAL);
  const discount = coupon === null ? 0 : Math.min(couponDiscount(coupon, subtotal), most);
  const total = subtotal - discount + shipping;
  return { itemCount, subtotal, discount, shipping, tax: taxIncluded(total, rules.taxRate), total };
}

/**
 * The totals of a cart with the coupon in it: with its discount when it applies, else without.
 * @returns beside the totals why the coupon does not apply; null: it does, or there is none
 */
export function cartTotals(
  lines: readonly PricedLine[],
  rules: TotalsRules,
  coupon: CouponForCustomer | null,
  now: Date,
): { totals: Totals; problem: CouponProblem | null } {
  const plain = orderTotals(lines, rules);
  if (coupon === null) return { totals: plain, problem: null };
  const problem = couponProblem(coupon, plain.subtotal, now);
  if (problem) return { totals: plain, problem };
  const totals = orderTotals(lines, rules, coupon);
  // A use shall not be spent on nothing.
  return { totals, problem: totals.discount === 0 ? "gives_nothing" : null };
}

/**
 * The tax contained in a price: amount × rate / (100 % + rate), half a paisa rounded up. Worked out once on the
 * whole amount, so that rounding does not add up line by line; delivery is in it, since it is taxed as the goods
 * it delivers. In big integers: amount × rate can pass 2^53.
 * @param amount paise @param rate hundredths of a per cent
 */
export function taxIncluded(amount: number, rate: number): number {
  const whole = 10_000n + BigInt(rate);
  return Number((2n * BigInt(amount) * BigInt(rate) + whole) / (2n * whole));
}
