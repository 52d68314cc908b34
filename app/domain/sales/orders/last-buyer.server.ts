import type { Db } from "~/db/database.server";
import { type Buyer, buyerOf } from "./buyer";

/**
 * Whom the customer's next document is probably for: as in the order that waits to be paid, else as in the last one that said
 * so, without its reference, which is of that order alone. @returns null when there is none
 */
export async function lastBuyer(db: Db, accountId: number): Promise<Buyer | null> {
  const order = await db
    .selectFrom("orders")
    .select(["state", "buyer_gstin", "buyer_name", "buyer_address", "buyer_reference"])
    .where("account_id", "=", accountId)
    .where((eb) =>
      eb.or([
        eb("state", "=", "pending"),
        eb("buyer_gstin", "!=", ""),
        eb("buyer_name", "!=", ""),
        eb("buyer_address", "!=", ""),
      ]),
    )
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!order) return null;
  return buyerOf(order.state === "pending" ? order : { ...order, buyer_reference: "" });
}
