import type { Db } from "~/db/database.server";
import { config } from "~/process/config.server";

/** Unpaid orders a day: each is mailed about, at last when it is cancelled or lapses. */
const ORDERS_A_DAY = 5;
const DAY_MS = 86_400_000;

/**
 * Why a customer places no further order now, as a sentence; null: they may. The address of an account may be a stranger's until
 * somebody has opened a link mailed to it; orders that cost nothing would mail that stranger without end.
 */
export async function whyConfirmFirst(db: Db, accountId: number, now: Date): Promise<string | null> {
  if (!config.rateLimit) return null;
  const { count } = await db
    .selectFrom("orders as o")
    .innerJoin("accounts as a", "a.id", "o.account_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("o.account_id", "=", accountId)
    .where("a.email_confirmed_at", "is", null)
    .where("o.paid_at", "is", null)
    .where("o.placed_at", ">", new Date(now.getTime() - DAY_MS).toISOString())
    // Of one that a newer order has replaced no mail is sent.
    .where((eb) => eb.or([eb("o.cancel_reason", "is", null), eb("o.cancel_reason", "!=", "superseded")]))
    .executeTakeFirstOrThrow();
  return count < ORDERS_A_DAY
    ? null
    : "Please confirm your email first: open the link that we have sent to it, or have it sent again on your profile.";
}
