import type { Db } from "~/db/database.server";
import { isRefundStuck } from "./refunds";

/** The orders with a failed refund that staff have to try again (`isRefundStuck`). */
export async function ordersWithStuckRefunds(db: Db): Promise<number[]> {
  const payments = await db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["p.id", "p.amount as paid"])
    .distinct()
    .where("r.status", "=", "failed")
    .execute();
  if (payments.length === 0) return [];
  const refunds = await db
    .selectFrom("refunds")
    .select(["id", "order_id", "payment_id", "amount", "status", "retry_of as retryOf"])
    .where(
      "payment_id",
      "in",
      payments.map((payment) => payment.id),
    )
    .execute();
  const orders = payments.flatMap(({ id, paid }) => {
    const ofPayment = refunds.filter((refund) => refund.payment_id === id);
    return ofPayment.filter((refund) => isRefundStuck(refund, paid, ofPayment));
  });
  return [...new Set(orders.map((refund) => refund.order_id))];
}

/** Whether staff have to try this refund again. */
export async function isStuckRefund(db: Db, refundId: number): Promise<boolean> {
  const refund = await db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.amount", "r.status", "r.retry_of as retryOf", "r.payment_id", "p.amount as paid"])
    .where("r.id", "=", refundId)
    .executeTakeFirstOrThrow();
  const ofPayment = await db
    .selectFrom("refunds")
    .select(["id", "amount", "status", "retry_of as retryOf"])
    .where("payment_id", "=", refund.payment_id)
    .execute();
  return isRefundStuck(refund, refund.paid, ofPayment);
}
