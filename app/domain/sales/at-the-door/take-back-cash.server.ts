import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { formatRupees } from "~/domain/kit/money";
import {
  type StaffRequest,
  type StepOutcome,
  unknownOrder,
} from "../orders/fulfilment/order-for-step.server";
import { notTest } from "../orders/no-test.server";
import { logOrderEvent } from "../orders/order-events.server";
import { lockForStep } from "../orders/order-locks.server";
import { isGone } from "../orders/paying";
import { STATE_LABELS } from "../orders/orders";

/**
 * Staff take back a record of cash that did not come for this order: its amount is due at the door again. The record stays, as
 * one that does not count, so that neither its form nor the row of its list records it again.
 * @param request.payment its id, of `payments.gateway_payment_id` @param request.reason for the shop's history
 * @returns a sentence in each case; refused once any of the money was refunded, or the order is over
 */
export async function takeBackCash(
  db: Db,
  request: StaffRequest & { payment: string; reason: string },
  now = new Date(),
): Promise<StepOutcome> {
  const { orderId, staffId, payment: id, reason } = request;
  return beside(db, async (trx): Promise<StepOutcome> => {
    await lockForStep(trx, [orderId]);
    const order = await trx
      .selectFrom("orders")
      .select(["state", "door_received", "payment_way"])
      .where("id", "=", orderId)
      .where(notTest("id"))
      .executeTakeFirst();
    if (!order) return unknownOrder(orderId);
    const cash = await trx
      .selectFrom("payments")
      .select(["id", "amount", "status", "reference"])
      .where("gateway_payment_id", "=", id)
      .where("order_id", "=", orderId)
      .where("gateway", "=", "cash")
      // What came for a change or at the counter was not due at the door.
      .where("balance_id", "is", null)
      .executeTakeFirst();
    if (!cash || order.payment_way !== "cod")
      return { ok: false, reason: "not_found", message: "There is no such record of cash" };
    const money = formatRupees(cash.amount);
    const refused = (message: string) => ({ ok: false, reason: "wrong_step", message }) as const;
    if (cash.status === "failed") return refused(`The record of ${money} was taken back already`);
    const refund = await trx
      .selectFrom("refunds")
      .select("id")
      .where("payment_id", "=", cash.id)
      .limit(1)
      .executeTakeFirst();
    if (refund) return refused(`The ${money} was refunded, wholly or in part: its record stays`);
    if (isGone(order.state))
      return refused(`Order #${orderId} is ${STATE_LABELS[order.state].toLowerCase()}: its records stay`);
    await trx
      .updateTable("payments")
      .set({ status: "failed", updated_at: now.toISOString() })
      .where("id", "=", cash.id)
      .execute();
    await trx
      .updateTable("orders")
      .set({ door_received: order.door_received - cash.amount })
      .where("id", "=", orderId)
      .execute();
    const detail = { amount: cash.amount, reason, ...(cash.reference && { reference: cash.reference }) };
    const by = { actor: "staff", actorAccountId: staffId } as const;
    await logOrderEvent(trx, { orderId, kind: "cash_taken_back", ...by, detail }, now);
    await recordAudit(
      trx,
      {
        staffId,
        subject: "order",
        subjectId: orderId,
        action: "took back a record of cash for",
        before: { Amount: money, ...(cash.reference && { Reference: cash.reference }) },
        after: { Reason: reason },
      },
      now,
    );
    return { ok: true, message: `The record of ${money} is taken back: it is due at the door again` };
  });
}
