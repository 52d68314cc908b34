import type { Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { logger } from "~/platform/logger.server";
import { randomToken } from "~/platform/tokens.server";
import { logOrderEvent } from "../orders/order-events.server";
import { queueRefundNotice } from "../orders/order-mails.server";
import { canMove } from "../orders/orders";
import { type Gateway, GatewayError, type GatewayRefund } from "./gateway.server";
import { type AutomaticRefund, isAutomaticRefund, movesPaymentOn, movesRefundOn } from "./payments";

type RefundRow = Selectable<Tables["refunds"]>;

const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 6 * 60 * MINUTE_MS;
const REFUNDS_A_ROUND = 20;
/** A refusal may be a conflict with the same refund still running; after this many it is staff's to look at. */
const REFUSALS_BEFORE_FAILED = 8;

/** Before the next try: 1 minute, doubling, 6 hours at most. */
const waitAfter = (attempts: number) => Math.min(MINUTE_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);

/**
 * Queues the return of a payment that its order has no use for, with the mail that tells the customer.
 * @param trx the transaction that recorded the payment; @param refund.amount paise
 */
export async function queueAutomaticRefund(
  trx: Db,
  refund: { orderId: number; paymentRowId: number; amount: number; reason: AutomaticRefund },
  now: Date,
): Promise<void> {
  await queueRefund(trx, refund, now);
  await queueRefundNotice(trx, refund, now);
}

/** Queues a refund; `workRefunds` carries it to the gateway. @param trx an open transaction @returns the refund's id */
export async function queueRefund(
  trx: Db,
  refund: { orderId: number; paymentRowId: number; amount: number; reason: string },
  now: Date,
): Promise<number> {
  const at = now.toISOString();
  const { id } = await trx
    .insertInto("refunds")
    .values({
      order_id: refund.orderId,
      payment_id: refund.paymentRowId,
      amount: refund.amount,
      reason: refund.reason,
      idempotency_key: `refund_${randomToken(18)}`,
      next_try_at: at,
      created_at: at,
      updated_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const detail = { amount: refund.amount, reason: refund.reason };
  await logOrderEvent(trx, { orderId: refund.orderId, kind: "refund_queued", actor: "system", detail }, now);
  return id;
}

/**
 * Background work: asks the gateway for queued refunds, with the refund's own idempotency key, so that a call
 * repeated after a lost answer or a crash returns the money once; and asks after those that are under way.
 * @returns how many refunds it worked on
 */
export async function workRefunds(db: Db, gateway: Gateway, now = new Date()): Promise<number> {
  const due = await db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .innerJoin("orders as o", "o.id", "r.order_id")
    .selectAll("r")
    .select("p.gateway_payment_id")
    .where("r.status", "in", ["queued", "pending"])
    .where("r.next_try_at", "<=", now.toISOString())
    .where("o.gateway", "=", gateway.name)
    .orderBy("r.next_try_at")
    .limit(REFUNDS_A_ROUND)
    .execute();
  for (const row of due) {
    try {
      const refund = row.gateway_refund_id
        ? await gateway.fetchRefund(row.gateway_refund_id)
        : await gateway.refund({
            paymentId: row.gateway_payment_id,
            amount: row.amount,
            idempotencyKey: row.idempotency_key,
            notes: { order: String(row.order_id), reason: row.reason },
          });
      await db.transaction().execute((trx) => advance(trx, row.id, refund, now));
    } catch (error) {
      // Whatever went wrong with this one, the others are not to wait behind it.
      if (!(error instanceof GatewayError))
        logger.error({ refund: row.id, err: error }, "a refund could not be worked on");
      await db.transaction().execute((trx) => postpone(trx, row, error, now));
    }
  }
  return due.length;
}

/**
 * News of a refund from a webhook. A refund made at the gateway's own dashboard is written down as such.
 * @returns false when its payment is none of ours
 */
export async function applyRefund(db: Db, refund: GatewayRefund, now = new Date()): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom("refunds")
      .select("id")
      .where("gateway_refund_id", "=", refund.id)
      .executeTakeFirst();
    const id = known?.id ?? (await adopt(trx, refund, now));
    if (id === null) return false;
    await advance(trx, id, refund, now);
    return true;
  });
}

/** The row that an unknown refund belongs to: one of ours whose answer is still under way, or a new one. */
async function adopt(trx: Db, refund: GatewayRefund, now: Date): Promise<number | null> {
  const payment = await trx
    .selectFrom("payments")
    .select(["id", "order_id"])
    .where("gateway_payment_id", "=", refund.paymentId)
    .executeTakeFirst();
  if (!payment) return null;
  const ours = await trx
    .selectFrom("refunds")
    .select("id")
    .where("payment_id", "=", payment.id)
    .where("gateway_refund_id", "is", null)
    .where("amount", "=", refund.amount)
    .where("status", "=", "queued")
    .execute();
  // Which of several alike it is, only the answer to our own call can tell; that answer is still to come.
  if (ours.length > 1) return null;
  if (ours[0]) return ours[0].id;
  const made = {
    orderId: payment.order_id,
    paymentRowId: payment.id,
    amount: refund.amount,
    reason: "gateway",
  };
  return queueRefund(trx, made, now);
}

/** Moves a refund forward to what the gateway tells, never back. */
async function advance(trx: Db, id: number, refund: GatewayRefund, now: Date): Promise<void> {
  const row = await trx.selectFrom("refunds").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const isNews = movesRefundOn(row.status, refund.status);
  const attempts = isNews ? 1 : row.attempts + 1;
  await trx
    .updateTable("refunds")
    .set({
      gateway_refund_id: refund.id,
      status: isNews ? refund.status : row.status,
      attempts,
      next_try_at: new Date(now.getTime() + waitAfter(attempts)).toISOString(),
      last_error: null,
      updated_at: now.toISOString(),
    })
    .where("id", "=", id)
    .execute();
  if (!isNews) return;
  if (refund.status === "processed") await completeRefund(trx, row, now);
  if (refund.status === "failed") await reportFailed(trx, row, "the gateway reports it as failed", now);
}

/** The money is back: payment and order follow once all of it is. */
async function completeRefund(trx: Db, refund: RefundRow, now: Date): Promise<void> {
  const orderId = refund.order_id;
  const { id: refundId, amount, reason } = refund;
  await logOrderEvent(
    trx,
    { orderId, kind: "refund_processed", actor: "gateway", detail: { refund: refundId, amount, reason } },
    now,
  );
  const processed = await trx
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.amount", "r.payment_id", "r.reason", "p.amount as paid", "p.status as payment_status"])
    .where("r.order_id", "=", orderId)
    .where("r.status", "=", "processed")
    .execute();
  const ofPayment = processed.filter((row) => row.payment_id === refund.payment_id);
  const payment = ofPayment[0]!;
  if (sum(ofPayment) >= payment.paid && movesPaymentOn(payment.payment_status, "refunded")) {
    await trx
      .updateTable("payments")
      .set({ status: "refunded", updated_at: now.toISOString() })
      .where("id", "=", refund.payment_id)
      .execute();
  }

  const order = await trx
    .selectFrom("orders")
    .select(["state", "cancel_reason", "paid_at", "total"])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  const standing = { state: order.state, cancelReason: order.cancel_reason, paidAt: order.paid_at };
  // Money that the order had no use for changes nothing about the order.
  const returned = sum(processed.filter((row) => !isAutomaticRefund(row.reason)));
  if (returned < order.total || !canMove(standing, "refunded")) return;
  await trx
    .updateTable("orders")
    .set({ state: "refunded", cancel_reason: null })
    .where("id", "=", orderId)
    .execute();
  await logOrderEvent(
    trx,
    { orderId, kind: "refunded", actor: "gateway", detail: { amount: returned } },
    now,
  );
}

const sum = (rows: { amount: number }[]) => rows.reduce((total, row) => total + row.amount, 0);

async function postpone(trx: Db, row: RefundRow, error: unknown, now: Date): Promise<void> {
  const attempts = row.attempts + 1;
  const why = error instanceof Error ? error.message : String(error);
  const isRefused = error instanceof GatewayError && error.kind === "refused";
  const isLost = isRefused && !row.gateway_refund_id && attempts >= REFUSALS_BEFORE_FAILED;
  await trx
    .updateTable("refunds")
    .set({
      status: isLost ? "failed" : row.status,
      attempts,
      next_try_at: new Date(now.getTime() + waitAfter(attempts)).toISOString(),
      last_error: why.slice(0, 500),
      updated_at: now.toISOString(),
    })
    .where("id", "=", row.id)
    .execute();
  if (isLost) await reportFailed(trx, row, why, now);
  else logger.warn({ refund: row.id, orderId: row.order_id, attempts, err: error }, "a refund has to wait");
}

/** A customer's money is stuck: somebody has to look. */
async function reportFailed(trx: Db, row: RefundRow, why: string, now: Date): Promise<void> {
  const detail = { refund: row.id, amount: row.amount, why: why.slice(0, 200) };
  await logOrderEvent(trx, { orderId: row.order_id, kind: "refund_failed", actor: "gateway", detail }, now);
  logger.error({ refund: row.id, orderId: row.order_id, why }, "a refund failed");
}
