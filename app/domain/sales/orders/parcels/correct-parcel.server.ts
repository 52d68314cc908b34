import { isFetched } from "../../delivery/pick-up";
import type { Db } from "~/db/database.server";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { formatGrams } from "~/domain/sales/delivery/weights";
import { trackingKeyOf } from "../../at-the-door/remittance";
import type { StepOutcome } from "../fulfilment/order-for-step.server";
import { checkSent } from "../fulfilment/parcels.server";
import { queueOrderEvent } from "../order-webhooks.server";
import { noteParcel, onParcel, type ParcelRequest, wrong } from "./on-parcel.server";
import { queueParcelCorrectedMail } from "./parcel-mails.server";

export interface ParcelCorrection extends ParcelRequest {
  /** Null: the books are fetched at the shop. */
  providerId: number | null;
  trackingNo: string | null;
  /** Grams; null: not weighed; absent: not changed. */
  weightG?: number | null;
  /** Whether another parcel may have this tracking number with this carrier too. */
  isSharedOk?: boolean;
}

/**
 * Corrects carrier, tracking number and weight of a parcel, also of a lost one. The customer gets a mail of what they see.
 * @returns refused: no such parcel, or one that is back; a carrier or number that is not right, or that another parcel has
 */
export async function correctParcel(
  db: Db,
  request: ParcelCorrection,
  now = new Date(),
): Promise<StepOutcome> {
  return onParcel(db, request, now, async (trx, { order, parcel, name }) => {
    const { orderId, providerId, trackingNo } = request;
    if (parcel.returnedAt !== null) return wrong(`${name} is back`);
    const row = await trx
      .selectFrom("parcels")
      .select(["logistics_provider_id", "tracking_no", "weight_g"])
      .where("id", "=", parcel.id)
      .executeTakeFirstOrThrow();
    const isSame =
      row.logistics_provider_id === providerId &&
      trackingKeyOf(row.tracking_no ?? "") === trackingKeyOf(trackingNo ?? "");
    const isPickUp = isFetched(order.delivery?.pickUp);
    const isSharedOk = isSame || request.isSharedOk === true;
    const checked = await checkSent(trx, { orderId, providerId, trackingNo, isSharedOk, isPickUp });
    if (!checked.ok) return checked;
    const weightG = request.weightG === undefined ? row.weight_g : request.weightG;

    const before = facts(parcel.carrier, row.tracking_no, row.weight_g);
    const after = facts(checked.carrier, trackingNo, weightG);
    const changed = Object.keys(after).filter((fact) => after[fact] !== before[fact]);
    if (changed.length === 0) return { ok: true, message: `${name} was not changed` };
    const shown = { logistics_provider_id: providerId, tracking_no: trackingNo };
    await trx
      .updateTable("parcels")
      .set({ ...shown, weight_g: weightG })
      .where("id", "=", parcel.id)
      .execute();
    // The order shows the number of its newest parcel.
    const isShown = order.carrier === parcel.carrier && order.trackingNo === parcel.trackingNo;
    if (order.shippedAt !== null && isShown)
      await trx.updateTable("orders").set(shown).where("id", "=", orderId).execute();
    const only = (of: AuditFields) => Object.fromEntries(changed.map((fact) => [fact, of[fact] ?? null]));
    const step = {
      kind: "parcel_corrected",
      action: "corrected a parcel of",
      detail: only(after) as Record<string, string | null>,
      before: only(before),
      after: only(after),
    } as const;
    const eventId = await noteParcel(trx, request, parcel, step, now);
    const isTold = changed.some((fact) => fact !== "Weight") && parcel.lostAt === null;
    const corrected = { ...parcel, carrier: checked.carrier, trackingNo };
    if (isTold) await queueParcelCorrectedMail(trx, { orderId, eventId, parcel: corrected }, now);
    await queueOrderEvent(trx, "order.changed", orderId, now);
    return {
      ok: true,
      message: isTold ? `${name} is corrected. The customer is told by email` : `${name} is corrected`,
    };
  });
}

const facts = (carrier: string | null, tracking: string | null, grams: number | null): AuditFields => ({
  Carrier: carrier,
  "Tracking number": tracking,
  Weight: grams === null ? null : formatGrams(grams),
});
