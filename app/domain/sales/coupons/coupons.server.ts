import type { Expression, Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import type { Coupon, CouponForCustomer } from "./coupons";
import { paidOnline } from "../orders/paid-online.server";

/** A coupon of its row. */
export const toCoupon = (row: Selectable<Tables["coupons"]>): Coupon => ({
  id: row.id,
  code: row.code,
  description: row.description,
  kind: row.kind,
  value: row.value,
  mostDiscount: row.most_discount,
  minimumSubtotal: row.minimum_subtotal,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  totalLimit: row.total_limit,
  customerLimit: row.customer_limit,
  active: row.active === 1,
});

/**
 * A coupon with its uses as they count for one customer. Uses held by this customer's own unpaid orders do not count,
 * because placing a new order first gives them back, like their copies. One query.
 * @param accountId null: a guest, who has no orders
 * @returns null when there is no such coupon
 */
export async function findCouponFor(
  db: Db,
  which: { id: number } | { code: string } | { inCart: Expression<number | null> },
  accountId: number | null,
): Promise<CouponForCustomer | null> {
  let query = db.selectFrom("coupons as c").selectAll("c");
  if ("id" in which) query = query.where("c.id", "=", which.id);
  else if ("code" in which) query = query.where("c.code", "=", which.code);
  else query = query.where("c.id", "in", which.inCart);
  const row = await query
    .select((eb) => {
      const uses = eb
        .selectFrom("coupon_uses as u")
        .innerJoin("orders as o", "o.id", "u.order_id")
        .select((count) => count.fn.countAll<number>().as("count"))
        .whereRef("u.coupon_id", "=", "c.id")
        // A guest has none.
        .where("u.account_id", "=", accountId ?? 0)
        .where("u.released_at", "is", null);
      return [
        uses.where("o.state", "=", "pending").where(paidOnline("o")).as("own_waiting"),
        uses.where((of) => of.not(of.and([of("o.state", "=", "pending"), paidOnline("o")]))).as("own_kept"),
      ];
    })
    .executeTakeFirst();
  return (
    (row && {
      ...toCoupon(row),
      uses: row.use_count - (row.own_waiting ?? 0),
      ownUses: row.own_kept ?? 0,
    }) ??
    null
  );
}

/**
 * Records that the order uses the coupon.
 * @param trx the transaction that places the order; it has checked that the coupon applies, and the customer's other unpaid
 *   orders have released their uses
 * @param use.discount paise
 */
export async function holdCouponUse(
  trx: Db,
  use: { orderId: number; couponId: number; accountId: number; discount: number },
  now: Date,
): Promise<void> {
  const { orderId, couponId, accountId, discount } = use;
  await trx
    .insertInto("coupon_uses")
    .values({
      order_id: orderId,
      coupon_id: couponId,
      account_id: accountId,
      discount,
      used_at: now.toISOString(),
      released_at: null,
    })
    .execute();
}
