import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { indianDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { queueNoteMail } from "../orders/fulfilment/fulfilment-mails.server";
import type { StaffRequest, StepOutcome } from "../orders/fulfilment/order-for-step.server";
import { lockForStep } from "../orders/order-locks.server";
import { isByHand } from "../orders/paying";
import { completeRefund } from "~/domain/sales/payments/refunds/complete-refund.server";

/**
 * Staff record that they have paid back money that came at the door or by transfer: the refund is processed, as one that the
 * payment service has made.
 * @param request.how the reference of the transfer, or what else was done
 */
export async function recordPaidBack(
  db: Db,
  request: StaffRequest & { refundId: number; how: string },
  now = new Date(),
): Promise<StepOutcome> {
  const { orderId, staffId, refundId, how } = request;
  const outcome = await beside(db, async (trx): Promise<StepOutcome> => {
    await lockForStep(trx, [orderId]);
    const refund = await trx
      .selectFrom("refunds as r")
      .innerJoin("payments as p", "p.id", "r.payment_id")
      .selectAll("r")
      .select("p.gateway")
      .where("r.id", "=", refundId)
      .where("r.order_id", "=", orderId)
      .executeTakeFirst();
    if (!refund || !isByHand(refund.gateway))
      return { ok: false, reason: "not_found", message: "There is no such refund" };
    const { gateway: _gateway, ...row } = refund;
    const money = formatRupees(row.amount);
    if (row.status === "processed")
      return { ok: false, reason: "wrong_step", message: `${money} was recorded as paid back already` };
    await trx
      .updateTable("refunds")
      .set({
        status: "processed",
        paid_back: how,
        money_on: indianDate(now),
        updated_at: now.toISOString(),
      })
      .where("id", "=", refundId)
      .execute();
    await completeRefund(trx, { ...row, status: "processed", paid_back: how }, now, staffId);
    await queueNoteMail(trx, { orderId, amount: row.amount, refundIds: [refundId] }, now);
    await recordAudit(
      trx,
      {
        staffId,
        subject: "order",
        subjectId: orderId,
        action: "recorded as paid back a refund of",
        after: { Refund: money, "Paid back": how },
      },
      now,
    );
    return { ok: true, message: `${money} of order #${orderId} is paid back` };
  });
  if (outcome.ok) wake("mail");
  return outcome;
}
