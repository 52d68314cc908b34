import { beside } from "~/db/writing/beside.server";
import { sweepWaiting } from "./waiting.server";
import type { Db } from "~/db/database.server";
import { wordsOf } from "~/db/search/words";
import { countWaiting, stopAlerts } from "./stock-alerts.server";
import { titleAskedFor } from "./wanted-titles";
import type { WantedTitleFields } from "./wanted-titles.schema";

/** What requests for one title have in common: its words as the search compares them. */
const titleKey = (title: string): string => wordsOf(title).join(" ") || title.toLowerCase();

/**
 * Notes that somebody wants a title: one mail when staff have it. A repeated request changes nothing, but gets the same answer
 * and takes the same write, so that it does not reveal whether the address is known.
 * @param fields through `wantedTitleSchema`
 * @returns the answer to show
 */
export async function askForTitle(db: Db, fields: WantedTitleFields, now = new Date()): Promise<string> {
  const { title, author, email } = fields;
  await db
    .insertInto("wanted_titles")
    .values({ title, title_key: titleKey(title), author, email, requested_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict.columns(["title_key", "email"]).where("answered_at", "is", null).doUpdateSet({ email }),
    )
    .execute();
  return titleAskedFor(email, title);
}

/** How many books this address waits for: stock alerts, and titles that the shop does not have. */
export async function countBooksWaitedFor(db: Db, email: string): Promise<number> {
  const { count } = await db
    .selectFrom("wanted_titles")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("email", "=", email)
    .where("told_at", "is", null)
    .executeTakeFirstOrThrow();
  return count + (await countWaiting(db, email));
}

/** Deletes all that this address waits for; for the link in each of these mails. */
export async function stopBookMails(db: Db, email: string): Promise<void> {
  await beside(db, async (trx) => {
    await stopAlerts(trx, email);
    await trx.deleteFrom("wanted_titles").where("email", "=", email).where("told_at", "is", null).execute();
  });
}

/** Background work: deletes requests answered more than 90 days ago, and those waiting for over a year. @returns how many */
export const sweepWantedTitles = (db: Db, now = new Date()): Promise<number> =>
  sweepWaiting(db, "wanted_titles", "answered_at", now);
