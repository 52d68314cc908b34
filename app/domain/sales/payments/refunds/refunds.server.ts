import type { Selectable } from "kysely";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { logger } from "~/platform/logger.server";
import {
  queueGatewayRefundMail,
  queueNoteMail,
} from "~/domain/sales/orders/fulfilment/fulfilment-mails.server";
import { indianDate } from "~/domain/kit/dates";
import { lockOrder } from "~/domain/kit/locks.server";
import { lockForStep } from "~/domain/sales/orders/order-locks.server";
import { logOrderEvent } from "~/domain/sales/orders/order-events.server";
import { queueRefundNotice } from "~/domain/sales/orders/order-mails.server";
import { completeRefund } from "./complete-refund.server";
import { type Gateway, GatewayError, type GatewayRefund } from "~/domain/sales/gateways/gateway.server";
import { advancesRefund } from "~/domain/sales/gateways/payment-states";
import { noticeFailedRefund } from "~/domain/sales/orders/desk/order-notices.server";
import { queueRefund } from "~/domain/sales/orders/money/queue-refund.server";
import { BY_HAND } from "~/domain/sales/orders/paying";
import type { AutomaticRefund } from "~/domain/sales/orders/money/refunds";

type RefundRow = Selectable<Tables["refunds"]>;

const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 6 * 60 * MINUTE_MS;
const REFUNDS_PER_RUN = 20;
/** A refusal may mean that the same refund is still being processed; after so many of them staff have to look at it. */
const REFUSALS_BEFORE_FAILED = 8;

const GATEWAY_FAILED = "the payment service could not carry it out";

/** The wait before the next try: 1 minute, doubled each time, at most 6 hours. */
const waitAfter = (attempts: number) => Math.min(MINUTE_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);

/**
 * Queues the refund of a payment that the order does not need, and a mail to the customer.
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

/**
 * Background task: makes each refund at the gateway that took the payment, even if the shop has changed its payment
 * provider. A refund of a gateway that the shop cannot reach stays queued; staff read why on the order's page
 * (`findStaffOrder`).
 * @param gateways all that the shop can reach
 * @returns how many refunds it processed
 */
export async function processAllRefunds(
  db: Db,
  gateways: readonly Gateway[],
  now = new Date(),
): Promise<number> {
  let processed = 0;
  for (const gateway of gateways) processed += await processRefunds(db, gateway, now);
  return processed;
}

/**
 * Sends queued refunds to the gateway and asks for the state of pending ones. Each refund has its own
 * idempotency key, so that a call repeated after a lost answer or a crash refunds only once.
 * @returns how many refunds it processed
 */
export async function processRefunds(db: Db, gateway: Gateway, now = new Date()): Promise<number> {
  const due = await db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .innerJoin("orders as o", "o.id", "r.order_id")
    .leftJoin("refunds as earlier", "earlier.id", "r.retry_of")
    .selectAll("r")
    .select(["p.gateway_payment_id", "earlier.gateway_refund_id as earlier_refund_id"])
    .where("r.status", "in", ["queued", "pending"])
    .where("r.next_try_at", "<=", now.toISOString())
    .where("o.gateway", "=", gateway.name)
    // Staff pay back themselves what they recorded.
    .where("p.gateway", "not in", BY_HAND)
    .orderBy("r.next_try_at")
    .limit(REFUNDS_PER_RUN)
    .execute();
  for (const row of due) {
    try {
      const earlier = await recoveredRefund(gateway, row);
      const refund = earlier ?? (await sendOrFetch(gateway, row));
      await beside(db, async (trx) => {
        await lockForStep(trx, [row.order_id]);
        if (!earlier) return advance(trx, row.id, refund, now);
        await advance(trx, row.retry_of!, refund, now);
        await dropRetry(trx, { id: row.retry_of!, order_id: row.order_id }, now);
      });
    } catch (error) {
      // An error with one refund must not stop the others.
      if (!(error instanceof GatewayError))
        logger.error({ refund: row.id, err: error }, "a refund could not be processed");
      await beside(db, async (trx) => {
        await lockOrder(trx, row.order_id);
        return postpone(trx, row, error, now);
      });
    }
  }
  return due.length;
}

type DueRefund = RefundRow & { gateway_payment_id: string; earlier_refund_id: string | null };

function sendOrFetch(gateway: Gateway, row: DueRefund): Promise<GatewayRefund> {
  if (row.gateway_refund_id) return gateway.fetchRefund(row.gateway_refund_id);
  return gateway.refund({
    paymentId: row.gateway_payment_id,
    amount: row.amount,
    // Of parts of one refund the keys have a point, which the service refuses.
    idempotencyKey: row.idempotency_key.replaceAll(".", "_"),
    // Must be the same in every repetition with this key.
    notes: { order: String(row.order_id), reason: row.reason },
  });
}

/**
 * The failed refund that this one repeats, if the gateway has processed it after all.
 * @throws while the gateway is still processing it
 */
async function recoveredRefund(gateway: Gateway, row: DueRefund): Promise<GatewayRefund | null> {
  if (row.earlier_refund_id === null || row.gateway_refund_id !== null) return null;
  const earlier = await gateway.fetchRefund(row.earlier_refund_id);
  if (earlier.status === "failed") return null;
  if (earlier.status === "processed") return earlier;
  throw new GatewayError("unavailable", "The failed refund is still being processed");
}

/** A failed refund was processed after all, so the refund queued to repeat it is cancelled. */
async function dropRetry(trx: Db, recovered: Pick<RefundRow, "id" | "order_id">, now: Date): Promise<void> {
  const why = "the earlier refund went through after all";
  const dropped = await trx
    .updateTable("refunds")
    .set({ status: "failed", last_error: why, updated_at: now.toISOString() })
    .where("retry_of", "=", recovered.id)
    .where("status", "=", "queued")
    .where("gateway_refund_id", "is", null)
    .returning(["id", "amount"])
    .executeTakeFirst();
  if (!dropped) return;
  const detail = { refund: dropped.id, amount: dropped.amount, why };
  const event = { orderId: recovered.order_id, kind: "refund_failed", actor: "system", detail } as const;
  await logOrderEvent(trx, event, now);
}

/** Applies the gateway's state to a refund; the state only moves forward. */
export async function advance(trx: Db, id: number, refund: GatewayRefund, now: Date): Promise<void> {
  const row = await trx.selectFrom("refunds").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const isNews = advancesRefund(row.status, refund.status);
  const attempts = isNews ? 1 : row.attempts + 1;
  const status = isNews ? refund.status : row.status;
  await trx
    .updateTable("refunds")
    .set({
      gateway_refund_id: refund.id,
      status,
      attempts,
      next_try_at: new Date(now.getTime() + waitAfter(attempts)).toISOString(),
      last_error: status === "failed" ? GATEWAY_FAILED : null,
      ...(isNews && status === "processed" && { money_on: indianDate(now) }),
      updated_at: now.toISOString(),
    })
    .where("id", "=", id)
    .execute();
  if (!isNews) return;
  if (refund.status === "processed") {
    await dropRetry(trx, row, now);
    await completeRefund(trx, row, now);
  }
  const { order_id: orderId, amount } = row;
  // Only a refund made in the gateway's dashboard has this reason: nobody has told the customer yet.
  const isUntold = row.reason === "gateway" && row.retry_of === null && row.status !== "pending";
  if (isUntold && refund.status !== "failed") await queueGatewayRefundMail(trx, { id, orderId, amount }, now);
  else if (refund.status === "processed") await queueNoteMail(trx, { orderId, amount, refundIds: [id] }, now);
  if (refund.status === "failed") await reportFailed(trx, row, GATEWAY_FAILED, now);
}

async function postpone(trx: Db, row: RefundRow, error: unknown, now: Date): Promise<void> {
  const attempts = row.attempts + 1;
  const why = error instanceof Error ? error.message : String(error);
  const isRefused = error instanceof GatewayError && error.kind === "refused";
  const isLost = isRefused && !row.gateway_refund_id && attempts >= REFUSALS_BEFORE_FAILED;
  const postponed = await trx
    .updateTable("refunds")
    .set({
      status: isLost ? "failed" : row.status,
      attempts,
      next_try_at: new Date(now.getTime() + waitAfter(attempts)).toISOString(),
      last_error: why.slice(0, 500),
      updated_at: now.toISOString(),
    })
    .where("id", "=", row.id)
    // A webhook may have changed the state during the call.
    .where("status", "=", row.status)
    .executeTakeFirst();
  if (postponed.numUpdatedRows === 0n) return;
  if (isLost) await reportFailed(trx, row, why, now);
  else
    logger.warn(
      { refund: row.id, orderId: row.order_id, attempts, err: error },
      "a refund will be tried again later",
    );
}

/** Logs the failure as an error and tells staff, because they have to act. */
async function reportFailed(trx: Db, row: RefundRow, why: string, now: Date): Promise<void> {
  const { id: refundId, order_id: orderId, amount } = row;
  const detail = { refund: refundId, amount, why: why.slice(0, 200) };
  const event = { orderId, kind: "refund_failed", actor: "gateway", detail } as const;
  const eventId = await logOrderEvent(trx, event, now);
  await noticeFailedRefund(trx, { orderId, refundId, amount, why, eventId }, now);
  logger.error({ refund: row.id, orderId: row.order_id, why }, "a refund failed");
}
