import type { Db } from "~/db/database.server";
import { type EventActor, logOrderEvent } from "../order-events.server";
import { readOrder } from "../orders.server";
import { openLines } from "./parcels";

/**
 * Ships an order of which a part was sent, when the rest was taken off it: nothing is left to be sent.
 * @param trx the transaction that has locked the order and taken copies off it
 */
export async function shipIfAllSent(trx: Db, orderId: number, by: EventActor, now: Date): Promise<void> {
  const order = await readOrder(trx, orderId, "anybody", now);
  const last = order?.parcels.findLast(({ lostAt }) => lostAt === null);
  if (order?.state !== "packed" || !last || openLines(order).length > 0) return;
  const { logistics_provider_id, tracking_no } = await trx
    .selectFrom("parcels")
    .select(["logistics_provider_id", "tracking_no"])
    .where("id", "=", last.id)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable("orders")
    .set({ state: "shipped", shipped_at: last.sentAt, logistics_provider_id, tracking_no })
    .where("id", "=", orderId)
    .execute();
  const detail = { carrier: last.carrier, tracking: last.trackingNo };
  await logOrderEvent(trx, { orderId, kind: "shipped", ...by, detail }, now);
}
