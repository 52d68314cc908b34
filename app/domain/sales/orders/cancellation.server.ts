import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { formatRupees } from "~/domain/kit/money";
import { issueEarlier } from "../documents/earlier-documents.server";
import { voidDocuments } from "../documents/notes.server";
import { canCustomerCancel, whyNotCancelled } from "./cancellation";
import { canStaffMove } from "./fulfilment/fulfilment";
import {
  type CustomerRequest,
  type OrderForStep,
  readOrderForStep,
  type StepOutcome,
  unknownOrder,
  wrongStep,
} from "./fulfilment/order-for-step.server";
import { queueCancellationMail } from "./fulfilment/fulfilment-mails.server";
import { type EventActor, logOrderEvent } from "./order-events.server";
import { lockForStep } from "./order-locks.server";
import { cancelPending, moveOrder } from "./order-steps.server";
import { queueOrderEvent } from "./order-webhooks.server";
import { STATE_LABELS } from "./orders";
import { queueRefundOf } from "./money/queue-refund.server";
import { countAsSold, giveBackOrderStock } from "./stock.server";
import {
  exceedsUnproved,
  lockUnproved,
  needsProof,
  type RefundingRequest,
} from "./money/unproved-refunds.server";

/**
 * Staff cancel an order that is pending, paid or packed. Its copies go back into stock, what has not been refunded of
 * its payment is refunded, and the customer gets a mail.
 * @param request.note for the customer; empty for none
 */
export async function cancelByStaff(
  db: Db,
  request: RefundingRequest & { note: string },
  now = new Date(),
): Promise<StepOutcome> {
  const { orderId, staffId, note } = request;
  const outcome = await beside(db, async (trx): Promise<StepOutcome> => {
    await lockUnproved(trx, request);
    await lockForStep(trx, [orderId]);
    const order = await readOrderForStep(trx, orderId, "anybody", now);
    if (!order) return unknownOrder(orderId);
    if (!canStaffMove(order, "cancelled")) return wrongStep(orderId, order, "cancelled");
    if (await exceedsUnproved(trx, request, order.left ?? 0)) return needsProof;
    const by = { actor: "staff", actorAccountId: staffId } as const;
    const refund = await cancel(trx, order, { reason: "staff", by, note }, now);
    await recordAudit(
      trx,
      {
        staffId,
        subject: "order",
        subjectId: orderId,
        action: "cancelled",
        before: { Status: STATE_LABELS[order.state] },
        after: {
          Status: STATE_LABELS.cancelled,
          ...(note && { "Note to the customer": note }),
          ...(refund > 0 && { Refund: formatRupees(refund) }),
        },
      },
      now,
    );
    const money = refund > 0 ? `; ${formatRupees(refund)} is being refunded` : "";
    return { ok: true, message: `Order #${orderId} is cancelled${money}` };
  });
  return wakeTasks(outcome);
}

/**
 * A customer cancels their order while it is pending or paid; a packed order is refused. Otherwise the same as
 * `cancelByStaff`, with other messages.
 * @param request.reason for the shop; empty for none
 */
export async function cancelByCustomer(
  db: Db,
  request: CustomerRequest & { reason: string },
  now = new Date(),
): Promise<StepOutcome> {
  const { orderId, accountId, reason } = request;
  const outcome = await beside(db, async (trx): Promise<StepOutcome> => {
    await lockForStep(trx, [orderId]);
    const order = await readOrderForStep(trx, orderId, accountId, now);
    if (!order) return unknownOrder(orderId);
    if (!canCustomerCancel(order))
      return { ok: false, reason: "wrong_step", message: whyNotCancelled(orderId, order) };
    const by = { actor: "customer", actorAccountId: accountId } as const;
    const refund = await cancel(trx, order, { reason: "customer", by, note: reason }, now);
    const money = refund > 0 ? `. We are returning ${formatRupees(refund)} to you` : "";
    return { ok: true, message: `Order #${orderId} is cancelled${money}` };
  });
  return wakeTasks(outcome);
}

function wakeTasks(outcome: StepOutcome): StepOutcome {
  if (outcome.ok) {
    wake("mail");
    wake("refunds");
  }
  return outcome;
}

interface Cancellation {
  reason: "customer" | "staff";
  by: EventActor;
  /** Staff's note to the customer, or the customer's reason for the shop; empty for none. */
  note: string;
}

/** @param order as this transaction read it; the caller has checked that it may be cancelled @returns paise to refund */
async function cancel(trx: Db, order: OrderForStep, cancellation: Cancellation, now: Date): Promise<number> {
  const { id: orderId, receipt } = order.row;
  const { reason, by, note } = cancellation;
  const refund = order.left ?? 0;
  const wasPaid = order.state !== "pending";

  if (wasPaid) await cancelPaid(trx, order, cancellation, now);
  else if (!(await cancelPending(trx, orderId, reason, by, now, note))) {
    throw new Error(`order ${orderId} was moved within the transaction`);
  }
  let isByHand = false;
  if (refund > 0) {
    const queued = await queueRefundOf(
      trx,
      order.payments,
      {
        orderId,
        amount: refund,
        reason: "cancellation",
        ...(reason === "staff" && { note }),
        by,
        // The receipt is unique at the gateway, and a paid order is cancelled once.
        idempotencyKey: `cancellation_${receipt}`,
      },
      now,
    );
    isByHand = queued.isByHand;
  }
  const isMoneyIn = order.left !== null;
  await queueCancellationMail(trx, { orderId, reason, wasPaid: isMoneyIn, refund, note, isByHand }, now);
  // No event has reported an unpaid order, so none reports its end.
  if (wasPaid) await queueOrderEvent(trx, "order.cancelled", orderId, now);
  return refund;
}

/** Cancels an order whose copies are counted as sold and are still in the shop. */
async function cancelPaid(
  trx: Db,
  order: OrderForStep,
  { reason, by, note }: Cancellation,
  now: Date,
): Promise<void> {
  const orderId = order.row.id;
  const at = now.toISOString();
  await issueEarlier(trx, [orderId]);
  await voidDocuments(trx, orderId, "cancelled", now);
  const values = { state: "cancelled", cancel_reason: reason, stock_held: 0, cancelled_at: at } as const;
  await moveOrder(trx, order.row, values);
  // Every order under way holds its stock; an order without the flag has nothing to give back.
  if (order.row.stock_held === 1) await giveBackOrderStock(trx, orderId);
  await countAsSold(trx, orderId, "take back");
  const detail = { reason, ...(note && { note }) };
  await logOrderEvent(trx, { orderId, kind: "cancelled", ...by, detail }, now);
}
