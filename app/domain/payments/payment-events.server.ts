import type { Updateable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { logger } from "~/platform/logger.server";
import { wake } from "~/platform/wake.server";
import { applyPayment } from "./apply-payment.server";
import type { Gateway, ParsedWebhook, WebhookRequest } from "../gateways/gateway.server";
import { DRIVERS, type Drivers } from "../gateways/gateway-drivers.server";
import { withoutPayer } from "./payer.server";
import { applyRefund } from "./refunds.server";

const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
const EVENTS_A_ROUND = 50;

/**
 * Takes in a webhook: checks that it is the gateway's, and keeps it to be worked on later, so that the answer takes
 * milliseconds. Gateways deliver an event at least once; the second time it is known.
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

/** @param event.body the raw body, whose signature has been checked; @param event.eventId tells a repetition */
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
 * Background work: works off the stored events, oldest first. Safe to repeat: after a crash an event may be worked on
 * twice, and the second time changes nothing.
 * @returns how many events it worked on
 */
export async function workPaymentEvents(db: Db, now = new Date(), drivers = DRIVERS): Promise<number> {
  const due = await db
    .selectFrom("payment_events")
    .select(["id", "gateway", "kind", "body", "attempts"])
    .where("processed_at", "is", null)
    .where("next_try_at", "<=", now.toISOString())
    .orderBy("next_try_at")
    .orderBy("id")
    .limit(EVENTS_A_ROUND)
    .execute();
  for (const event of due) {
    try {
      const remark = await work(db, event, drivers, now);
      // Who paid is not needed any more.
      const body = withoutPayer(event, drivers);
      await mark(db, event.id, { processed_at: now.toISOString(), last_error: remark, body });
    } catch (error) {
      const attempts = event.attempts + 1;
      const wait = Math.min(MINUTE_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
      logger.error(
        { event: event.id, kind: event.kind, attempts, err: error },
        "a payment event could not be worked on",
      );
      await mark(db, event.id, {
        attempts,
        next_try_at: new Date(now.getTime() + wait).toISOString(),
        last_error: (error instanceof Error ? error.message : String(error)).slice(0, 500),
      });
    }
  }
  return due.length;
}

/** @returns a remark when the event changed nothing and should have */
async function work(
  db: Db,
  event: { gateway: string; kind: string; body: string },
  drivers: Drivers,
  now: Date,
): Promise<string | null> {
  const driver = drivers[event.gateway];
  if (!driver) return `the shop knows no gateway ${event.gateway}`;
  const news = driver.readEvent(event);
  switch (news.about) {
    case "payment": {
      const result = await applyPayment(db, news.payment, "webhook", now);
      return result.outcome === "refused" ? `refused: ${result.reason}` : null;
    }
    case "refund":
      return (await applyRefund(db, news.refund, now)) ? null : "its payment is not known";
    case "nothing":
      return news.remark;
  }
}

async function mark(db: Db, id: number, values: Updateable<Tables["payment_events"]>): Promise<void> {
  await db.updateTable("payment_events").set(values).where("id", "=", id).execute();
}
