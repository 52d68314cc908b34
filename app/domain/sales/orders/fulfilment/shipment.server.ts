import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { formatDate, indianDate } from "~/domain/kit/dates";
import { trackingKeyOf } from "../../at-the-door/remittance";
import { canCorrectShipment } from "./fulfilment";
import { readOrderForStep, type StaffRequest, type StepOutcome, unknownOrder } from "./order-for-step.server";
import { lockForStep } from "../order-locks.server";
import { logOrderEvent } from "../order-events.server";
import { stepWords } from "../orders";
import { checkParcel } from "./parcels.server";
import { queueShipmentMail } from "../returns/take-back-mails.server";

const DAY_MS = 86_400_000;

export interface ShipmentCorrection extends StaffRequest {
  providerId: number;
  trackingNo: string;
  /** A day in India; absent: the time of shipping is not changed. */
  shippedOn?: string;
  /** A plain date; null: none; absent: not changed. */
  etaDate?: string | null;
  /** Whether another parcel may have this tracking number with this carrier too. */
  isSharedOk?: boolean;
}

/**
 * Corrects carrier, tracking number, day of shipping and estimated delivery of a shipped parcel. The customer, who
 * sees them all, gets a mail.
 */
export async function correctShipment(
  db: Db,
  request: ShipmentCorrection,
  now = new Date(),
): Promise<StepOutcome> {
  const outcome = await beside(db, async (trx) => {
    await lockForStep(trx, [request.orderId]);
    return correct(trx, request, now);
  });
  if (outcome.ok) wake("mail");
  return outcome;
}

async function correct(trx: Db, request: ShipmentCorrection, now: Date): Promise<StepOutcome> {
  const { orderId, staffId, providerId, trackingNo } = request;
  const order = await readOrderForStep(trx, orderId, "anybody", now);
  if (!order) return unknownOrder(orderId);
  const { row } = order;
  if (!canCorrectShipment(order.state, order.isPickUp) || row.shipped_at === null) {
    const why = order.isPickUp ? "fetched at the shop" : stepWords(order.state, false);
    const message = `Order #${orderId} is ${why}: it has no shipment to correct`;
    return { ok: false, reason: "wrong_step", message };
  }
  const isSame =
    row.logistics_provider_id === providerId &&
    trackingKeyOf(row.tracking_no ?? "") === trackingKeyOf(trackingNo);
  const checked = await checkParcel(trx, { ...request, isSharedOk: isSame || request.isSharedOk === true });
  if (!checked.ok) return checked;
  const shippedAt = movedTo(row.shipped_at, request.shippedOn, now);
  const problem = dayProblem(shippedAt, row);
  if (problem) return { ok: false, reason: "invalid", field: "shippedOn", message: problem };
  const etaDate = request.etaDate === undefined ? row.eta_date : request.etaDate;

  const earlier = await trx
    .selectFrom("logistics_providers")
    .select("name")
    .where("id", "=", row.logistics_provider_id)
    .executeTakeFirst();
  const before = facts(earlier?.name ?? null, row.tracking_no, row.shipped_at, row.eta_date);
  const after = facts(checked.carrier, trackingNo, shippedAt, etaDate);
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return { ok: true, message: `The shipment of order #${orderId} was not changed` };

  await trx
    .updateTable("orders")
    .set({
      logistics_provider_id: providerId,
      tracking_no: trackingNo,
      shipped_at: shippedAt,
      eta_date: etaDate,
    })
    .where("id", "=", orderId)
    .execute();
  const newest = trx
    .selectFrom("parcels")
    .select(({ fn }) => fn.max("id").as("id"))
    .where("order_id", "=", orderId);
  await trx
    .updateTable("parcels")
    .set({ logistics_provider_id: providerId, tracking_no: trackingNo, sent_at: shippedAt })
    .where("id", "=", newest)
    .execute();
  const only = (of: AuditFields) => Object.fromEntries(changed.map((name) => [name, of[name] ?? null]));
  const detail = only(after) as Record<string, string | null>;
  const event = { orderId, kind: "shipment_corrected", actor: "staff", actorAccountId: staffId } as const;
  const eventId = await logOrderEvent(trx, { ...event, detail }, now);
  const entry = {
    staffId,
    subject: "order",
    subjectId: orderId,
    action: "corrected the shipment of",
  } as const;
  await recordAudit(trx, { ...entry, before: only(before), after: only(after) }, now);
  await queueShipmentMail(trx, { orderId, eventId, carrier: checked.carrier, shippedAt }, now);
  return {
    ok: true,
    message: `The shipment of order #${orderId} is corrected. The customer is told by email`,
  };
}

/** The same time on another day in India, but not in the future. @param shippedAt ISO 8601 @param day a plain date */
function movedTo(shippedAt: string, day: string | undefined, now: Date): string {
  if (day === undefined || day === indianDate(new Date(shippedAt))) return shippedAt;
  const days = Math.round((Date.parse(day) - Date.parse(indianDate(new Date(shippedAt)))) / DAY_MS);
  return new Date(Math.min(Date.parse(shippedAt) + days * DAY_MS, now.getTime())).toISOString();
}

function dayProblem(
  shippedAt: string,
  { paid_at, delivered_at }: { paid_at: string | null; delivered_at: string | null },
): string | null {
  const day = indianDate(new Date(shippedAt));
  const paid = paid_at && indianDate(new Date(paid_at));
  if (paid && day < paid)
    return `The order was paid on ${formatDate(paid)}: it cannot have been shipped before`;
  const delivered = delivered_at && indianDate(new Date(delivered_at));
  if (delivered && day > delivered)
    return `The order was delivered on ${formatDate(delivered)}: it cannot have been shipped after that`;
  return null;
}

const facts = (
  carrier: string | null,
  tracking: string | null,
  shippedAt: string,
  eta: string | null,
): AuditFields => ({
  Carrier: carrier,
  "Tracking number": tracking,
  Shipped: formatDate(indianDate(new Date(shippedAt))),
  "Estimated delivery": eta && formatDate(eta),
});
