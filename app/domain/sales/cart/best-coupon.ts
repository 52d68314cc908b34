/** Which coupon a cart gets. Browser-safe. */

import { couponGives, couponProblemMessage } from "../coupons/coupon-words";
import type { CartCoupon, CouponForCustomer } from "../coupons/coupons";
import {
  cartTotals,
  type DeliveryCharge,
  type DiscountedTotals,
  type PricedLine,
  type TotalsRules,
} from "../orders/money/totals";

/** The coupons that a cart can have. */
export interface CouponChoice {
  /** The one whose code was entered. */
  entered: CouponForCustomer | null;
  automatic: readonly CouponForCustomer[];
}

/**
 * The totals with the one coupon that takes off most, of the entered one and those that need no code; of equal ones the entered
 * one, then the oldest. Where none applies, the entered one is shown with the reason.
 * @param words why one does not apply
 * @returns `coupon`: what the cart shows; null: none
 */
export function withBestCoupon(
  lines: readonly PricedLine[],
  rules: TotalsRules,
  { entered, automatic }: CouponChoice,
  now: Date,
  delivery: DeliveryCharge,
  words = couponProblemMessage,
): DiscountedTotals & { coupon: CartCoupon | null } {
  const priced = (coupon: CouponForCustomer | null) => ({
    coupon,
    ...cartTotals(lines, rules, coupon, now, delivery),
  });
  const own = priced(entered);
  let best = own;
  for (const one of automatic) {
    if (one.id === entered?.id) continue;
    const other = priced(one);
    if (other.problem === null && other.totals.total < best.totals.total) best = other;
  }
  const { totals, discounts, spared, coupon, problem } = best;
  const why = own.problem && words(own.problem, entered!);
  const shown = coupon && {
    id: coupon.id,
    code: coupon.code,
    gives: couponGives(coupon),
    problem: problem && words(problem, coupon),
    ...(best !== own && {
      automatic: true as const,
      ...(entered && { instead: { code: entered.code, problem: why ?? takesOffMore(coupon) } }),
    }),
  };
  return { totals, discounts, spared, coupon: shown };
}

const takesOffMore = ({ code }: CouponForCustomer) => `${code} takes off more`;
