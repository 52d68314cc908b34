import type { Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { checkedAddresses, hostOf, PostError } from "~/platform/public/post-to-public.server";
import type { Resolve } from "~/platform/public/public-address.server";
import { wake } from "~/platform/wake.server";
import { type AuditFields, changedFields } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { queueDeliveries } from "./emit-event.server";
import { FORMER_MS, newSecret, sealSecret } from "./secrets.server";
import {
  type Endpoint,
  ENDPOINT_NOT_FOUND,
  type EndpointClash,
  MOST_ENDPOINTS,
  TEST_EVENT,
  TEST_MESSAGE,
  type WebhookEvent,
} from "./webhooks";
import type { EndpointFields } from "./webhooks.schema";

/** An endpoint of its row. @param now decides whether a former secret still counts */
export function endpointOf(row: Selectable<Tables["webhook_endpoints"]>, now = new Date()): Endpoint {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: JSON.parse(row.events) as WebhookEvent[],
    state: row.state,
    pausedBecause: row.paused_because,
    failingSince: row.failing_since,
    formerUntil: row.former_until !== null && row.former_until > now.toISOString() ? row.former_until : null,
    version: row.version,
    createdAt: row.created_at,
    makerId: row.account_id,
  };
}

/** @returns null when there is none with this id */
export async function findEndpoint(db: Db, id: number): Promise<Endpoint | null> {
  const row = await db.selectFrom("webhook_endpoints").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? endpointOf(row) : null;
}

export type SaveEndpointOutcome =
  | { ok: true; id: number; message: string; /** Shown once. */ secret: string | null }
  | { ok: false; reason: "unknown" | "too_many"; message: string }
  | { ok: false; reason: "url"; message: string }
  | { ok: false; reason: "changed"; message: string; clash: EndpointClash };

const forPeople = ({ url, description, events }: EndpointFields): AuditFields => ({
  Address: url,
  Description: description || null,
  Events: events,
});

/**
 * Adds an endpoint, with a new secret, or changes one.
 * @param given.id null to add one @param given.version of the endpoint when its form was opened
 * @param resolve for tests
 */
export async function saveEndpoint(
  db: Db,
  given: { id: number | null; staffId: number; fields: EndpointFields; version: number },
  resolve?: Resolve,
  now = new Date(),
): Promise<SaveEndpointOutcome> {
  const found = await checkHost(given.fields.url, resolve);
  if (!found.ok) return found;
  const outcome = await db.transaction().execute((trx) => save(trx, given, now));
  if (!outcome.ok || found.isKnown) return outcome;
  const warning = `${hostOf(given.fields.url)} was not found just now: please check the address.`;
  return { ...outcome, message: `${outcome.message} But ${warning}` };
}

/** A host that is not found may be found later; each delivery checks its addresses again. */
async function checkHost(url: string, resolve?: Resolve) {
  try {
    await checkedAddresses(hostOf(url), resolve);
    return { ok: true, isKnown: true } as const;
  } catch (error) {
    if (!(error instanceof PostError)) return { ok: true, isKnown: false } as const;
    const message = `${error.message}. Events can only go to a server on the internet`;
    return { ok: false, reason: "url", message } as const;
  }
}

async function save(
  trx: Db,
  {
    id,
    staffId,
    fields,
    version,
  }: { id: number | null; staffId: number; fields: EndpointFields; version: number },
  now: Date,
): Promise<SaveEndpointOutcome> {
  const twin = await trx
    .selectFrom("webhook_endpoints")
    .select("id")
    .where("url", "=", fields.url)
    .$if(id !== null, (query) => query.where("id", "!=", id!))
    .executeTakeFirst();
  if (twin) return { ok: false, reason: "url", message: "There is an endpoint with this address already" };
  if (id === null) return add(trx, { staffId, fields }, now);
  const stored = await findEndpoint(trx, id);
  if (!stored) return { ok: false, reason: "unknown", message: ENDPOINT_NOT_FOUND };
  const [before, after] = [forPeople(stored), forPeople(fields)];
  const changed = Object.keys(changedFields(before, after).after);
  if (version !== stored.version && changed.length > 0) {
    const message =
      "This endpoint was changed while you were editing it. Nothing of yours has been saved yet.";
    const both = changed.map((field) => ({ field, stored: before[field]!, yours: after[field]! }));
    return { ok: false, reason: "changed", message, clash: { version: stored.version, fields: both } };
  }
  const done = { ok: true, id, message: "The endpoint is saved.", secret: null } as const;
  if (changed.length === 0) return done;
  await trx
    .updateTable("webhook_endpoints")
    .set({
      url: fields.url,
      description: fields.description,
      events: JSON.stringify(fields.events),
      version: stored.version + 1,
      updated_at: now.toISOString(),
    })
    .where("id", "=", id)
    .execute();
  await audit(trx, { staffId, id, action: "updated", before, after }, now);
  return done;
}

async function add(
  trx: Db,
  { staffId, fields }: { staffId: number; fields: EndpointFields },
  now: Date,
): Promise<SaveEndpointOutcome> {
  const { count } = await trx
    .selectFrom("webhook_endpoints")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count >= MOST_ENDPOINTS) {
    const message = `There can be ${MOST_ENDPOINTS} endpoints at most. Delete one that is not needed any more`;
    return { ok: false, reason: "too_many", message };
  }
  const at = now.toISOString();
  const { id } = await trx
    .insertInto("webhook_endpoints")
    .values({
      url: fields.url,
      description: fields.description,
      events: JSON.stringify(fields.events),
      secret: "",
      account_id: staffId,
      created_at: at,
      updated_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const secret = newSecret();
  // A sealed text belongs to its row, whose id is known only now.
  await trx
    .updateTable("webhook_endpoints")
    .set({ secret: sealSecret(id, secret) })
    .where("id", "=", id)
    .execute();
  await audit(trx, { staffId, id, action: "added", after: forPeople(fields) }, now);
  return { ok: true, id, message: "The endpoint is added.", secret };
}

interface StaffOfEndpoint {
  id: number;
  staffId: number;
}

/** Makes a new secret; the former one signs too for 24 hours. @returns the secret; null: no such endpoint */
export async function rollSecret(
  db: Db,
  { id, staffId }: StaffOfEndpoint,
  now = new Date(),
): Promise<string | null> {
  const secret = newSecret();
  return db.transaction().execute(async (trx) => {
    const rolled = await trx
      .updateTable("webhook_endpoints")
      .set((eb) => ({
        former_secret: eb.ref("secret"),
        former_until: new Date(now.getTime() + FORMER_MS).toISOString(),
        secret: sealSecret(id, secret),
        updated_at: now.toISOString(),
      }))
      .where("id", "=", id)
      .executeTakeFirst();
    if (rolled.numUpdatedRows === 0n) return null;
    await audit(trx, { staffId, id, action: "made a new secret for" }, now);
    return secret;
  });
}

/** Pauses an endpoint, or lets it go on with what is queued; a repeated call changes nothing. @returns false: no such endpoint */
export async function switchEndpoint(
  db: Db,
  { id, staffId, active }: StaffOfEndpoint & { active: boolean },
  now = new Date(),
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const stored = await findEndpoint(trx, id);
    if (!stored) return false;
    if ((stored.state === "active") === active) return true;
    await trx
      .updateTable("webhook_endpoints")
      .set({
        state: active ? "active" : "paused",
        paused_because: active ? null : "staff",
        failing_since: null,
        version: stored.version + 1,
        updated_at: now.toISOString(),
      })
      .where("id", "=", id)
      .execute();
    const action = active ? "switched on" : "paused";
    await audit(trx, { staffId, id, action, before: { Active: !active }, after: { Active: active } }, now);
    if (active) wake("webhooks");
    return true;
  });
}

/** Deletes an endpoint with its deliveries. @returns its address; null: no such endpoint */
export async function deleteEndpoint(
  db: Db,
  { id, staffId }: StaffOfEndpoint,
  now = new Date(),
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const stored = await findEndpoint(trx, id);
    if (!stored) return null;
    await trx.deleteFrom("webhook_endpoints").where("id", "=", id).execute();
    const gone = { Address: stored.url };
    await audit(trx, { staffId, id, action: "deleted", before: gone, after: { Address: null } }, now);
    return stored.url;
  });
}

/** Queues an event that tells nothing, to try the endpoint. @returns the problem, or null */
export async function sendTestEvent(
  db: Db,
  { id, staffId }: StaffOfEndpoint,
  now = new Date(),
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const stored = await findEndpoint(trx, id);
    if (!stored) return ENDPOINT_NOT_FOUND;
    if (stored.state === "paused") return "The endpoint is paused. Switch it on first";
    await queueDeliveries(trx, [id], { type: TEST_EVENT, data: { message: TEST_MESSAGE } }, now);
    await audit(trx, { staffId, id, action: "sent a test event to" }, now);
    return null;
  });
}

const audit = (
  trx: Db,
  { id, ...entry }: StaffOfEndpoint & { action: string; before?: AuditFields; after?: AuditFields },
  now: Date,
) => recordAudit(trx, { subject: "webhook_endpoint", subjectId: id, ...entry }, now);
