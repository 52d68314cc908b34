import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { type Listing, pageOf } from "~/domain/kit/listing/listing";
import {
  DELIVERY_NOT_FOUND,
  type DeliveryDetail,
  type DeliveryRow,
  type DeliverySearch,
  type ListedEndpoint,
} from "./deliveries";
import { endpointOf } from "./endpoints.server";

/** How long deliveries are kept. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Rows deleted in one transaction. */
const SWEPT_AT_ONCE = 500;

/** All endpoints, the oldest first. */
export async function listEndpoints(db: Db): Promise<ListedEndpoint[]> {
  const rows = await db.selectFrom("webhook_endpoints").selectAll().orderBy("id").execute();
  const figures = await db
    .selectFrom("webhook_deliveries")
    .select("endpoint_id")
    .select((eb) => [
      eb.fn.sum<number>(eb.case().when("status", "=", "queued").then(1).else(0).end()).as("queued"),
      eb.fn.max("delivered_at").as("lastDeliveredAt"),
    ])
    .groupBy("endpoint_id")
    .execute();
  const byId = new Map(figures.map(({ endpoint_id, ...figure }) => [endpoint_id, figure]));
  return rows.map((row) => ({
    ...endpointOf(row),
    queued: byId.get(row.id)?.queued ?? 0,
    lastDeliveredAt: byId.get(row.id)?.lastDeliveredAt ?? null,
  }));
}

const ROW = ["d.id", "d.type", "d.created_at", "d.status", "d.attempts", "d.next_try_at"] as const;

/** A page of the deliveries to an endpoint, the newest first. `q` finds the type of event, or the delivery's id. */
export async function listDeliveries(
  db: Db,
  endpointId: number,
  search: DeliverySearch,
  now = new Date(),
): Promise<Listing<DeliveryRow>> {
  const matching = db
    .selectFrom("webhook_deliveries as d")
    .where("d.endpoint_id", "=", endpointId)
    .$if(search.status !== null, (query) => query.where("d.status", "=", search.status!))
    .$if(search.q !== "", (query) =>
      query.where((eb) =>
        eb.or([eb("d.type", "=", search.q.toLowerCase()), eb("d.event_id", "=", search.q)]),
      ),
    );
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...page } = pageOf(search, count);
  const rows = await matching
    .leftJoin("webhook_tries as t", (join) =>
      join.on((eb) =>
        eb(
          "t.id",
          "=",
          eb
            .selectFrom("webhook_tries as last")
            .select((of) => of.fn.max("last.id").as("id"))
            .whereRef("last.delivery_id", "=", "d.id"),
        ),
      ),
    )
    .select(ROW)
    .select(["d.sending_until", "t.status as answerStatus", "t.problem"])
    .orderBy("d.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    ...page,
    count,
    rows: rows.map((row) => ({
      id: row.id,
      type: row.type,
      createdAt: row.created_at,
      status: row.status,
      attempts: row.attempts,
      nextTryAt: row.status === "queued" ? row.next_try_at : null,
      isSending: row.sending_until !== null && row.sending_until > now.toISOString(),
      answerStatus: row.answerStatus,
      problem: row.problem,
    })),
  };
}

/** @returns null when the endpoint has no such delivery, any more */
export async function findDelivery(
  db: Db,
  { id, endpointId }: { id: number; endpointId: number },
  now = new Date(),
): Promise<DeliveryDetail | null> {
  const row = await db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("id", "=", id)
    .where("endpoint_id", "=", endpointId)
    .executeTakeFirst();
  if (!row) return null;
  const tries = await db
    .selectFrom("webhook_tries")
    .select(["id", "tried_at as at", "took_ms as tookMs", "status", "answer", "problem"])
    .where("delivery_id", "=", id)
    .orderBy("id", "desc")
    .execute();
  return {
    id: row.id,
    endpointId,
    eventId: row.event_id,
    type: row.type,
    createdAt: row.created_at,
    status: row.status,
    nextTryAt: row.status === "queued" ? row.next_try_at : null,
    isSending: row.sending_until !== null && row.sending_until > now.toISOString(),
    payload: row.payload,
    tries,
  };
}

/**
 * Sends a delivery again, with the same id, whatever came of it before; if it fails, it is tried for three days again.
 * @returns the problem, or null
 */
export async function sendAgain(
  db: Db,
  { id, endpointId, staffId }: { id: number; endpointId: number; staffId: number },
  now = new Date(),
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("webhook_deliveries as d")
      .innerJoin("webhook_endpoints as e", "e.id", "d.endpoint_id")
      .select(["d.sending_until", "d.type", "d.event_id", "e.state"])
      .where("d.id", "=", id)
      .where("d.endpoint_id", "=", endpointId)
      .executeTakeFirst();
    if (!row) return DELIVERY_NOT_FOUND;
    if (row.state === "paused") return "The endpoint is paused. Switch it on first";
    if (row.sending_until !== null && row.sending_until > now.toISOString())
      return "This delivery is being sent just now";
    await trx
      .updateTable("webhook_deliveries")
      .set({
        status: "queued",
        attempts: 0,
        first_try_at: null,
        next_try_at: now.toISOString(),
        sending_until: null,
        delivered_at: null,
      })
      .where("id", "=", id)
      .execute();
    const action = "sent an event again to";
    const after = { Event: row.type, Id: row.event_id };
    await recordAudit(
      trx,
      { staffId, subject: "webhook_endpoint", subjectId: endpointId, action, after },
      now,
    );
    wake("webhooks");
    return null;
  });
}

/** Background work: deletes deliveries older than 30 days. @returns how many */
export async function sweepDeliveries(db: Db, now = new Date()): Promise<number> {
  const old = db
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("created_at", "<", new Date(now.getTime() - KEPT_MS).toISOString())
    .orderBy("created_at")
    .limit(SWEPT_AT_ONCE);
  const swept = await db.deleteFrom("webhook_deliveries").where("id", "in", old).executeTakeFirst();
  return Number(swept.numDeletedRows);
}
