import { trackingUrl } from "~/domain/catalogue/names/tracking-page";
import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import type { SentParcel } from "./parcels";

const rows = prepared((db, given: { orderId: number }) =>
  db
    .selectFrom("parcels as p")
    .innerJoin("parcel_lines as pl", "pl.parcel_id", "p.id")
    .innerJoin("order_lines as l", "l.id", "pl.order_line_id")
    .leftJoin("logistics_providers as c", "c.id", "p.logistics_provider_id")
    .select(["p.id", "p.number", "c.name as carrier", "c.tracking_page", "p.tracking_no", "p.weight_g"])
    .select(["p.sent_at", "p.delivered_at", "p.lost_at", "p.returned_at"])
    .select(["l.id as line_id", "l.title", "pl.quantity"])
    .where("p.order_id", "=", given.orderId)
    .orderBy("p.number")
    .orderBy("l.id"),
);

/** The parcels of an order, the first first; none before anything was sent. */
export async function readParcels(db: Db, orderId: number): Promise<SentParcel[]> {
  const parcels: SentParcel[] = [];
  for (const row of await rows(db, { orderId })) {
    const line = { id: row.line_id, title: row.title, qty: row.quantity };
    const last = parcels.at(-1);
    if (last?.id === row.id) last.lines.push(line);
    else
      parcels.push({
        id: row.id,
        number: row.number,
        carrier: row.carrier,
        trackingNo: row.tracking_no,
        trackingUrl: trackingUrl(row.tracking_page, row.tracking_no),
        weightG: row.weight_g,
        sentAt: row.sent_at,
        deliveredAt: row.delivered_at,
        lostAt: row.lost_at,
        returnedAt: row.returned_at,
        lines: [line],
      });
  }
  return parcels;
}
