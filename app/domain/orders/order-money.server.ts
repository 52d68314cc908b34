import type { Db } from "~/db/database.server";
import { AUTOMATIC_REFUNDS, leftToRefund } from "./refunds";

/** The payment that paid an order. */
export interface OrderMoney {
  paymentRowId: number;
  /** The captured amount, in paise. */
  paid: number;
  /** The part without a refund, in paise. */
  left: number;
}

/**
 * The money of a paid order, without a second payment, which is refunded automatically.
 * @returns null when the order was never paid
 */
export async function readOrderMoney(db: Db, orderId: number): Promise<OrderMoney | null> {
  const payment = await db
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .select(["p.id", "p.amount"])
    .where("p.order_id", "=", orderId)
    .where("p.status", "in", ["captured", "refunded"])
    .where("o.paid_at", "is not", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("refunds as r")
            .select("r.id")
            .whereRef("r.payment_id", "=", "p.id")
            .where("r.reason", "in", AUTOMATIC_REFUNDS),
        ),
      ),
    )
    .orderBy("p.id")
    .executeTakeFirst();
  if (!payment) return null;
  const refunds = await db
    .selectFrom("refunds")
    .select(["amount", "status"])
    .where("payment_id", "=", payment.id)
    .execute();
  return { paymentRowId: payment.id, paid: payment.amount, left: leftToRefund(payment.amount, refunds) };
}
