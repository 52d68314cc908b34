import type { Db } from "~/db/database.server";
import { lockTracking } from "~/domain/kit/locks.server";
import type { StepOutcome } from "./order-for-step.server";

/**
 * Checks carrier and tracking number of a parcel. Two parcels rarely share a number, so staff have to confirm it then.
 * @param trx the transaction that stores the parcel @returns with `ok` the carrier's name
 */
export async function checkParcel(
  trx: Db,
  parcel: { orderId: number; providerId: number; trackingNo: string; isSharedOk?: boolean },
): Promise<(StepOutcome & { ok: false }) | { ok: true; carrier: string }> {
  const { orderId, providerId, trackingNo, isSharedOk = false } = parcel;
  const trackingKey = trackingNo.toUpperCase().replaceAll(" ", "");
  await lockTracking(trx, trackingKey);
  const provider = await trx
    .selectFrom("logistics_providers")
    .select("name")
    .where("id", "=", providerId)
    .executeTakeFirst();
  if (!provider) {
    const message = "Please choose a carrier";
    return { ok: false, reason: "invalid", field: "providerId", message };
  }
  if (isSharedOk) return { ok: true, carrier: provider.name };
  const other = await trx
    .selectFrom("orders")
    .select("id")
    .where("tracking_no", "is not", null)
    .where("tracking_key", "=", trackingKey)
    .where("logistics_provider_id", "=", providerId)
    .where("id", "!=", orderId)
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (!other) return { ok: true, carrier: provider.name };
  const message = `Order #${other.id} has this tracking number too. If that is right, press the button again.`;
  return { ok: false, reason: "invalid", field: "trackingNo", message, isQuestion: true };
}
