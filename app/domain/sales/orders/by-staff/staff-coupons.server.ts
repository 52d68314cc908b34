import type { Db } from "~/db/database.server";
import { lockCoupons } from "~/domain/kit/locks.server";
import { withBestCoupon } from "../../cart/best-coupon";
import { staffProblemMessage, UNKNOWN_COUPON } from "../../coupons/coupon-words";
import { couponCode } from "../../coupons/coupons";
import { findCouponsFor } from "../../coupons/coupons.server";
import type { DeliveryCharge, PricedLine, TotalsRules } from "../money/totals";
import { knownCustomer } from "./customer-for.server";
import type { NewStaffOrder } from "./staff-order.schema";

type Asked = Pick<NewStaffOrder, "coupon" | "customer" | "lines">;

/** Locks the coupons that an order by staff may use. @param trx before it locks books */
export const lockStaffCoupons = (trx: Db, { coupon }: Asked): Promise<void> =>
  lockCoupons(
    trx,
    trx
      .selectFrom("coupons as w")
      .select("w.id")
      .where((eb) =>
        eb.or([
          eb("w.code", "=", couponCode(coupon)),
          eb.and([eb("w.automatic", "=", 1), eb("w.active", "=", 1)]),
        ]),
      )
      .$asScalar(),
  );

/**
 * The totals of an order by staff with its coupon: the one entered, by the rules of the checkout, or the best of those without a
 * code. It is taken off what remains after a discount by staff; where there is one, none comes without being asked for.
 * @param trx after `lockStaffCoupons` and with the books locked @param lines with what they cost
 * @returns refused: why the code entered does not apply
 */
export async function withStaffCoupon(
  trx: Db,
  { coupon: typed, customer, lines: wanted }: Asked,
  { lines, rules, delivery }: { lines: readonly PricedLine[]; rules: TotalsRules; delivery: DeliveryCharge },
  now: Date,
) {
  const refused = (message: string) => ({ ok: false, message }) as const;
  const code = couponCode(typed);
  const bookIds = wanted.map(({ bookId }) => bookId);
  // Another order of the same new customer may have made the account meanwhile.
  const known = await knownCustomer(trx, customer);
  const coupons = await findCouponsFor(trx, { code, andAutomatic: true, besideUnpaid: true }, known, bookIds);
  const entered = coupons.find((one) => one.code === code) ?? null;
  if (code && !entered) return refused(UNKNOWN_COUPON);
  // All of whom staff know nothing share one account.
  const isNobody = "walkIn" in customer;
  if (isNobody && entered && entered.customerLimit !== null)
    return refused("This coupon is counted for each customer: enter name and phone");
  const hasDiscount = wanted.some(({ discountPercent }) => discountPercent > 0);
  const automatic = coupons.filter(
    (one) =>
      one.automatic &&
      one.active &&
      !hasDiscount &&
      one !== entered &&
      !(isNobody && one.customerLimit !== null),
  );
  const priced = withBestCoupon(lines, rules, { entered, automatic }, now, delivery, staffProblemMessage);
  const problem = priced.coupon?.instead?.problem ?? priced.coupon?.problem ?? null;
  if (problem !== null) return refused(problem);
  const used = coupons.find(({ id }) => id === priced.coupon?.id) ?? null;
  return { ok: true, ...priced, coupon: used } as const;
}
