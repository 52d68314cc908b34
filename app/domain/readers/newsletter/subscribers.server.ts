import type { SelectQueryBuilder } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { type Listing, pageOf, searchedId } from "~/domain/kit/listing/listing";
import { maskEmail } from "../reviews/reviews";
import { type Subscriber, SUBSCRIBER_STATE_LABELS, type SubscriberSearch } from "./subscribers";
import { endSubscription, unsubscribeLink } from "./unsubscribing.server";

type Matching<Row> = SelectQueryBuilder<Tables, "newsletter_subscribers", Row>;

const EXPORTED_AT_ONCE = 500;

/**
 * One page of the newsletter's subscribers for staff; newest request first unless sorted.
 * @param search.q the beginning of an address, or '#45' for the subscriber with this id
 */
export async function listSubscribers(db: Db, search: SubscriberSearch): Promise<Listing<Subscriber>> {
  const matching = matchingSubscribers(db, search);
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...place } = pageOf(search, count);
  const rows = await inOrder(withColumns(matching), search.sort).limit(limit).offset(offset).execute();
  return { rows, count, ...place };
}

function matchingSubscribers(db: Db, { q, state }: Pick<SubscriberSearch, "q" | "state">): Matching<object> {
  let matching: Matching<object> = db.selectFrom("newsletter_subscribers");
  if (state) matching = matching.where("state", "=", state);
  if (q === "") return matching;
  const id = searchedId(q);
  if (id !== null) return matching.where("id", "=", id);
  // A range of the index on email.
  const start = q.toLowerCase();
  return matching.where("email", ">=", start).where("email", "<", `${start}\u{10ffff}`);
}

const withColumns = (query: Matching<object>) =>
  query
    .select(["id", "email", "state", "requested_at as requestedAt"])
    .select(["confirmed_at as confirmedAt", "unsubscribed_at as unsubscribedAt"]);

function inOrder<Row>(query: Matching<Row>, sort: SubscriberSearch["sort"]): Matching<Row> {
  if (!sort) return query.orderBy("requested_at", "desc").orderBy("id", "desc");
  const column = {
    id: "id",
    email: "email",
    requestedAt: "requested_at",
    confirmedAt: "confirmed_at",
  } as const;
  return query.orderBy(column[sort.field], sort.direction).orderBy("id", sort.direction);
}

/** A subscriber in the export. */
export type ExportedSubscriber = Subscriber & { unsubscribeLink: string };

/**
 * All pages of the list, oldest entry first; read in parts, so that a long list neither fills the memory nor blocks
 * other reads.
 * @param origin the shop's origin, for the links
 */
export async function* exportSubscribers(
  db: Db,
  search: Pick<SubscriberSearch, "q" | "state">,
  origin: string,
): AsyncGenerator<ExportedSubscriber> {
  for (let last = 0; ;) {
    const rows = await withColumns(matchingSubscribers(db, search))
      .where("id", ">", last)
      .orderBy("id")
      .limit(EXPORTED_AT_ONCE)
      .execute();
    for (const row of rows) yield { ...row, unsubscribeLink: unsubscribeLink(origin, row) };
    if (rows.length < EXPORTED_AT_ONCE) return;
    last = rows.at(-1)!.id;
  }
}

/** One subscriber, with the text they agreed to; null when there is none. */
export async function findSubscriber(db: Db, id: number): Promise<(Subscriber & { consent: string }) | null> {
  const row = await withColumns(db.selectFrom("newsletter_subscribers"))
    .select("consent")
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export const STAFF_ACTIONS = ["unsubscribe", "remove"] as const;
export type StaffAction = (typeof STAFF_ACTIONS)[number];

/**
 * Ends a subscription on behalf of a subscriber, or deletes the address; the audit entry then keeps only the masked
 * address.
 * @returns the message to staff; null when there is no such subscriber
 */
export async function changeByStaff(
  db: Db,
  { id, action, staffId }: { id: number; action: StaffAction; staffId: number },
  now = new Date(),
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const subscriber = await findSubscriber(trx, id);
    if (!subscriber) return null;
    const { email, state } = subscriber;
    const before = { State: SUBSCRIBER_STATE_LABELS[state] };
    const entry = { staffId, subject: "newsletter", subjectId: id } as const;
    if (action === "remove") {
      await trx.deleteFrom("newsletter_subscribers").where("id", "=", id).execute();
      const after = { State: "–", Email: maskEmail(email) };
      await recordAudit(trx, { ...entry, action: "removed", before, after }, now);
      return `${email} is removed from the list`;
    }
    if (await endSubscription(trx, id, now)) {
      const after = { State: SUBSCRIBER_STATE_LABELS.unsubscribed };
      await recordAudit(trx, { ...entry, action: "unsubscribed", before, after }, now);
    }
    return `${email} is unsubscribed`;
  });
}
