import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { recordAudit } from "../audit/audit.server";
import { formatRupees } from "../money";
import { queueRefund } from "../payments/refunds.server";
import { canStaffMove } from "./fulfilment";
import {
  readStanding,
  type StaffRequest,
  type StandingOrder,
  type StepOutcome,
  unknownOrder,
  wrongStep,
} from "./fulfilment.server";
import { queueCancellationMail } from "./fulfilment-mails.server";
import { logOrderEvent } from "./order-events.server";
import { cancelPending, orderCopies } from "./order-steps.server";
import { STATE_LABELS } from "./orders";
import { countAsSold, giveBackStock } from "./stock.server";

/**
 * Pending, paid or packed → cancelled. The copies are for sale again, and whatever of the payment has not gone back
 * yet is refunded. The customer is told.
 * @param request.note for the customer; empty for none
 */
export async function cancelByStaff(
  db: Db,
  request: StaffRequest & { note: string },
  now = new Date(),
): Promise<StepOutcome> {
  const { orderId, staffId, note } = request;
  const outcome = await db.transaction().execute(async (trx): Promise<StepOutcome> => {
    const order = await readStanding(trx, orderId);
    if (!order) return unknownOrder(orderId);
    if (!canStaffMove(order, "cancelled")) return wrongStep(orderId, order, "cancelled");
    const by = { actor: "staff", actorAccountId: staffId } as const;
    const refund = order.left ?? 0;
    const wasPaid = order.state !== "pending";

    if (wasPaid) await cancelPaid(trx, request, order, now);
    else if (!(await cancelPending(trx, orderId, "staff", by, now, note))) {
      throw new Error(`order ${orderId} was moved within the transaction`);
    }
    if (refund > 0) {
      const paymentRowId = order.paymentRowId!;
      await queueRefund(
        trx,
        { orderId, paymentRowId, amount: refund, reason: "cancellation", note, by },
        now,
      );
    }
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
    await queueCancellationMail(trx, { orderId, wasPaid, refund, note }, now);
    const money = refund > 0 ? `; ${formatRupees(refund)} is being refunded` : "";
    return { ok: true, message: `Order #${orderId} is cancelled${money}` };
  });
  if (outcome.ok) {
    wake("mail");
    wake("refunds");
  }
  return outcome;
}

/** Cancels an order whose copies are counted as sold and are still in the shop. */
async function cancelPaid(
  trx: Db,
  { orderId, staffId, note }: StaffRequest & { note: string },
  order: StandingOrder,
  now: Date,
): Promise<void> {
  const cancelled = await trx
    .updateTable("orders")
    .set({ state: "cancelled", cancel_reason: "staff", stock_held: 0, cancelled_at: now.toISOString() })
    .where("id", "=", orderId)
    .where("state", "=", order.state)
    .executeTakeFirst();
  if (cancelled.numUpdatedRows !== 1n) throw new Error(`order ${orderId} was moved within the transaction`);
  const copies = await orderCopies(trx, orderId);
  // Held by every order that is under way; one whose flag says otherwise has nothing to give back.
  if (order.row.stock_held === 1) await giveBackStock(trx, copies);
  await countAsSold(trx, copies, "take back");
  const detail = { reason: "staff", ...(note && { note }) };
  const event = { orderId, kind: "cancelled", actor: "staff", actorAccountId: staffId, detail } as const;
  await logOrderEvent(trx, event, now);
}
