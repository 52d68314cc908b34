import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { lockForStep } from "~/domain/sales/orders/order-locks.server";
import type { GatewayRefund } from "~/domain/sales/gateways/gateway.server";
import { advancesPayment, isTaken } from "~/domain/sales/gateways/payment-states";
import { queueRefund } from "~/domain/sales/orders/money/queue-refund.server";
import { AUTOMATIC_REFUNDS } from "~/domain/sales/orders/money/refunds";
import { advance } from "./refunds.server";

/** What the payment service tells of refunds, its own ones too. */

/**
 * Applies news of a refund from a webhook. A refund made in the gateway's dashboard is recorded too.
 * @param options.evenBeforeCapture also of a payment that is not known to be captured: a gateway gives back by itself what it
 * was not told to capture in time. Otherwise such news came before that of the capture
 * @returns false when its payment is not known, or not captured yet
 */
export async function applyRefund(
  db: Db,
  refund: GatewayRefund,
  now = new Date(),
  { evenBeforeCapture = false } = {},
): Promise<boolean> {
  return beside(db, async (trx) => {
    const paid = await trx
      .selectFrom("payments")
      .select("order_id")
      .where("gateway_payment_id", "=", refund.paymentId)
      .executeTakeFirst();
    // Also if it comes in meanwhile: its order was not locked, so the news waits.
    if (!paid) return false;
    await lockForStep(trx, [paid.order_id]);
    const known = await trx
      .selectFrom("refunds")
      .select("id")
      .where("gateway_refund_id", "=", refund.id)
      .executeTakeFirst();
    if (!known && (await noteForeignRefund(trx, refund, now))) return true;
    const id = known?.id ?? (await findOrAddRow(trx, refund, evenBeforeCapture, now));
    if (id === null) return false;
    await advance(trx, id, refund, now);
    return true;
  });
}

/**
 * A refund of a payment in another currency, made in the gateway's dashboard. The shop's refunds are in rupees, so only the
 * payment says that it is refunded. @returns whether it is one
 */
async function noteForeignRefund(trx: Db, refund: GatewayRefund, now: Date): Promise<boolean> {
  const payment = await trx
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .select(["p.id", "p.amount", "p.status"])
    .where("p.gateway_payment_id", "=", refund.paymentId)
    .whereRef("p.currency", "<>", "o.currency")
    .executeTakeFirst();
  if (!payment) return false;
  const isBack = refund.status === "processed" && refund.amount >= payment.amount;
  if (isBack && advancesPayment(payment.status, "refunded"))
    await trx
      .updateTable("payments")
      .set({ status: "refunded", updated_at: now.toISOString() })
      .where("id", "=", payment.id)
      .execute();
  return true;
}

/** Finds the row of a refund with an unknown id: a queued one whose answer has not arrived yet, or a new row. */
async function findOrAddRow(
  trx: Db,
  refund: GatewayRefund,
  evenBeforeCapture: boolean,
  now: Date,
): Promise<number | null> {
  const payment = await trx
    .selectFrom("payments")
    .select(["id", "order_id", "status"])
    .where("gateway_payment_id", "=", refund.paymentId)
    .executeTakeFirst();
  if (!payment) return null;
  if (!isTaken(payment.status) && !evenBeforeCapture) return null;
  const ours = await trx
    .selectFrom("refunds")
    .select("id")
    .where("payment_id", "=", payment.id)
    .where("gateway_refund_id", "is", null)
    .where("amount", "=", refund.amount)
    .where("status", "=", "queued")
    .execute();
  // With several equal refunds only the answer to the shop's own call tells which it is; that answer will still arrive.
  if (ours.length > 1) return null;
  if (ours[0]) return ours[0].id;
  // If an automatic refund failed and was then made by hand at the gateway, it keeps its automatic reason.
  const automatic = await trx
    .selectFrom("refunds")
    .select("reason")
    .where("payment_id", "=", payment.id)
    .where("reason", "in", AUTOMATIC_REFUNDS)
    .executeTakeFirst();
  const reason = automatic?.reason ?? "gateway";
  const made = { orderId: payment.order_id, paymentRowId: payment.id, amount: refund.amount, reason };
  return queueRefund(trx, { ...made, by: { actor: "gateway" } }, now);
}
