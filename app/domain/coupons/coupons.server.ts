import type { Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { type Coupon, type CouponForCustomer, couponProblem } from "./coupons";

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
 * because placing a new order first gives them back, like their copies.
 * @param accountId null: a guest, who has no orders
 * @returns null when there is no such coupon
 */
export async function findCouponFor(
  db: Db,
  which: { id: number } | { code: string },
  accountId: number | null,
): Promise<CouponForCustomer | null> {
  let query = db.selectFrom("coupons").selectAll();
  query = "id" in which ? query.where("id", "=", which.id) : query.where("code", "=", which.code);
  const row = await query.executeTakeFirst();
  if (!row) return null;
  const own = accountId === null ? { kept: 0, waiting: 0 } : await ownUses(db, row.id, accountId);
  return { ...toCoupon(row), uses: row.use_count - own.waiting, ownUses: own.kept };
}

/** The uses held by a customer's orders: `waiting` by unpaid orders, `kept` by all others. */
async function ownUses(
  db: Db,
  couponId: number,
  accountId: number,
): Promise<{ kept: number; waiting: number }> {
  const orders = await db
    .selectFrom("coupon_uses as u")
    .innerJoin("orders as o", "o.id", "u.order_id")
    .select("o.state")
    .where("u.coupon_id", "=", couponId)
    .where("u.account_id", "=", accountId)
    .where("u.released_at", "is", null)
    .execute();
  const waiting = orders.filter(({ state }) => state === "pending").length;
  return { kept: orders.length - waiting, waiting };
}

/**
 * Records that the order uses the coupon. Checks the limits again, now that the customer's other unpaid orders have
 * released their uses.
 * @param trx the transaction that places the order; it has already checked that the coupon applies
 * @param use.subtotal paise; @param use.discount paise
 */
export async function holdCouponUse(
  trx: Db,
  use: { orderId: number; couponId: number; accountId: number; subtotal: number; discount: number },
  now: Date,
): Promise<void> {
  const { orderId, couponId, accountId, subtotal, discount } = use;
  const coupon = await findCouponFor(trx, { id: couponId }, accountId);
  if (!coupon || couponProblem(coupon, subtotal, now))
    throw new Error("the coupon changed within the transaction");
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
