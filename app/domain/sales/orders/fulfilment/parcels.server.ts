import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import { lockTracking } from "~/domain/kit/locks.server";
import { trackingKeyOf } from "../../at-the-door/remittance";
import type { StepOutcome } from "./order-for-step.server";

/** As the index `parcels_by_tracking` has it. */
const trackingKey = sql<string>`upper(replace(tracking_no, ' ', ''))`;

/**
 * Who has these tracking numbers already.
 * @param keys of `trackingKeyOf` @returns the newest order with a parcel of each carrier's number, by carrier and key: "3 EK123"
 */
export async function takenNumbers(db: Db, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom("parcels")
    .select(["order_id", "logistics_provider_id as carrierId", trackingKey.as("key")])
    .where(trackingKey, "in", keys)
    .orderBy("order_id")
    .execute();
  return new Map(rows.map(({ order_id, carrierId, key }) => [`${carrierId} ${key}`, order_id]));
}

/**
 * Checks carrier and tracking number of a parcel. Two parcels rarely share a number, also of one order, which may be the same
 * form sent twice: staff have to confirm it then.
 * @param trx the transaction that stores the parcel @returns with `ok` the carrier's name
 */
export async function checkParcel(
  trx: Db,
  parcel: { orderId: number; providerId: number; trackingNo: string; isSharedOk?: boolean },
): Promise<(StepOutcome & { ok: false }) | { ok: true; carrier: string }> {
  const { orderId, providerId, trackingNo, isSharedOk = false } = parcel;
  const key = trackingKeyOf(trackingNo);
  await lockTracking(trx, key);
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
  const other = (await takenNumbers(trx, [key])).get(`${providerId} ${key}`);
  if (other === undefined) return { ok: true, carrier: provider.name };
  const has =
    other === orderId
      ? "Another parcel of this order has this tracking number"
      : `Order #${other} has this tracking number too`;
  const message = `${has}. If that is right, press the button again.`;
  return { ok: false, reason: "invalid", field: "trackingNo", message, isQuestion: true };
}
