import type { Db } from "~/db/database.server";
import { indianDate, indianDayStart } from "~/domain/kit/dates";
import type { CouponForCustomer } from "~/domain/sales/coupons/coupons";
import { findCouponFor } from "~/domain/sales/coupons/coupons.server";

const DAY = 24 * 60 * 60 * 1000;

/** The code of the coupon that each customer can use once. */
export const WELCOME = "WELCOME10";

/** Adds a valid and an expired coupon. @param trx the transaction that adds the sample books */
export async function insertSampleCoupons(trx: Db, now: Date): Promise<void> {
  const daysBefore = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
  await trx
    .insertInto("coupons")
    .values([
      {
        code: "MONSOON50",
        description: "For rainy afternoons",
        kind: "amount",
        value: 5000,
        most_discount: null,
        minimum_subtotal: 50_000,
        starts_at: indianDayStart(indianDate(now, -160)).toISOString(),
        ends_at: indianDayStart(indianDate(now, -70)).toISOString(),
        total_limit: 200,
        customer_limit: null,
        created_at: daysBefore(165),
        updated_at: daysBefore(165),
      },
      {
        code: WELCOME,
        description: "One order of each customer",
        kind: "percentage",
        value: 1000,
        most_discount: null,
        minimum_subtotal: 30_000,
        starts_at: null,
        ends_at: null,
        total_limit: null,
        customer_limit: 1,
        created_at: daysBefore(120),
        updated_at: daysBefore(120),
      },
    ])
    .execute();
}

/** The valid sample coupon for a customer who has not used it. @returns null if the shop does not have it */
export async function unusedWelcome(trx: Db): Promise<CouponForCustomer | null> {
  return findCouponFor(trx, { code: WELCOME }, null);
}
