import { isFetched } from "../../delivery/pick-up";
import type { Updateable } from "kysely";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { wake } from "~/platform/wake.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { canTakeBack, type TakeBack, whyNotTakenBack } from "../fulfilment/fulfilment";
import { type StaffRequest, type StepOutcome, unknownOrder } from "../fulfilment/order-for-step.server";
import { lockForStep } from "../order-locks.server";
import { logOrderEvent } from "../order-events.server";
import { moveOrder } from "../order-steps.server";
import { queueOrderEvent } from "../order-webhooks.server";
import { type OrderState, stepLabel } from "../orders";
import { removeParcel } from "../parcels/remove-parcel.server";
import { readOrder } from "../orders.server";
import { queueNotDeliveredMail, queueNotShippedMail } from "./take-back-mails.server";

interface Undone {
  to: OrderState;
  values: Updateable<Tables["orders"]>;
  done: string;
  /** For the audit: "took back the … of". */
  noun: string;
}

const UNDONE: Record<TakeBack, Undone> = {
  packing: { to: "paid", values: { packed_at: null }, done: "is not packed yet", noun: "packing" },
  despatch: {
    to: "packed",
    values: { shipped_at: null, logistics_provider_id: null, tracking_no: null },
    done: "is not shipped yet",
    noun: "shipping",
  },
  delivery: { to: "shipped", values: { delivered_at: null }, done: "is not delivered yet", noun: "delivery" },
};

/** `done` of books that are fetched at the shop. */
const AT_SHOP: Partial<Record<TakeBack, string>> = {
  despatch: "is not ready to fetch yet",
  delivery: "is not fetched yet",
};

/**
 * Undoes the last step of an order, which gets its previous state back. If the customer had been told that the parcel
 * was shipped or delivered, a mail corrects that. The days for returns begin with the real delivery.
 */
export async function takeBack(
  db: Db,
  request: StaffRequest & { step: TakeBack },
  now = new Date(),
): Promise<StepOutcome> {
  const outcome = await beside(db, async (trx) => {
    await lockForStep(trx, [request.orderId]);
    const undone = await undoStep(trx, request, now);
    if (undone.ok) await queueOrderEvent(trx, "order.changed", request.orderId, now);
    return undone;
  });
  if (outcome.ok) wake("mail");
  return outcome;
}

/** The same within a transaction that has locked the order. */
export async function undoStep(
  trx: Db,
  { orderId, staffId, step }: StaffRequest & { step: TakeBack },
  now: Date,
): Promise<StepOutcome> {
  const order = await readOrder(trx, orderId, "anybody");
  if (!order) return unknownOrder(orderId);
  if (canTakeBack(order) !== step)
    return { ok: false, reason: "wrong_step", message: whyNotTakenBack(orderId, order, step) };
  const isPickUp = isFetched(order.delivery?.pickUp);
  const { to, values, noun } = UNDONE[step];
  const done = (isPickUp && AT_SHOP[step]) || UNDONE[step].done;
  const parcel = order.parcels.at(-1);
  if (step === "despatch" && parcel) await removeParcel(trx, order, parcel);
  if (step === "delivery")
    await trx
      .updateTable("parcels")
      .set({ delivered_at: null })
      .where("order_id", "=", orderId)
      .where("delivered_at", "=", order.deliveredAt)
      .execute();
  await moveOrder(trx, order, { state: to, ...values });
  const by = { actor: "staff", actorAccountId: staffId } as const;
  const eventId = await logOrderEvent(trx, { orderId, kind: `${step}_taken_back`, ...by }, now);
  await recordAudit(
    trx,
    {
      staffId,
      subject: "order",
      subjectId: orderId,
      action: `took back the ${noun} of`,
      before: {
        Status: stepLabel(order.state, isPickUp),
        ...(step === "despatch" && { Carrier: order.carrier, "Tracking number": order.trackingNo }),
      },
      after: {
        Status: stepLabel(to, isPickUp),
        ...(step === "despatch" && { Carrier: null, "Tracking number": null }),
      },
    },
    now,
  );
  const { carrier } = order;
  if (step === "delivery") await queueNotDeliveredMail(trx, { orderId, eventId, carrier }, now);
  if (step === "despatch") await queueNotShippedMail(trx, { orderId, eventId }, now);
  return { ok: true, message: `Order #${orderId} ${done}` };
}
