import type { Db } from "~/db/database.server";
import { afterCommit } from "~/db/writing/after-commit.server";
import { insertRows } from "~/db/writing/many-rows.server";
import { randomToken } from "~/platform/secrets/tokens.server";
import { wake } from "~/platform/wake.server";
import type { TEST_EVENT, WebhookEvent } from "./webhooks";

/** The data of an event: ids, and fields named as in the API's JSON. No contact data of customers. */
export type EventData = Record<string, unknown>;

/** The active endpoints that want such an event. Without active endpoints it only reads an index. */
export async function endpointsFor(db: Db, type: WebhookEvent): Promise<number[]> {
  const active = await db
    .selectFrom("webhook_endpoints")
    .select(["id", "events"])
    .where("state", "=", "active")
    .orderBy("id")
    .execute();
  return active.filter(({ events }) => (JSON.parse(events) as string[]).includes(type)).map(({ id }) => id);
}

/** Whether any endpoint wants such an event. Without active endpoints it only reads an index. */
export async function isWanted(db: Db, type: WebhookEvent): Promise<boolean> {
  return (await endpointsFor(db, type)).length > 0;
}

/**
 * Queues an event for each active endpoint that wants it. Without one it only reads an index.
 * @param trx the transaction of the change: the event is queued only if that commits
 * @param data called only if an endpoint wants the event; null: there is nothing to tell
 */
export async function emitEvent(
  trx: Db,
  type: WebhookEvent,
  data: () => Promise<EventData | null>,
  now: Date,
): Promise<void> {
  await emitTo(trx, await endpointsFor(trx, type), type, data, now);
}

/** The same for endpoints that were read before. */
export async function emitTo(
  trx: Db,
  endpointIds: number[],
  type: WebhookEvent,
  data: () => Promise<EventData | null>,
  now: Date,
): Promise<void> {
  if (endpointIds.length === 0) return;
  const made = await data();
  if (made) await queueDeliveries(trx, endpointIds, { type, data: made }, now);
}

/** Queues the same event for these endpoints. @param trx an open transaction */
export const queueDeliveries = (
  trx: Db,
  endpointIds: number[],
  { type, data }: { type: WebhookEvent | typeof TEST_EVENT; data: EventData },
  now: Date,
): Promise<void> => queueEvents(trx, endpointIds, { type, data: [data] }, now);

/** Queues several events for these endpoints. @param trx an open transaction @param given.data of each event */
export async function queueEvents(
  trx: Db,
  endpointIds: number[],
  { type, data }: { type: WebhookEvent | typeof TEST_EVENT; data: EventData[] },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const rows = data.flatMap((one) => {
    const event_id = `evt_${randomToken(18)}`;
    const payload = JSON.stringify({ type, timestamp: at, data: one });
    const delivery = { event_id, type, payload, created_at: at, next_try_at: at };
    return endpointIds.map((endpoint_id) => ({ endpoint_id, ...delivery }));
  });
  await insertRows(trx, "webhook_deliveries", rows);
  await afterCommit(trx, () => wake("webhooks"));
}
