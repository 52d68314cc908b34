import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { type StaffRequest, type StepOutcome, unknownOrder } from "../fulfilment/order-for-step.server";
import type { OrderDetail } from "../order-detail";
import { logOrderEvent, type OrderEventKind } from "../order-events.server";
import { lockForStep } from "../order-locks.server";
import { STATE_LABELS } from "../orders";
import { readOrder } from "../orders.server";
import type { SentParcel } from "./parcels";

/** What the steps of one parcel share. */

/** A parcel of an order, and who records what became of it. */
export interface ParcelRequest extends StaffRequest {
  parcelId: number;
}

/** A parcel with its order, as the transaction that has locked the order read them. */
export interface ParcelOfOrder {
  order: OrderDetail;
  parcel: SentParcel;
  /** "Parcel 2 of order #12". */
  name: string;
}

/** A step that the order or the parcel does not allow. */
export const wrong = (message: string) => ({ ok: false, reason: "wrong_step", message }) as const;

/**
 * Records something of a parcel in one transaction.
 * @returns refused: no such order or parcel, an order that is over, or as `record` says
 */
export async function onParcel(
  db: Db,
  { orderId, parcelId }: ParcelRequest,
  now: Date,
  record: (trx: Db, of: ParcelOfOrder) => Promise<StepOutcome>,
): Promise<StepOutcome> {
  const outcome = await beside(db, async (trx): Promise<StepOutcome> => {
    await lockForStep(trx, [orderId]);
    const order = await readOrder(trx, orderId, "anybody", now);
    const parcel = order?.parcels.find(({ id }) => id === parcelId);
    if (!order) return unknownOrder(orderId);
    if (!parcel) return { ok: false, reason: "not_found", message: `Order #${orderId} has no such parcel` };
    if (order.state !== "packed" && order.state !== "shipped" && order.state !== "delivered")
      return wrong(
        `Order #${orderId} is ${STATE_LABELS[order.state].toLowerCase()}: nothing is recorded for its parcels`,
      );
    return record(trx, { order, parcel, name: `Parcel ${parcel.number} of order #${orderId}` });
  });
  if (outcome.ok) wake("mail");
  return outcome;
}

/** What the order's log and the audit are told. */
export interface ParcelNote {
  kind: OrderEventKind;
  /** For the audit, in the past tense: "recorded as lost a parcel of". */
  action: string;
  detail: Record<string, string | number | null>;
  before?: AuditFields;
  after: AuditFields;
}

/** Notes a step of a parcel. @returns the id of its entry in the order's log */
export async function noteParcel(
  trx: Db,
  { orderId, staffId }: StaffRequest,
  { number }: Pick<SentParcel, "number">,
  { kind, action, detail, before, after }: ParcelNote,
  now: Date,
): Promise<number> {
  const logged = { parcel: number, ...detail };
  const by = { actor: "staff", actorAccountId: staffId } as const;
  const eventId = await logOrderEvent(trx, { orderId, kind, ...by, detail: logged }, now);
  const audit = { staffId, subject: "order", subjectId: orderId, action } as const;
  await recordAudit(trx, { ...audit, ...(before && { before }), after: { Parcel: number, ...after } }, now);
  return eventId;
}
