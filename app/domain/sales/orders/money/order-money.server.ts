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
 * One round trip.
 * @returns null when the order was never paid
 */
export async function readOrderMoney(db: Db, orderId: number): Promise<OrderMoney | null> {
  const paying = db
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .select(["p.id", "p.amount", "p.status"])
    .where("p.order_id", "=", orderId)
    .where("p.status", "in", ["captured", "refunded"])
    .where("o.paid_at", "is not", null)
    .whereRef("p.amount", "=", "o.total")
    .whereRef("p.currency", "=", "o.currency")
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
  const all = db
    .selectFrom("refunds")
    .select(["payment_id", "amount", "status"])
    .where("order_id", "=", orderId)
    .execute();
  const [payment, refundsOfOrder] = await Promise.all([paying, all]);
  if (!payment) return null;
  const refunds = refundsOfOrder.filter((refund) => refund.payment_id === payment.id);
  // The gateway may say that all is given back before it tells of each refund.
  const left = payment.status === "refunded" ? 0 : leftToRefund(payment.amount, refunds);
  return { paymentRowId: payment.id, paid: payment.amount, left };
}

/**
 * Whether news of the order's payment has come and is read at any moment: one that was just stored, such as of a refund, or
 * one that came before its payment and waited.
 * @param trx the transaction that takes a step which the news might rule out
 */
export async function hasUnreadNews(trx: Db, orderId: number, now: Date): Promise<boolean> {
  const unread = await trx
    .selectFrom("payment_events as e")
    .select("e.id")
    .where("e.processed_at", "is", null)
    .where("e.next_try_at", "<=", now.toISOString())
    .where((eb) =>
      eb.or([
        eb("e.about", "in", eb.selectFrom("orders").select("gateway_order_id").where("id", "=", orderId)),
        eb(
          "e.about",
          "in",
          eb.selectFrom("payments").select("gateway_payment_id").where("order_id", "=", orderId),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return unread !== undefined;
}
