import { Webhook } from "standardwebhooks";
import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { type Post, PostError } from "~/platform/public/post-to-public.server";
import { onWake } from "~/platform/wake.server";
import { recordTry, type TryResult } from "./record-try.server";
import { openSecret } from "./secrets.server";

/** Deliveries to one endpoint at once. With `MOST_ENDPOINTS` this bounds all of them. */
const AT_ONCE = 2;
/** Longer than a try can take. After a crash the delivery is due again. */
const LEASE_MS = 30_000;
/** So soon it looks for deliveries that another process of the shop has queued, while some are under way. */
const LOOK_EACH_MS = 1000;

interface DueDelivery {
  id: number;
  endpointId: number;
  eventId: string;
  payload: string;
  attempts: number;
  firstTryAt: string | null;
  url: string;
  secret: string;
  formerSecret: string | null;
  formerUntil: string | null;
}

/** A delivery that this process sends. */
interface Taken extends DueDelivery {
  triedAt: Date;
}

interface Options {
  post: Post;
  /** Once aborted, nothing more is sent. */
  stopping?: AbortSignal;
  now?: () => Date;
}

/**
 * Background work: sends due deliveries until none is due or under way. Each endpoint has its own places, so a slow one
 * does not hold up the others. A delivery counts as sent once it is answered 2xx; if the process is killed before the
 * answer is stored, it is sent again with the same id, so a receiver can get it twice.
 * @param db the write connection
 * @returns how many tries were made
 */
export async function deliverWebhooks(
  db: Db,
  { post, stopping, now = () => new Date() }: Options,
): Promise<number> {
  const underWay = new Map<Taken, Promise<unknown>>();
  let tries = 0;
  let lookAgain = () => {};
  const stopListening = onWake("webhooks", () => lookAgain());
  try {
    for (;;) {
      const news = new Promise<void>((resolve) => (lookAgain = resolve));
      const due = stopping?.aborted ? [] : await takeDue(db, [...underWay.keys()], now());
      for (const delivery of due) {
        tries += 1;
        const work = deliver(db, delivery, post, now)
          .catch((error: unknown) =>
            logger.error({ delivery: delivery.id, err: error }, "a webhook try was not stored"),
          )
          .finally(() => underWay.delete(delivery));
        underWay.set(delivery, work);
      }
      if (underWay.size === 0) return tries;
      const looking = setTimeout(() => lookAgain(), LOOK_EACH_MS);
      await Promise.race([...underWay.values(), news]).finally(() => clearTimeout(looking));
    }
  } finally {
    stopListening();
  }
}

/** Takes the due deliveries for which their endpoints have places, the oldest first. */
async function takeDue(db: Db, underWay: DueDelivery[], now: Date): Promise<Taken[]> {
  const at = now.toISOString();
  const due = db
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhook_endpoints as e", "e.id", "d.endpoint_id")
    .where("d.status", "=", "queued")
    .where("d.next_try_at", "<=", at)
    .where((eb) => eb.or([eb("d.sending_until", "is", null), eb("d.sending_until", "<=", at)]))
    .where("e.state", "=", "active");
  const endpoints = await due.select("d.endpoint_id").distinct().execute();
  const taken: Taken[] = [];
  for (const { endpoint_id } of endpoints) {
    const places = AT_ONCE - underWay.filter((one) => one.endpointId === endpoint_id).length;
    if (places <= 0) continue;
    const rows = await due
      .select(["d.id", "d.endpoint_id as endpointId", "d.event_id as eventId", "d.payload", "d.attempts"])
      .select(["d.first_try_at as firstTryAt", "e.url", "e.secret"])
      .select(["e.former_secret as formerSecret", "e.former_until as formerUntil"])
      .where("d.endpoint_id", "=", endpoint_id)
      .orderBy("d.next_try_at")
      .orderBy("d.id")
      .limit(places)
      .execute();
    for (const row of rows) if (await claim(db, row, now)) taken.push({ ...row, triedAt: now });
  }
  return taken;
}

/** Stores that the delivery is being sent. @returns false when another process has it */
async function claim(db: Db, row: DueDelivery, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const claimed = await db
    .updateTable("webhook_deliveries")
    .set({
      attempts: row.attempts + 1,
      first_try_at: row.firstTryAt ?? at,
      sending_until: new Date(now.getTime() + LEASE_MS).toISOString(),
    })
    .where("id", "=", row.id)
    .where("status", "=", "queued")
    .where("attempts", "=", row.attempts)
    .where((eb) => eb.or([eb("sending_until", "is", null), eb("sending_until", "<=", at)]))
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

async function deliver(db: Db, delivery: Taken, post: Post, now: () => Date): Promise<void> {
  const began = performance.now();
  const result = await send(delivery, post);
  const tookMs = Math.round(performance.now() - began);
  await recordTry(db, delivery, { ...result, triedAt: delivery.triedAt, tookMs }, now());
}

async function send(delivery: Taken, post: Post): Promise<TryResult> {
  const { triedAt } = delivery;
  const signature = signatureOf(delivery);
  if (signature === null)
    return {
      status: null,
      answer: "",
      problem: "The secret cannot be read, since the shop's own secret was changed. Make a new one",
    };
  try {
    const { status, text } = await post({
      url: delivery.url,
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Kitab-Webhooks",
        "webhook-id": delivery.eventId,
        "webhook-timestamp": String(Math.floor(triedAt.getTime() / 1000)),
        "webhook-signature": signature,
      },
      body: delivery.payload,
    });
    return { status, answer: text, problem: problemOf(status) };
  } catch (error) {
    if (!(error instanceof PostError)) throw error;
    return { status: null, answer: "", problem: error.message };
  }
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `Answered ${status}: redirects are not followed`;
  return `Answered ${status}`;
}

/** The signatures with the secret and, while it counts, the former one. @returns null when the secret cannot be read */
function signatureOf(delivery: Taken): string | null {
  const { endpointId, eventId, payload, secret, formerSecret, formerUntil, triedAt } = delivery;
  const sealed = [secret];
  if (formerSecret !== null && formerUntil !== null && formerUntil > triedAt.toISOString())
    sealed.push(formerSecret);
  const secrets = sealed.map((one) => openSecret(endpointId, one));
  if (secrets[0] === null) return null;
  return secrets
    .filter((one) => one !== null)
    .map((one) => new Webhook(one).sign(eventId, triedAt, payload))
    .join(" ");
}
