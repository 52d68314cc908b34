import { lockEmail } from "~/domain/kit/locks.server";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { takeAtLeast } from "~/platform/secrets/even-time.server";
import { queueMail } from "~/platform/mail/mail.server";
import { randomToken, sha256 } from "~/platform/secrets/tokens.server";
import { wake } from "~/platform/wake.server";
import type { MailSite } from "~/domain/people/accounts/passwords/account-mails";
import { newsletterWords } from "~/domain/front/home/shown-blocks.server";
import {
  alreadySubscribedMail,
  confirmSubscriptionMail,
  welcomeMail,
  withUnsubscribeHeaders,
} from "./newsletter-mails";
import { unsubscribeLink } from "./unsubscribing.server";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LINK_LIFETIME = 7 * DAY;
const PAUSE = 10 * MINUTE;
const MAILS_A_DAY = 5;
const FORGET_AFTER = 30 * DAY;
const TOKEN_BYTES = 24;
/** Longer than the work for any address takes (a row and a mail, one write to disk). */
const MIN_RESPONSE_MS = 250;

/**
 * Requests the newsletter: mails a confirmation link, valid for 7 days or until the next one is sent. An address that
 * is already subscribed gets a mail that says so. One address gets at most one mail in 10 minutes and 5 in a day.
 * Result and time taken are the same in all cases, so that they do not reveal who is subscribed.
 * @param request.email already through `newsletterSchema`
 * @param request.consent the text beside the form
 */
export async function subscribe(
  db: Db,
  request: { email: string; consent: string },
  site: MailSite,
  now = new Date(),
): Promise<void> {
  await takeAtLeast(MIN_RESPONSE_MS, () =>
    beside(db, async (trx) => {
      await lockEmail(trx, request.email);
      if (!(await isMailedEnough(trx, request.email, now))) await mailAddress(trx, request, site, now);
    }),
  );
  wake("mail");
}

async function mailAddress(
  trx: Db,
  { email, consent }: { email: string; consent: string },
  site: MailSite,
  now: Date,
): Promise<void> {
  const mail = { dedupeKey: `${requestKey(email)}${now.getTime()}`, to: email, now };
  const confirmed = await trx
    .selectFrom("newsletter_subscribers")
    .select(["id", "email"])
    .where("email", "=", email)
    .where("state", "=", "confirmed")
    .executeTakeFirst();
  if (confirmed) {
    const link = unsubscribeLink(site.origin, confirmed);
    await queueMail(trx, { ...mail, ...withUnsubscribeHeaders(alreadySubscribedMail(site, link), link) });
    return;
  }
  const token = randomToken(TOKEN_BYTES);
  const asked = {
    state: "unconfirmed",
    requested_at: now.toISOString(),
    consent,
    confirmed_at: null,
    token_hash: sha256(token),
    token_expires_at: new Date(now.getTime() + LINK_LIFETIME).toISOString(),
  } as const;
  await trx
    .insertInto("newsletter_subscribers")
    .values({ email, ...asked, unsubscribed_at: null })
    // unsubscribed_at is kept until they confirm again: somebody else may have made the request.
    .onConflict((conflict) => conflict.column("email").doUpdateSet(asked))
    .execute();
  await queueMail(trx, { ...mail, ...confirmSubscriptionMail(site, token, await newsletterWords(trx)) });
}

/** Prefix of the dedupe keys of an address's mails. */
const requestKey = (email: string) => `newsletter-request:${email}:`;

/** Counts mails in the queue, because the subscriber's row may have been deleted. */
async function isMailedEnough(trx: Db, email: string, now: Date): Promise<boolean> {
  const key = requestKey(email);
  const recent = await trx
    .selectFrom("outgoing_mails")
    .select("created_at")
    .where("dedupe_key", ">=", key)
    .where("dedupe_key", "<", `${key}\u{10ffff}`)
    .where("created_at", ">", new Date(now.getTime() - DAY).toISOString())
    .execute();
  const pauseBegan = new Date(now.getTime() - PAUSE).toISOString();
  return recent.length >= MAILS_A_DAY || recent.some((mail) => mail.created_at > pauseBegan);
}

/** The state of a confirmation link; "done": it was used. Does not use it. */
export async function readRequest(
  db: Db,
  token: string,
  now = new Date(),
): Promise<"open" | "done" | "invalid"> {
  const row = await db
    .selectFrom("newsletter_subscribers")
    .select("state")
    .where("token_hash", "=", sha256(token))
    .where("token_expires_at", ">", now.toISOString())
    .executeTakeFirst();
  if (!row) return "invalid";
  return row.state === "confirmed" ? "done" : "open";
}

/**
 * Uses the link: confirms the subscription and queues a welcome mail with an unsubscribe link.
 * @returns false when the link is unknown, expired, or replaced by a newer one; true if it was used before
 */
export async function confirmSubscription(
  db: Db,
  token: string,
  site: MailSite,
  now = new Date(),
): Promise<boolean> {
  const isSubscribed = await beside(db, async (trx) => {
    const asked = await trx
      .selectFrom("newsletter_subscribers")
      .select("email")
      .where("token_hash", "=", sha256(token))
      .executeTakeFirst();
    // Another request for the address must not undo what is confirmed here.
    if (asked) await lockEmail(trx, asked.email);
    const request = await readRequest(trx, token, now);
    if (request !== "open") return request === "done";
    const subscriber = await trx
      .updateTable("newsletter_subscribers")
      .set({ state: "confirmed", confirmed_at: now.toISOString(), unsubscribed_at: null })
      .where("token_hash", "=", sha256(token))
      .where("state", "!=", "confirmed")
      .returning(["id", "email"])
      .executeTakeFirst();
    // Another request may have been quicker.
    if (!subscriber) return true;
    const link = unsubscribeLink(site.origin, subscriber);
    await queueMail(trx, {
      dedupeKey: `newsletter-welcome:${subscriber.id}:${now.getTime()}`,
      to: subscriber.email,
      ...withUnsubscribeHeaders(welcomeMail(site, link, await newsletterWords(trx)), link),
      now,
    });
    return true;
  });
  if (isSubscribed) wake("mail");
  return isSubscribed;
}

/**
 * Background work: deletes requests that were not confirmed within 30 days; those of people who had unsubscribed
 * before become unsubscribed again. @returns how many
 */
export async function sweepSubscriptionRequests(db: Db, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - FORGET_AFTER).toISOString();
  return beside(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("newsletter_subscribers")
      .set({ state: "unsubscribed", token_hash: null, token_expires_at: null })
      .where("state", "=", "unconfirmed")
      .where("requested_at", "<", before)
      .where("unsubscribed_at", "is not", null)
      .executeTakeFirst();
    const { numDeletedRows } = await trx
      .deleteFrom("newsletter_subscribers")
      .where("state", "=", "unconfirmed")
      .where("requested_at", "<", before)
      .executeTakeFirst();
    return Number(numUpdatedRows + numDeletedRows);
  });
}
