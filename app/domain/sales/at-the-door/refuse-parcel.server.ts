import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { formatRupees } from "~/domain/kit/money";
import { issueEarlier } from "../documents/earlier-documents.server";
import { voidDocuments } from "../documents/notes.server";
import { readOrderForStep, type StepOutcome, unknownOrder } from "../orders/fulfilment/order-for-step.server";
import { queueCancellationMail } from "../orders/fulfilment/fulfilment-mails.server";
import { queueRefundOf } from "../orders/money/queue-refund.server";
import {
  exceedsUnproved,
  lockUnproved,
  needsProof,
  type RefundingRequest,
} from "../orders/money/unproved-refunds.server";
import { logOrderEvent } from "../orders/order-events.server";
import { lockForStep } from "../orders/order-locks.server";
import { moveOrder } from "../orders/order-steps.server";
import { queueOrderEvent } from "../orders/order-webhooks.server";
import { canRefuse } from "./refusing";
import { STATE_LABELS, stepLabel, stepWords } from "../orders/orders";
import { countAsSold, giveBackOrderStock } from "../orders/stock.server";

/**
 * Staff record that a parcel was refused at the door and came back: its copies go back into stock, once, and it counts
 * against the customer (`doorHistory`).
 * @param request.payBack whether what was paid before is returned, the whole of it
 * @param request.note for the shop; empty for none
 */
export async function refuseParcel(
  db: Db,
  request: RefundingRequest & { note: string; payBack: boolean },
  now = new Date(),
): Promise<StepOutcome> {
  const { orderId, staffId, note } = request;
  const outcome = await beside(db, async (trx): Promise<StepOutcome> => {
    await lockUnproved(trx, request);
    await lockForStep(trx, [orderId]);
    const order = await readOrderForStep(trx, orderId, "anybody", now);
    if (!order) return unknownOrder(orderId);
    const { row } = order;
    const status = { ...order, paymentWay: row.payment_way, doorReceived: row.door_received };
    if (!canRefuse(status)) {
      const why =
        row.door_received > 0
          ? `${formatRupees(row.door_received)} was received at the door`
          : row.payment_way === "cod"
            ? `it is ${stepWords(row.state, order.isPickUp)}`
            : "it is not paid at the door";
      const message = `The parcel of order #${orderId} was not refused: ${why}`;
      return { ok: false, reason: "wrong_step", message };
    }
    const left = order.left ?? 0;
    const refund = request.payBack ? left : 0;
    if (await exceedsUnproved(trx, request, refund)) return needsProof;
    const by = { actor: "staff", actorAccountId: staffId } as const;
    const at = now.toISOString();
    await issueEarlier(trx, [orderId]);
    await voidDocuments(trx, orderId, "refused", now);
    await moveOrder(trx, row, {
      state: "cancelled",
      cancel_reason: "customer",
      stock_held: 0,
      cancelled_at: at,
      refused_at: at,
    });
    await trx
      .updateTable("parcels")
      .set({ returned_at: at })
      .where("order_id", "=", orderId)
      .where("lost_at", "is", null)
      .execute();
    if (row.stock_held === 1) await giveBackOrderStock(trx, orderId);
    await countAsSold(trx, orderId, "take back");
    await logOrderEvent(trx, { orderId, kind: "refused", ...by, detail: { ...(note && { note }) } }, now);
    if (refund > 0) {
      const queued = { orderId, amount: refund, reason: "cancellation", by } as const;
      const idempotencyKey = `refusal_${row.receipt}`;
      await queueRefundOf(trx, order.payments, { ...queued, idempotencyKey }, now);
    }
    await queueCancellationMail(
      trx,
      { orderId, reason: "refused", wasPaid: order.left !== null, refund, kept: left - refund, note: "" },
      now,
    );
    await queueOrderEvent(trx, "order.cancelled", orderId, now);
    await recordAudit(
      trx,
      {
        staffId,
        subject: "order",
        subjectId: orderId,
        action: "recorded the refused parcel of",
        before: { Status: stepLabel(row.state, order.isPickUp) },
        after: {
          Status: STATE_LABELS.cancelled,
          ...(note && { Note: note }),
          ...(refund > 0 && { Refund: formatRupees(refund) }),
        },
      },
      now,
    );
    const money = refund > 0 ? `, and ${formatRupees(refund)} is being refunded` : "";
    return { ok: true, message: `The books of order #${orderId} are back in stock${money}` };
  });
  if (outcome.ok) {
    wake("mail");
    wake("refunds");
  }
  return outcome;
}
