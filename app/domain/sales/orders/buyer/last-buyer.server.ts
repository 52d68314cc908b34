import type { Db } from "~/db/database.server";
import { type Buyer, buyerOf } from "./buyer";
import { paidOnline } from "~/domain/sales/orders/paid-online.server";

/**
 * Whom the customer's next document is probably for: as in the order that waits to be paid and that the next one replaces,
 * else as in the last one that said so, without its reference, which is of that order alone. @returns null when there is none
 */
export async function lastBuyer(db: Db, accountId: number): Promise<Buyer | null> {
  const order = await db
    .selectFrom("orders")
    .select(({ eb }) => eb.and([eb("state", "=", "pending"), paidOnline("orders")]).as("waits"))
    .select(["buyer_gstin", "buyer_name", "buyer_address", "buyer_reference"])
    .where("account_id", "=", accountId)
    .where((eb) =>
      eb.or([
        eb.and([eb("state", "=", "pending"), paidOnline("orders")]),
        eb("buyer_gstin", "!=", ""),
        eb("buyer_name", "!=", ""),
        eb("buyer_address", "!=", ""),
      ]),
    )
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!order) return null;
  return buyerOf(order.waits ? order : { ...order, buyer_reference: "" });
}
