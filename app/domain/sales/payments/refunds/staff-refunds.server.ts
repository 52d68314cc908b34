import type { Selectable } from "kysely";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { wake } from "~/platform/wake.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { lockOrder } from "~/domain/kit/locks.server";
import { formatRupees } from "~/domain/kit/money";
import { canRefund, refundProblem } from "~/domain/sales/orders/fulfilment/fulfilment";
import {
  readOrderForStep,
  type StaffRequest,
  type StepOutcome,
  unknownOrder,
} from "~/domain/sales/orders/fulfilment/order-for-step.server";
import { queueStaffRefundMail } from "~/domain/sales/orders/fulfilment/fulfilment-mails.server";
import { refundedFor, type RefundLine, sumToRefund } from "~/domain/sales/orders/money/refund-lines";
import {
  readRefundLines,
  restockProblem,
  takeLinesOff,
} from "~/domain/sales/orders/money/refund-lines.server";
import { logOrderEvent } from "~/domain/sales/orders/order-events.server";
import { lockForStep } from "~/domain/sales/orders/order-locks.server";
import { shipIfAllSent } from "~/domain/sales/orders/parcels/ship-rest.server";
import { readOrder } from "~/domain/sales/orders/orders.server";
import {
  canRefundReturn,
  linesInWords,
  type OrderReturn,
  whyNoReturnRefund,
} from "~/domain/sales/orders/returns/returns";
import { readReturns } from "~/domain/sales/orders/returns/returns-of-orders.server";
import { isStuckRefund } from "~/domain/sales/orders/money/stuck-refunds.server";
import { isUnderKey, queueRefund, queueRefundOf } from "~/domain/sales/orders/money/queue-refund.server";
import { openOfOrder } from "~/domain/sales/trade/on-account.server";
import {
  exceedsUnproved,
  lockUnproved,
  needsProof,
  type RefundingRequest,
} from "~/domain/sales/orders/money/unproved-refunds.server";

export interface StaffRefund extends RefundingRequest {
  /** Paise; "full": all that is left of the payment; "lines": what the lines and the delivery cost. */
  amount: number | "full" | "lines";
  /** The copies that it is for: not with a `returnId`. */
  lines?: readonly RefundLine[];
  /** The part that is for delivery, in paise. */
  shipping?: number;
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
 * left or too small (at its field), lines that cannot be refunded (at theirs, such as "lines[0].qty"), or more than somebody may
 * refund without a recent proof
 */
export async function refundByStaff(db: Db, request: StaffRefund, now = new Date()): Promise<StepOutcome> {
  const outcome = await beside(db, async (trx) => {
    await lockUnproved(trx, request);
    await lockForStep(trx, [request.orderId]);
    return refund(trx, request, now);
  });
  if (outcome.ok) {
    wake("refunds");
    wake("mail");
  }
  return outcome;
}

async function refund(trx: Db, request: StaffRefund, now: Date): Promise<StepOutcome> {
  const { orderId, staffId, reason, key, returnId, shipping = 0 } = request;
  const lines = (request.lines ?? []).filter(({ qty }) => qty > 0);
  const order = await readOrderForStep(trx, orderId, "anybody", now);
  if (!order) return unknownOrder(orderId);
  const done = (amount: number) =>
    ({ ok: true, message: `${formatRupees(amount)} of order #${orderId} is being refunded` }) as const;
  const idempotencyKey = `refund_${orderId}_${key}`;
  const ofOrder = await trx
    .selectFrom("refunds")
    .select(["id", "amount", "status", "return_id", "idempotency_key"])
    .where("order_id", "=", orderId)
    .execute();
  const posted = ofOrder.filter((refund) => isUnderKey(refund.idempotency_key, idempotencyKey));
  if (posted.length > 0) {
    const amount = posted.reduce((sum, refund) => sum + refund.amount, 0);
    // After a full refund nothing is left, unless that refund failed since.
    const wasFull = order.left === 0 || posted.some(({ status }) => status === "failed");
    const isSame =
      request.amount === "full" ? wasFull : request.amount === "lines" || request.amount === amount;
    const isSameFor =
      posted[0]!.return_id === (returnId ?? null) && (await isForLines(trx, orderId, posted[0]!.id, lines));
    if (isSame && isSameFor) return done(amount);
    const message = `This form has refunded ${formatRupees(amount)} already. Please open it again`;
    return { ok: false, reason: "wrong_step", message };
  }
  const returned = returnId === undefined ? undefined : await returnOf(trx, orderId, returnId);
  if (returned === null) return { ok: false, reason: "not_found", message: "There is no such return" };
  if (returned && !canRefundReturn(returned))
    return { ok: false, reason: "wrong_step", message: whyNoReturnRefund(returned) };
  const owed = order.row.payment_way === "account" ? await openOfOrder(trx, orderId) : 0;
  if (owed > 0) {
    const message = `${formatRupees(owed)} of order #${orderId} is open on account: take it off there before money goes back`;
    return { ok: false, reason: "wrong_step", message };
  }
  if (!canRefund(order)) {
    const message = `Order #${orderId} has nothing left to refund`;
    return { ok: false, reason: "wrong_step", message };
  }
  const left = order.left!;
  const detail = (await readOrder(trx, orderId, "anybody", now))!;
  const isForReturn = returned !== undefined;
  const whatFor = refundedFor(detail, { lines, shipping, isForReturn }, await refundedShipping(trx, orderId));
  if (!whatFor.ok) return { ok: false, reason: "invalid", field: whatFor.field, message: whatFor.message };
  const lost = await restockProblem(trx, lines);
  if (lost) return { ok: false, reason: "invalid", field: `lines[${lost.at}].qty`, message: lost.message };
  const amount =
    request.amount === "full"
      ? left
      : request.amount === "lines"
        ? sumToRefund(whatFor, left)
        : request.amount;
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
      shipping,
      books: whatFor.words,
    },
    now,
  );
  if (lines.length > 0) {
    await takeLinesOff(trx, id, detail, lines);
    await shipIfAllSent(trx, orderId, { actor: "staff", actorAccountId: staffId }, now);
  }
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
        ...(lines.length > 0 && { For: whatFor.words, "Back in stock": whatFor.restocked || "none" }),
        ...(shipping > 0 && { "For delivery": formatRupees(shipping) }),
        Reason: reason,
      },
    },
    now,
  );
  const books = returned ? linesInWords(returned.lines) : whatFor.words || null;
  await queueStaffRefundMail(trx, { id, orderId, amount, note: reason, books, isByHand }, now);
  return done(amount);
}

/** Paise of the delivery that refunds were for. One that failed and was tried again counts once. */
async function refundedShipping(trx: Db, orderId: number): Promise<number> {
  const { sum } = await trx
    .selectFrom("refunds")
    .select((eb) => eb.fn.sum<number | null>("shipping").as("sum"))
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** Whether a refund is for exactly these lines. */
async function isForLines(
  trx: Db,
  orderId: number,
  refundId: number,
  lines: readonly RefundLine[],
): Promise<boolean> {
  const noted = (await readRefundLines(trx, orderId)).get(refundId) ?? [];
  return (
    noted.length === lines.length &&
    noted.every(({ id, qty, restock }) =>
      lines.some((line) => line.id === id && line.qty === qty && line.restock === restock),
    )
  );
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
