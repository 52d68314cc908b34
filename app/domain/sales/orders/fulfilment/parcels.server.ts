import { isFetched } from "../../delivery/pick-up";
import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import { lockTracking } from "~/domain/kit/locks.server";
import { trackingKeyOf } from "../../at-the-door/remittance";
import { NO_PROVIDER, NO_TRACKING } from "./fulfilment.schema";
import type { StepOutcome } from "./order-for-step.server";

/** Why a carrier or number is refused. */
export const noCarrierFor = (orderId: number) =>
  `The books of order #${orderId} are fetched at the shop: leave out carrier and tracking number`;

/** As the index `parcels_by_tracking` has it. */
const trackingKey = sql<string>`upper(replace(tracking_no, ' ', ''))`;

type Refusal = StepOutcome & { ok: false };

/**
 * Checks carrier and tracking number of what is sent: books that are fetched at the shop have neither.
 * @param trx the transaction that stores the parcel @returns with `ok` the carrier's name; null: it goes without one
 */
export async function checkSent(
  trx: Db,
  sent: {
    orderId: number;
    providerId: number | null;
    trackingNo: string | null;
    isSharedOk?: boolean;
    isPickUp: boolean;
  },
): Promise<Refusal | { ok: true; carrier: string | null; trackingPage: string | null }> {
  const { providerId, trackingNo, isPickUp, ...parcel } = sent;
  if (isPickUp)
    return providerId === null && trackingNo === null
      ? { ok: true, carrier: null, trackingPage: null }
      : invalid(providerId === null ? "trackingNo" : "providerId", noCarrierFor(parcel.orderId));
  if (providerId === null) return invalid("providerId", NO_PROVIDER);
  if (trackingNo === null) return invalid("trackingNo", NO_TRACKING);
  return checkParcel(trx, { ...parcel, providerId, trackingNo });
}

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

/** The orders of which a parcel has one of these tracking numbers. @param keys of `trackingKeyOf` */
export async function ordersWithNumbers(db: Db, keys: readonly string[]): Promise<number[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom("parcels")
    .select("order_id")
    .distinct()
    .where(trackingKey, "in", keys)
    .orderBy("order_id")
    .execute();
  return rows.map((row) => row.order_id);
}

/**
 * Checks carrier and tracking number of a parcel. Two parcels rarely share a number, also of one order, which may be the same
 * form sent twice: staff have to confirm it then.
 * @param trx the transaction that stores the parcel @returns with `ok` the carrier's name, and its page of parcels as the shop has it
 */
export async function checkParcel(
  trx: Db,
  parcel: { orderId: number; providerId: number; trackingNo: string; isSharedOk?: boolean },
): Promise<Refusal | { ok: true; carrier: string; trackingPage: string | null }> {
  const { orderId, providerId, trackingNo, isSharedOk = false } = parcel;
  const key = trackingKeyOf(trackingNo);
  await lockTracking(trx, key);
  const provider = await trx
    .selectFrom("logistics_providers")
    .select(["name", "tracking_page"])
    .where("id", "=", providerId)
    .executeTakeFirst();
  if (!provider) return invalid("providerId", NO_PROVIDER);
  const fine = { ok: true, carrier: provider.name, trackingPage: provider.tracking_page } as const;
  if (isSharedOk) return fine;
  const other = (await takenNumbers(trx, [key])).get(`${providerId} ${key}`);
  if (other === undefined) return fine;
  const has =
    other === orderId
      ? "Another parcel of this order has this tracking number"
      : `Order #${other} has this tracking number too`;
  const message = `${has}. If that is right, press the button again.`;
  return { ok: false, reason: "invalid", field: "trackingNo", message, isQuestion: true };
}

const invalid = (field: string, message: string) =>
  ({ ok: false, reason: "invalid", field, message }) as const;

/** Those of these orders whose books are fetched at the shop. */
export async function fetchedOf(db: Db, orderIds: readonly number[]): Promise<number[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom("orders")
    .select("id")
    .where("id", "in", orderIds)
    .where("pick_up", "is not", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether the books of an order are fetched at the shop. @returns false for an order that is not there */
export async function isPickUpOrder(db: Db, orderId: number): Promise<boolean> {
  const order = await db.selectFrom("orders").select("pick_up").where("id", "=", orderId).executeTakeFirst();
  return isFetched(order?.pick_up);
}
