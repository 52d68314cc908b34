import type { Db } from "~/db/database.server";
import type { OrderDetail } from "../order-detail";
import { noteLostRefunds } from "../money/refund-lines.server";
import { giveBackStock } from "../stock.server";
import type { SentParcel } from "./parcels";

/** Removes a parcel that has not left the shop: what it had in place of lost copies goes back into stock. */
export async function removeParcel(
  trx: Db,
  { lines }: Pick<OrderDetail, "lines">,
  { id }: Pick<SentParcel, "id">,
): Promise<void> {
  const sent = await trx
    .selectFrom("parcel_lines")
    .select(["order_line_id", "from_stock"])
    .where("parcel_id", "=", id)
    .where("from_stock", ">", 0)
    .orderBy("order_line_id")
    .execute();
  const back = sent.map(({ order_line_id, from_stock }) => ({
    bookId: lines.find((line) => line.id === order_line_id)!.bookId,
    quantity: from_stock,
  }));
  await trx.deleteFrom("parcels").where("id", "=", id).execute();
  if (back.length > 0) await giveBackStock(trx, back);
  await noteLostRefunds(trx, lines);
}
