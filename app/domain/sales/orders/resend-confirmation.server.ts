import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { lockOrder } from "~/domain/kit/locks.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { canResendConfirmation } from "./fulfilment/fulfilment";
import { type StaffRequest, type StepOutcome, unknownOrder } from "./fulfilment/order-for-step.server";
import { logOrderEvent } from "./order-events.server";
import { queueOrderConfirmation } from "./order-mails.server";
import { STATE_LABELS } from "./orders";
import { notTest } from "./no-test.server";

/** A second request within this time counts as a double click. */
const PAUSE_MS = 60_000;

/** Sends 'Order Confirmed!' again, to the customer's present email address, at most once a minute. */
export async function resendConfirmation(
  db: Db,
  { orderId, staffId }: StaffRequest,
  now = new Date(),
): Promise<StepOutcome> {
  const outcome = await beside(db, async (trx): Promise<StepOutcome> => {
    await lockOrder(trx, orderId);
    const order = await trx
      .selectFrom("orders as o")
      .innerJoin("accounts as a", "a.id", "o.account_id")
      .select(["o.state", "a.email", "a.deleted_at"])
      .where("o.id", "=", orderId)
      .where(notTest("o.id"))
      .executeTakeFirst();
    if (!order) return unknownOrder(orderId);
    if (!canResendConfirmation(order.state)) {
      const message = `Order #${orderId} is ${STATE_LABELS[order.state].toLowerCase()}: there is nothing to confirm`;
      return { ok: false, reason: "wrong_step", message };
    }
    if (order.deleted_at)
      return { ok: false, reason: "wrong_step", message: "The customer has deleted their account" };
    const recent = await trx
      .selectFrom("order_events")
      .select("id")
      .where("order_id", "=", orderId)
      .where("kind", "=", "confirmation_resent")
      .where("happened_at", ">", new Date(now.getTime() - PAUSE_MS).toISOString())
      .executeTakeFirst();
    if (recent) {
      const message = "The confirmation was sent less than a minute ago. Please wait before sending it again";
      return { ok: false, reason: "wrong_step", message };
    }
    await queueOrderConfirmation(trx, orderId, now, now.toISOString());
    const event = { orderId, kind: "confirmation_resent", actor: "staff", actorAccountId: staffId } as const;
    await logOrderEvent(trx, { ...event, detail: { to: order.email } }, now);
    await recordAudit(
      trx,
      { staffId, subject: "order", subjectId: orderId, action: "resent the confirmation of" },
      now,
    );
    return { ok: true, message: `The confirmation of order #${orderId} is on its way to ${order.email}` };
  });
  if (outcome.ok) wake("mail");
  return outcome;
}
