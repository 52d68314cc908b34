import type { Db } from "~/db/database.server";
import type { OrderDetail } from "../order-detail";
import { copiesHere, readCopies, takeStock } from "../stock.server";

interface NewParcel {
  orderId: number;
  lines: readonly { id: number; qty: number }[];
  /** Null: it goes without a carrier. */
  providerId: number | null;
  trackingNo: string | null;
  weightG: number | null;
  /** Of the call that sends it; null: it has none. */
  formKey?: string | null;
}

/**
 * Writes a parcel. Copies in place of lost ones come from the stock.
 * @param trx the transaction that has locked the order and its books @param order as it read it
 * @param parcel.lines copies that are open (`openLines`)
 * @returns the parcel's number within the order; or which book has too few copies in stock to send it again
 */
export async function writeParcel(
  trx: Db,
  order: Pick<OrderDetail, "lines" | "parcels">,
  { orderId, lines, providerId, trackingNo, weightG, formKey = null }: NewParcel,
  now: Date,
): Promise<{ ok: true; id: number; number: number } | { ok: false; message: string }> {
  // In the shop for the order: taken from the stock, and neither sent nor refunded.
  const here = await readCopies(trx, order.lines, copiesHere);
  const taken = lines.map(({ id, qty }) => ({
    id,
    qty,
    fromStock: Math.max(0, qty - Math.max(0, here.get(id) ?? 0)),
  }));
  for (const { id, fromStock } of taken) {
    if (fromStock === 0) continue;
    const { bookId, title } = order.lines.find((line) => line.id === id)!;
    if ((await takeStock(trx, [{ bookId, quantity: fromStock }], now)) === null)
      return { ok: false, message: `Too few copies of “${title}” are in stock to send it again` };
  }
  const number = 1 + Math.max(0, ...order.parcels.map((parcel) => parcel.number));
  const { id } = await trx
    .insertInto("parcels")
    .values({
      order_id: orderId,
      number,
      logistics_provider_id: providerId,
      tracking_no: trackingNo,
      weight_g: weightG,
      form_key: formKey,
      sent_at: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("parcel_lines")
    .values(
      taken.map((line) => ({
        parcel_id: id,
        order_line_id: line.id,
        quantity: line.qty,
        from_stock: line.fromStock,
      })),
    )
    .execute();
  return { ok: true, id, number };
}
