import type { Db } from "~/db/database.server";
import { logOrderEvent } from "../order-events.server";

/** Ends a paid order whose books were handed over at the counter: a parcel without a carrier, and no mail of one. @param trx an open transaction */
export async function handOver(trx: Db, orderId: number, staffId: number, now: Date): Promise<void> {
  const at = now.toISOString();
  await trx
    .updateTable("orders")
    .set({ state: "delivered", packed_at: at, shipped_at: at, delivered_at: at, eta_date: null })
    .where("id", "=", orderId)
    .execute();
  const { id } = await trx
    .insertInto("parcels")
    .values({ order_id: orderId, number: 1, sent_at: at, delivered_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("parcel_lines")
    .columns(["parcel_id", "order_line_id", "quantity"])
    .expression((eb) =>
      eb
        .selectFrom("order_lines as l")
        .select([eb.val(id).as("parcel_id"), "l.id", "l.quantity"])
        .where("l.order_id", "=", orderId),
    )
    .execute();
  const by = { actor: "staff", actorAccountId: staffId } as const;
  await logOrderEvent(trx, { orderId, kind: "delivered", ...by, detail: { how: "counter" } }, now);
}
