import type { Db } from "~/db/database.server";
import { lockBooks, lockCoupons, lockOrders } from "~/domain/kit/locks.server";

/**
 * Guards what a step of these orders reads and changes: the orders, the coupons that they use and the books in them. Taken
 * by every transaction `beside` others that moves an order, its payments, refunds or returns.
 */
export async function lockForStep(trx: Db, orderIds: readonly number[]): Promise<void> {
  await lockOrders(trx, orderIds);
  const uses = trx.selectFrom("coupon_uses as u").select("u.coupon_id").where("u.order_id", "in", orderIds);
  await lockCoupons(trx, uses.$asScalar());
  const lines = trx.selectFrom("order_lines as l").select("l.book_id").where("l.order_id", "in", orderIds);
  await lockBooks(trx, lines.$asScalar());
}
