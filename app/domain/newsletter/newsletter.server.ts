import type { Db } from "~/db/database.server";
import { type Listing, pageOf } from "../listing/listing";
import type { Subscriber, SubscriberSearch } from "./subscribers";

/**
 * Notes a wish to receive the newsletter. An address that is new, or has unsubscribed, is unconfirmed; one already on
 * the list stays as it is. The caller learns nothing of the difference, so that nobody can ask who is subscribed.
 * @param email already through `newsletterSchema`
 */
export async function subscribe(db: Db, email: string, now = new Date()): Promise<void> {
  await db
    .insertInto("newsletter_subscribers")
    .values({ email, requested_at: now.toISOString(), confirmed_at: null, unsubscribed_at: null })
    .onConflict((conflict) =>
      conflict
        .column("email")
        .doUpdateSet({
          state: "unconfirmed",
          requested_at: now.toISOString(),
          confirmed_at: null,
          unsubscribed_at: null,
        })
        .where("newsletter_subscribers.state", "=", "unsubscribed"),
    )
    .execute();
}

/**
 * The newsletter's list for staff, a page of it; the newest first unless sorted.
 * @param search.q the beginning of an address
 */
export async function listSubscribers(db: Db, search: SubscriberSearch): Promise<Listing<Subscriber>> {
  const { q, state, sort } = search;
  let matching = db.selectFrom("newsletter_subscribers");
  if (state) matching = matching.where("state", "=", state);
  if (q) {
    // A stretch of the addresses' own index.
    const start = q.toLowerCase();
    matching = matching.where("email", ">=", start).where("email", "<", `${start}\u{10ffff}`);
  }
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...place } = pageOf(search, count);
  const rows = await matching
    .select(["id", "email", "state", "requested_at as requestedAt"])
    .select(["confirmed_at as confirmedAt", "unsubscribed_at as unsubscribedAt"])
    .orderBy(sort?.field ?? "id", sort?.direction ?? "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, count, ...place };
}
