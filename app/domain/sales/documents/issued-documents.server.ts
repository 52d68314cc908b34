import type { ShopDatabase } from "~/db/database.server";
import { issueEarlier } from "./earlier-documents.server";
import { readDocuments } from "./read-documents.server";
import type { IssuedDocument } from "./issued-document";

/**
 * The documents of an order with its notes, the oldest first. If it was accepted by a version of the program that did not
 * store them yet, they are stored now.
 * @returns none for an order that was never accepted, and for a test purchase
 */
export async function findDocuments(
  db: Pick<ShopDatabase, "read" | "write">,
  orderId: number,
): Promise<IssuedDocument[]> {
  const documents = await readDocuments(db.read, orderId);
  if (documents.length > 0) return documents;
  const accepted = await db.read
    .selectFrom("orders")
    .select("id")
    .where("id", "=", orderId)
    .where("invoice_no", "is not", null)
    .executeTakeFirst();
  if (!accepted) return [];
  return db.write.transaction().execute(async (trx) => {
    await issueEarlier(trx, [orderId]);
    return readDocuments(trx, orderId);
  });
}
