import { lockEndpoint } from "~/domain/kit/locks.server";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { queueMail } from "~/platform/mail/mail.server";
import { wake } from "~/platform/wake.server";
import { readMailFrame } from "../mail-words/mail-frame.server";
import { readSettings } from "../settings/settings.server";
import { type FailingEndpoint, pausedMail } from "./paused-mail.server";
import { GIVE_UP_AFTER_MS, nextTry, type PauseReason } from "./webhooks";

export interface TryResult {
  /** null: no answer. */
  status: number | null;
  answer: string;
  /** null: accepted. */
  problem: string | null;
}

interface Tried extends TryResult {
  triedAt: Date;
  tookMs: number;
}

const GONE = 410;

/**
 * Stores what came of a try: the delivery is done, waits for the next try, or is given up after three days. An endpoint
 * that has failed for three days on end, or answers 410, is paused, and its maker gets a mail.
 */
export async function recordTry(
  db: Db,
  delivery: { id: number; endpointId: number },
  tried: Tried,
  now: Date,
): Promise<void> {
  const isPaused = await beside(db, async (trx) => {
    await lockEndpoint(trx, delivery.endpointId);
    const row = await trx
      .selectFrom("webhook_deliveries as d")
      .innerJoin("webhook_endpoints as e", "e.id", "d.endpoint_id")
      .select(["d.attempts", "d.first_try_at", "e.failing_since", "e.state", "e.url"])
      .where("d.id", "=", delivery.id)
      .executeTakeFirst();
    // The endpoint was deleted meanwhile.
    if (!row) return false;
    const { status, answer, problem } = tried;
    await trx
      .insertInto("webhook_tries")
      .values({
        delivery_id: delivery.id,
        tried_at: tried.triedAt.toISOString(),
        took_ms: tried.tookMs,
        status,
        answer,
        problem,
      })
      .execute();
    const firstTryAt = new Date(row.first_try_at ?? tried.triedAt);
    const next = problem === null ? null : nextTry(row.attempts, firstTryAt, now);
    const stored = trx
      .updateTable("webhook_deliveries")
      .set({
        sending_until: null,
        ...(problem === null
          ? { status: "delivered", delivered_at: now.toISOString() }
          : next
            ? { next_try_at: next.toISOString() }
            : { status: "failed" }),
      })
      .where("id", "=", delivery.id);
    // One that another process has delivered meanwhile stays delivered.
    await (problem === null ? stored : stored.where("status", "=", "queued")).execute();
    const failingSince = problem === null ? null : (row.failing_since ?? tried.triedAt.toISOString());
    if (failingSince !== row.failing_since)
      await trx
        .updateTable("webhook_endpoints")
        .set({ failing_since: failingSince })
        .where("id", "=", delivery.endpointId)
        .execute();
    if (failingSince === null || row.state === "paused") return false;
    const about = { delivery: delivery.id, endpoint: row.url, attempts: row.attempts, problem };
    logger.warn(about, next ? "a webhook will be tried again" : "a webhook is given up");
    const isGone = status === GONE;
    if (!isGone && now.getTime() - Date.parse(failingSince) < GIVE_UP_AFTER_MS) return false;
    const why = { id: delivery.endpointId, url: row.url, failingSince, problem: problem! };
    await pause(trx, why, isGone ? "gone" : "failing", now);
    return true;
  });
  if (isPaused) wake("mail");
}

async function pause(trx: Db, endpoint: FailingEndpoint, because: PauseReason, now: Date): Promise<void> {
  const { id, url, problem } = endpoint;
  await trx
    .updateTable("webhook_endpoints")
    .set((eb) => ({
      state: "paused",
      paused_because: because,
      version: eb("version", "+", 1),
      updated_at: now.toISOString(),
    }))
    .where("id", "=", id)
    .execute();
  logger.error({ endpoint: url, because, problem }, "a webhook endpoint is paused");
  const maker = await trx
    .selectFrom("webhook_endpoints as e")
    .innerJoin("accounts as a", "a.id", "e.account_id")
    .select("a.email")
    .where("e.id", "=", id)
    .where("a.status", "=", "active")
    .where("a.role", "=", "admin")
    .executeTakeFirst();
  const settings = await readSettings(trx);
  const to = maker?.email ?? settings.supportEmail;
  if (!to) return;
  await queueMail(trx, {
    dedupeKey: `webhook-paused:${id}:${now.toISOString()}`,
    to,
    ...pausedMail(await readMailFrame(trx, settings), endpoint, because),
    now,
  });
}
