import type { Db } from "~/db/database.server";

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
