import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { wake } from "~/platform/wake.server";
import { applyPayment } from "./apply-payment.server";
import type { Gateway, ParsedWebhook, WebhookRequest } from "../gateways/gateway.server";
import { DRIVERS, type Drivers } from "../gateways/gateway-drivers.server";
import { applyTestRefund } from "../test-purchases/test-refunds.server";
import { withoutPayer } from "./payer.server";
import { applyRefund } from "./refunds.server";

const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
const EVENTS_PER_RUN = 50;

/**
 * Receives a webhook: checks that it comes from the gateway, and stores it. It is processed later, so that the answer
 * takes milliseconds. Gateways deliver an event at least once; repeated deliveries are "known".
 */
export async function receiveWebhook(
  db: Db,
  gateway: Gateway,
  request: WebhookRequest,
  now = new Date(),
): Promise<"stored" | "known" | Extract<ParsedWebhook, { ok: false }>["reason"]> {
  const parsed = gateway.parseWebhook(request);
  if (!parsed.ok) return parsed.reason;
  const { eventId, kind } = parsed;
  const outcome = await storePaymentEvent(db, {
    gateway: gateway.name,
    eventId,
    kind,
    body: request.body,
    now,
  });
  if (outcome === "stored") wake("payment-events");
  return outcome;
}

/** @param event.body the raw body with a checked signature; @param event.eventId identifies repeated deliveries */
export async function storePaymentEvent(
  db: Db,
  event: { gateway: string; eventId: string; kind: string; body: string; now?: Date },
): Promise<"stored" | "known"> {
  const at = (event.now ?? new Date()).toISOString();
  const { gateway, eventId, kind, body } = event;
  const result = await db
    .insertInto("payment_events")
    .values({ gateway, event_id: eventId, kind, body, received_at: at, next_try_at: at })
    .onConflict((conflict) => conflict.columns(["gateway", "event_id"]).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n ? "stored" : "known";
}

/**
 * Background task: processes the stored events, the oldest first. After a crash an event may be processed twice; the
 * second time changes nothing.
 * @returns how many events it processed
 */
export async function processPaymentEvents(db: Db, now = new Date(), drivers = DRIVERS): Promise<number> {
  const due = await db
    .selectFrom("payment_events")
    .select(["id", "gateway", "kind", "body", "attempts"])
    .where("processed_at", "is", null)
    .where("next_try_at", "<=", now.toISOString())
    .orderBy("next_try_at")
    .orderBy("id")
    .limit(EVENTS_PER_RUN)
    .execute();
  for (const event of due) {
    try {
      const remark = await processEvent(db, event, drivers, now);
      // The payer's personal data is no longer needed.
      const body = withoutPayer(event, drivers);
      await db
        .updateTable("payment_events")
        .set({ processed_at: now.toISOString(), last_error: remark, body })
        .where("id", "=", event.id)
        .execute();
    } catch (error) {
      const attempts = event.attempts + 1;
      const wait = Math.min(MINUTE_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
      logger.error(
        { event: event.id, kind: event.kind, attempts, err: error },
        "a payment event could not be processed",
      );
      const failed = {
        attempts,
        next_try_at: new Date(now.getTime() + wait).toISOString(),
        last_error: (error instanceof Error ? error.message : String(error)).slice(0, 500),
      };
      // Another process may have processed it meanwhile.
      await db
        .updateTable("payment_events")
        .set(failed)
        .where("id", "=", event.id)
        .where("processed_at", "is", null)
        .execute();
    }
  }
  return due.length;
}

/** @returns a remark when the event had no effect; it is stored as the event's last error */
async function processEvent(
  db: Db,
  event: { gateway: string; kind: string; body: string },
  drivers: Drivers,
  now: Date,
): Promise<string | null> {
  const driver = drivers[event.gateway];
  if (!driver) return `the shop has no gateway ${event.gateway}`;
  const news = driver.readEvent(event);
  switch (news.about) {
    case "payment": {
      const result = await applyPayment(db, news.payment, "webhook", now);
      return result.outcome === "refused" ? `refused: ${result.reason}` : null;
    }
    case "refund":
      if (await applyRefund(db, news.refund, now)) return null;
      return (await applyTestRefund(db, news.refund, now)) ? null : "its payment is not known";
    case "nothing":
      return news.remark;
  }
}
