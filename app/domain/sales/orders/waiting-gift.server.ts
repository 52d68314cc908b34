import type { Db } from "~/db/database.server";
import { type Gift, giftOf } from "./gift";

/** What the customer has written for the order that waits to be paid. @returns null when there is none, or it is no gift */
export async function waitingGift(db: Db, accountId: number): Promise<Gift | null> {
  const order = await db
    .selectFrom("orders")
    .select(["is_gift", "gift_from", "gift_message"])
    .where("account_id", "=", accountId)
    .where("state", "=", "pending")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return order ? giftOf(order) : null;
}
