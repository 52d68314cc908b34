import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { wake } from "~/platform/wake.server";
import { applyPayment } from "./apply-payment.server";
import type { Gateway, GatewayNews, ParsedWebhook, WebhookRequest } from "../gateways/gateway.server";
import { DRIVERS, type Drivers } from "../gateways/gateway-drivers.server";
import { withoutPayer } from "./payer.server";
import { applyRefund } from "./refunds/refund-news.server";
import { hasWaited, keepWaiting, pauseAfter, setAside, type StoredEvent } from "./waiting-events.server";

const EVENTS_PER_RUN = 50;

/**
 * Receives a webhook: finds by the signature which gateway sent it, and stores it. It is processed later, so that the answer
 * takes milliseconds. Gateways deliver an event at least once; repeated deliveries are "known".
 * @param gateways all that the shop can reach: one that it used before still tells of its payments
 * @returns wrong_signature: none of them sent it; unreadable: one did, but it is no event
 */
export async function receiveWebhook(
  db: Db,
  gateways: readonly Gateway[],
  request: WebhookRequest,
  now = new Date(),
): Promise<"stored" | "known" | Extract<ParsedWebhook, { ok: false }>["reason"]> {
  const read = gateways.map((gateway) => ({ gateway, parsed: gateway.parseWebhook(request) }));
  const signed = read.find(({ parsed }) => parsed.ok || parsed.reason !== "wrong_signature");
  if (!signed) return "wrong_signature";
  const { gateway, parsed } = signed;
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

/**
 * Stores an event to be read by `processPaymentEvents`.
 * @param event.body the raw body with a checked signature; @param event.eventId identifies repeated deliveries
 * @returns known: the gateway has sent it before, and nothing was stored
 */
export async function storePaymentEvent(
  db: Db,
  event: { gateway: string; eventId: string; kind: string; body: string; now?: Date },
  drivers = DRIVERS,
): Promise<"stored" | "known"> {
  const at = (event.now ?? new Date()).toISOString();
  const { gateway, eventId, kind, body } = event;
  const result = await db
    .insertInto("payment_events")
    .values({
      gateway,
      event_id: eventId,
      kind,
      body,
      received_at: at,
      next_try_at: at,
      about: subjectOf(event, drivers),
    })
    .onConflict((conflict) => conflict.columns(["gateway", "event_id"]).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n ? "stored" : "known";
}

/**
 * What an event is about if it can rule out packing, so that its order waits until it is read (`hasUnreadNews`): money that
 * goes back. Money that comes in rules out nothing, and its event follows each payment at once.
 * @returns the gateway's id of the refunded payment, or of its order; null: nothing that an order waits for, or unreadable
 */
function subjectOf(event: Pick<StoredEvent, "gateway" | "kind" | "body">, drivers: Drivers): string | null {
  try {
    const news = readEvent(event, drivers);
    if (news.about === "refund") return news.refund.paymentId;
    const isBack = news.about === "payment" && news.payment.status === "refunded";
    return isBack ? news.payment.orderId || null : null;
  } catch {
    // The task reads it again, and logs why it cannot be read.
    return null;
  }
}

/**
 * Background task: processes the stored events, the oldest first. An event whose payment or order is not known yet waits
 * for it, up to five days. After a crash an event may be processed twice; the second time changes nothing.
 * @returns how many events it processed
 */
export async function processPaymentEvents(db: Db, now = new Date(), drivers = DRIVERS): Promise<number> {
  const due = await db
    .selectFrom("payment_events")
    .select(["id", "gateway", "kind", "body", "attempts", "received_at"])
    .where("processed_at", "is", null)
    .where("next_try_at", "<=", now.toISOString())
    .orderBy("next_try_at")
    .orderBy("id")
    .limit(EVENTS_PER_RUN)
    .execute();
  for (const event of due) {
    try {
      const news = readEvent(event, drivers);
      const effect = await applyNews(db, news, { isLast: hasWaited(event, now), now });
      // The payer's personal data is no longer needed.
      const body = withoutPayer(event, drivers);
      if (typeof effect === "object" && effect !== null) {
        const { waitsFor } = effect;
        if (hasWaited(event, now)) await setAside(db, event, { news, waitsFor, body }, now);
        else await keepWaiting(db, event, { waitsFor, body }, now);
        continue;
      }
      await db
        .updateTable("payment_events")
        .set({ processed_at: now.toISOString(), last_error: effect, body })
        .where("id", "=", event.id)
        .execute();
    } catch (error) {
      const attempts = event.attempts + 1;
      logger.error(
        { event: event.id, kind: event.kind, attempts, err: error },
        "a payment event could not be processed",
      );
      const failed = {
        attempts,
        next_try_at: new Date(now.getTime() + pauseAfter(attempts)).toISOString(),
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

function readEvent(event: Pick<StoredEvent, "gateway" | "kind" | "body">, drivers: Drivers): GatewayNews {
  const driver = drivers[event.gateway];
  return driver?.readEvent(event) ?? { about: "nothing", remark: `the shop has no gateway ${event.gateway}` };
}

/**
 * @param given.isLast it has waited as long as it may
 * @returns a remark when the news had no effect, which is stored as the event's last error; or the gateway's id of what it
 * has to wait for
 */
async function applyNews(
  db: Db,
  news: GatewayNews,
  { isLast, now }: { isLast: boolean; now: Date },
): Promise<string | null | { waitsFor: string }> {
  switch (news.about) {
    case "payment": {
      const { payment } = news;
      const result = await applyPayment(db, payment, "webhook", now);
      if (result.outcome !== "refused") return null;
      // One without an order, such as of a payment link, is not of this shop.
      if (result.reason === "unknown_order" && payment.orderId) return { waitsFor: payment.orderId };
      return `refused: ${result.reason}`;
    }
    case "refund": {
      const isKnown = await applyRefund(db, news.refund, now, { evenBeforeCapture: isLast });
      return isKnown ? null : { waitsFor: news.refund.paymentId };
    }
    case "nothing":
      return news.remark;
  }
}
