import type { Db } from "~/db/database.server";
import { indianDate } from "~/domain/kit/dates";
import { waitingIds } from "../fulfilment/pre-orders.server";
import { notTest } from "../no-test.server";

/** The order that has waited longest to be packed, but for this one. @returns its number; null when none can be packed */
export async function nextToPack(db: Db, but: number, now = new Date()): Promise<number | null> {
  const next = await db
    .selectFrom("orders")
    .select("id")
    .where("state", "=", "paid")
    .where("balance_due", "=", 0)
    .where("id", "<>", but)
    .where("id", "not in", waitingIds(db, indianDate(now)))
    .where(notTest("id"))
    .orderBy("paid_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return next?.id ?? null;
}
