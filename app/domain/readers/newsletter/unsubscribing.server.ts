import { beside } from "~/db/writing/beside.server";
import { createHmac } from "node:crypto";
import type { Db } from "~/db/database.server";
import { derivedSecret } from "~/platform/secrets/shop-secret.server";
import { equalInConstantTime } from "~/platform/secrets/tokens.server";
import { parseId } from "~/domain/kit/ids";
import type { SubscriberState } from "./subscribers";

/** The parameters of an unsubscribe link. */
export interface SignedSubscription {
  id: string;
  key: string;
}

/**
 * The link that unsubscribes one subscriber without logging in; it never expires. The signature includes the address:
 * if a restored backup gives the id to somebody else, an old link cannot unsubscribe them.
 * @param origin the shop's origin, e.g. https://books.example.in
 */
export function unsubscribeLink(origin: string, subscriber: { id: number; email: string }): string {
  return `${origin}/newsletter/unsubscribe?id=${subscriber.id}&key=${signature(subscriber)}`;
}

function signature({ id, email }: { id: number; email: string }): string {
  const secret = derivedSecret("newsletter unsubscribing");
  return createHmac("sha256", secret).update(`${id} ${email}`).digest("base64url");
}

/** The subscriber of a link; null when its signature is wrong, or the address was removed from the list. */
export async function findSubscription(
  db: Db,
  { id, key }: SignedSubscription,
): Promise<{ id: number; email: string; state: SubscriberState } | null> {
  const subscriberId = parseId(id);
  if (subscriberId === null) return null;
  const row = await db
    .selectFrom("newsletter_subscribers")
    .select(["id", "email", "state"])
    .where("id", "=", subscriberId)
    .executeTakeFirst();
  return row && equalInConstantTime(key, signature(row)) ? row : null;
}

/** Ends the subscription, and any request for one. @returns false when the link is invalid */
export async function unsubscribe(db: Db, link: SignedSubscription, now = new Date()): Promise<boolean> {
  return beside(db, async (trx) => {
    const found = await findSubscription(trx, link);
    if (found) await endSubscription(trx, found.id, now);
    return found !== null;
  });
}

/** @returns false when there was no subscription, or it had ended before */
export async function endSubscription(trx: Db, id: number, now: Date): Promise<boolean> {
  const ended = await trx
    .updateTable("newsletter_subscribers")
    .set({
      state: "unsubscribed",
      unsubscribed_at: now.toISOString(),
      // A confirmation link that is still in the mailbox must not undo it.
      token_hash: null,
      token_expires_at: null,
    })
    .where("id", "=", id)
    .where("state", "!=", "unsubscribed")
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}
