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
