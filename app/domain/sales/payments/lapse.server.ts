import type { ExpressionBuilder } from "kysely";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { queueCancellationMail } from "../orders/fulfilment/fulfilment-mails.server";
import { lockForStep } from "../orders/order-locks.server";
import { cancelPending } from "../orders/order-steps.server";
import { isPaidOnline } from "../orders/paying";

const LAPSES_PER_RUN = 100;

/**
 * Background task: cancels orders that were not paid or confirmed in time and puts their stock back. A payment that arrives
 * later is still applied (`applyPayment`). An order of which a part was transferred stays, for staff to decide.
 * @returns how many orders lapsed
 */
export async function lapse(db: Db, now = new Date()): Promise<number> {
  const overdue = await db
    .selectFrom("orders")
    .select(["id", "payment_way", "total", "due_at_door", "first_due", "placed_by"])
    .where("state", "=", "pending")
    .where("pay_by", "<=", now.toISOString())
    .where(hasNoTransfer)
    .orderBy("pay_by")
    .limit(LAPSES_PER_RUN)
    .execute();
  for (const { id, ...order } of overdue) {
    const { payment_way: paymentWay, total, due_at_door: dueAtDoor, first_due: firstDue } = order;
    const isOnline = isPaidOnline({ paymentWay, total, dueAtDoor, firstDue });
    await beside(db, async (trx) => {
      await lockForStep(trx, [id]);
      if (await isHeldByTransfer(trx, id)) return;
      const isOver = await cancelPending(trx, id, "payment_timeout", { actor: "system" }, now);
      // Who pays online has just seen the checkout; others think that the order is on its way, or have a link of the shop.
      if (!isOver || (isOnline && order.placed_by === null)) return;
      const lapsed = { reason: "lapsed", wasPaid: false, refund: 0, note: "" } as const;
      await queueCancellationMail(trx, { orderId: id, ...lapsed }, now);
    });
  }
  return overdue.length;
}

/** Nothing was transferred to the shop for the order so far. */
const hasNoTransfer = (eb: ExpressionBuilder<Tables, "orders">) =>
  eb.or([
    eb("payment_way", "<>", "transfer"),
    eb.not(
      eb.exists(
        eb
          .selectFrom("payments as p")
          .select("p.id")
          .whereRef("p.order_id", "=", "orders.id")
          .where("p.status", "=", "captured"),
      ),
    ),
  ]);

/** The same of one order, once it is locked. */
async function isHeldByTransfer(trx: Db, orderId: number): Promise<boolean> {
  const free = await trx
    .selectFrom("orders")
    .select("id")
    .where("id", "=", orderId)
    .where(hasNoTransfer)
    .executeTakeFirst();
  return free === undefined;
}
