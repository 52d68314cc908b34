import { prepared } from "~/db/prepared.server";
import type { Db } from "~/db/database.server";
import type { OrderDocument } from "../orders/order-documents";
import { LISTED } from "./read-documents.server";

/** The documents of an order with its notes, as lists name them, the oldest first. One round trip. */
export async function documentList(db: Db, orderId: number): Promise<OrderDocument[]> {
  return documentRows(db, { orderId });
}

const documentRows = prepared((db, given: { orderId: number }) =>
  db.selectFrom("documents as d").select(LISTED).where("d.order_id", "=", given.orderId).orderBy("d.id"),
);
