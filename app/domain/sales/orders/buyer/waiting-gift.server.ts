import type { Db } from "~/db/database.server";
import { type Gift, giftOf } from "./gift";
import { paidOnline } from "~/domain/sales/orders/paid-online.server";

/**
 * What the customer has written for the order that waits to be paid and that the next one replaces; one that waits for a transfer,
 * or that staff have placed, says nothing about it. @returns null when there is none, or it is no gift
 */
export async function waitingGift(db: Db, accountId: number): Promise<Gift | null> {
  const order = await db
    .selectFrom("orders")
    .select(["is_gift", "gift_from", "gift_message"])
    .where("account_id", "=", accountId)
    .where("state", "=", "pending")
    .where(paidOnline("orders"))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return order ? giftOf(order) : null;
}
