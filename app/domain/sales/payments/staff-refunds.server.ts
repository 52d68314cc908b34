import type { Selectable } from "kysely";
import { beside } from "~/db/beside.server";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { wake } from "~/platform/wake.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { lockOrder } from "~/domain/kit/locks.server";
import { formatRupees } from "~/domain/kit/money";
import { canRefund, refundProblem } from "../orders/fulfilment/fulfilment";
import {
  readOrderForStep,
  type StaffRequest,
  type StepOutcome,
  unknownOrder,
} from "../orders/fulfilment/fulfilment.server";
import { queueStaffRefundMail } from "../orders/fulfilment/fulfilment-mails.server";
import { logOrderEvent } from "../orders/order-events.server";
import {
  canRefundReturn,
  linesInWords,
  type OrderReturn,
  whyNoReturnRefund,
} from "../orders/returns/returns";
import { readReturns } from "../orders/returns/returns-of-orders.server";
import { isStuckRefund } from "../orders/money/stuck-refunds.server";
import { isUnderKey, queueRefund, queueRefundOf } from "../orders/money/queue-refund.server";
import {
  exceedsUnproved,
  lockUnproved,
  needsProof,
  type RefundingRequest,
} from "../orders/money/unproved-refunds.server";

export interface StaffRefund extends RefundingRequest {
  /** Paise; "full": all that is left of the payment. */
  amount: number | "full";
  /** Sent to the customer. */
  reason: string;
  /** The form's random key: however often it is posted, there is one refund. */
  key: string;
  /** The return that it is for. Staff decide the amount, and a return is refunded once. */
  returnId?: number;
}

/**
 * Refunds some or all of an order's money; the customer gets a mail. The background task sends the refund to the
 * gateway, with an idempotency key made of the form's key.
 * @returns a sentence for staff in each case. Refused: no such order or return, nothing left, an amount that is more than is
 * left or too small (at its field), or more than somebody may refund without a recent proof
 */
export async function refundByStaff(db: Db, request: StaffRefund, now = new Date()): Promise<StepOutcome> {
  const outcome = await beside(db, async (trx) => {
    await lockUnproved(trx, request);
    await lockOrder(trx, request.orderId);
    return refund(trx, request, now);
  });
  if (outcome.ok) {
    wake("refunds");
    wake("mail");
  }
  return outcome;
}

async function refund(trx: Db, request: StaffRefund, now: Date): Promise<StepOutcome> {
  const { orderId, staffId, reason, key, returnId } = request;
  const order = await readOrderForStep(trx, orderId, "anybody", now);
  if (!order) return unknownOrder(orderId);
  const done = (amount: number) =>
    ({ ok: true, message: `${formatRupees(amount)} of order #${orderId} is being refunded` }) as const;
  const idempotencyKey = `refund_${orderId}_${key}`;
  const ofOrder = await trx
    .selectFrom("refunds")
    .select(["amount", "status", "return_id", "idempotency_key"])
    .where("order_id", "=", orderId)
    .execute();
  const posted = ofOrder.filter((refund) => isUnderKey(refund.idempotency_key, idempotencyKey));
  if (posted.length > 0) {
    const amount = posted.reduce((sum, refund) => sum + refund.amount, 0);
    // After a full refund nothing is left, unless that refund failed since.
    const wasFull = order.left === 0 || posted.some(({ status }) => status === "failed");
    const isSame = request.amount === "full" ? wasFull : request.amount === amount;
    if (isSame && posted[0]!.return_id === (returnId ?? null)) return done(amount);
    const message = `This form has refunded ${formatRupees(amount)} already. Please open it again`;
    return { ok: false, reason: "wrong_step", message };
  }
  const returned = returnId === undefined ? undefined : await returnOf(trx, orderId, returnId);
  if (returned === null) return { ok: false, reason: "not_found", message: "There is no such return" };
  if (returned && !canRefundReturn(returned))
    return { ok: false, reason: "wrong_step", message: whyNoReturnRefund(returned) };
  if (!canRefund(order)) {
    const message = `Order #${orderId} has nothing left to refund`;
    return { ok: false, reason: "wrong_step", message };
  }
  const left = order.left!;
  const amount = request.amount === "full" ? left : request.amount;
  const problem = refundProblem(amount, left);
  if (problem) return { ok: false, reason: "invalid", field: "amount", message: problem };
  if (await exceedsUnproved(trx, request, amount)) return needsProof;

  const { id, isByHand } = await queueRefundOf(
    trx,
    order.payments,
    {
      orderId,
      amount,
      reason: "staff",
      note: reason,
      by: { actor: "staff", actorAccountId: staffId },
      idempotencyKey,
      ...(returned && { returnId: returned.id }),
    },
    now,
  );
  await recordAudit(
    trx,
    {
      staffId,
      subject: "order",
      subjectId: orderId,
      action: amount === order.row.total ? "refunded" : "refunded a part of",
      before: { "Left of the payment": formatRupees(left) },
      after: {
        "Left of the payment": formatRupees(left - amount),
        Refund: formatRupees(amount),
        ...(returned && { "For returned books": linesInWords(returned.lines) }),
        Reason: reason,
      },
    },
    now,
  );
  const books = returned ? linesInWords(returned.lines) : null;
  await queueStaffRefundMail(trx, { id, orderId, amount, note: reason, books, isByHand }, now);
  return done(amount);
}

/** @returns null when the order has no such return */
async function returnOf(trx: Db, orderId: number, returnId: number): Promise<OrderReturn | null> {
  const returns = await readReturns(trx, orderId);
  return returns.find(({ id }) => id === returnId) ?? null;
}

/**
 * Tries a failed refund again, without ever refunding twice.
 * - If the gateway never created the refund, the same row is sent again with the same key. If an earlier call had
 *   succeeded after all, the gateway returns that refund.
 * - If the gateway created it but could not carry it out, the same key would only return the failed refund. So a new
 *   refund with a new key is queued, once. Before it is sent, the failed one is fetched again (`processRefunds`).
 */
export async function retryRefund(
  db: Db,
  request: StaffRequest & { refundId: number },
  now = new Date(),
): Promise<StepOutcome> {
  const outcome = await beside(db, async (trx) => {
    await lockOrder(trx, request.orderId);
    return retry(trx, request, now);
  });
  if (outcome.ok) wake("refunds");
  return outcome;
}

async function retry(
  trx: Db,
  { orderId, staffId, refundId }: StaffRequest & { refundId: number },
  now: Date,
): Promise<StepOutcome> {
  const failed = await trx
    .selectFrom("refunds")
    .selectAll()
    .where("id", "=", refundId)
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (!failed) return { ok: false, reason: "not_found", message: "There is no such refund" };
  if (!(await isStuckRefund(trx, failed.id))) {
    const message = `The refund of ${formatRupees(failed.amount)} does not need to be tried again`;
    return { ok: false, reason: "wrong_step", message };
  }
  await queueAgain(trx, failed, staffId, now);
  await recordAudit(
    trx,
    {
      staffId,
      subject: "order",
      subjectId: orderId,
      action: "tried again a refund of",
      after: { Refund: formatRupees(failed.amount) },
    },
    now,
  );
  return { ok: true, message: `The refund of ${formatRupees(failed.amount)} is being tried again` };
}

/** Queues a failed refund again: itself, or a new one that repeats it (`retryRefund`). @param trx an open transaction */
export async function queueAgain(
  trx: Db,
  failed: Selectable<Tables["refunds"]>,
  staffId: number,
  now: Date,
): Promise<void> {
  if (failed.gateway_refund_id === null) return requeue(trx, failed, staffId, now);
  const { order_id: orderId, payment_id: paymentRowId, amount, reason, note, return_id } = failed;
  const by = { actor: "staff", actorAccountId: staffId } as const;
  const again = { orderId, paymentRowId, amount, reason, note, by, retryOf: failed.id };
  await queueRefund(trx, { ...again, ...(return_id !== null && { returnId: return_id }) }, now);
}

async function requeue(
  trx: Db,
  failed: Selectable<Tables["refunds"]>,
  staffId: number,
  now: Date,
): Promise<void> {
  const { id, order_id: orderId, amount, reason } = failed;
  const at = now.toISOString();
  const requeued = await trx
    .updateTable("refunds")
    .set({ status: "queued", attempts: 0, next_try_at: at, last_error: null, updated_at: at })
    .where("id", "=", id)
    .where("status", "=", "failed")
    .where("gateway_refund_id", "is", null)
    .executeTakeFirst();
  if (requeued.numUpdatedRows !== 1n) throw new Error(`refund ${id} was moved within the transaction`);
  const detail = { refund: id, amount, reason };
  const event = { orderId, kind: "refund_retried", actor: "staff", actorAccountId: staffId, detail } as const;
  await logOrderEvent(trx, event, now);
}
