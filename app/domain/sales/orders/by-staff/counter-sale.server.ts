import type { Db } from "~/db/database.server";
import { shownEmail } from "~/domain/kit/no-email";
import { documentList } from "../../documents/document-list.server";
import { type OrderDocument, standingDocuments } from "../order-documents";

/** A sale at the counter. Paise. */
export interface CounterSale {
  orderId: number;
  total: number;
  bills: OrderDocument[];
  /** To which the bill is mailed; empty: to nobody. */
  email: string;
}

/** @returns null when this member of staff has placed no such order */
export async function counterSale(
  db: Db,
  { orderId, staffId }: { orderId: number; staffId: number },
): Promise<CounterSale | null> {
  const order = await db
    .selectFrom("orders as o")
    .innerJoin("accounts as a", "a.id", "o.account_id")
    .select(["o.total", "a.email"])
    .where("o.id", "=", orderId)
    .where("o.placed_by", "=", staffId)
    .executeTakeFirst();
  if (!order) return null;
  const bills = standingDocuments(await documentList(db, orderId));
  return { orderId, total: order.total, bills, email: shownEmail(order.email) };
}
