import type { Updateable } from "kysely";
import { z } from "zod";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { logger } from "~/platform/logger.server";
import { applyPayment } from "./apply-payment.server";
import { withoutPayer } from "./payer.server";
import { paymentEntity, refundEntity } from "./razorpay-entities.server";
import { applyRefund } from "./refunds.server";

const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
const EVENTS_A_ROUND = 50;

/**
 * Keeps what a webhook told, to be worked on later: the route answers within milliseconds. The gateway delivers at
 * least once; `event.eventId` (x-razorpay-event-id) tells a repetition.
 * @param event.body the raw body, whose signature has been checked
 */
export async function storePaymentEvent(
  db: Db,
  event: { eventId: string; kind: string; body: string; now?: Date },
): Promise<"stored" | "known"> {
  const at = (event.now ?? new Date()).toISOString();
  const result = await db
    .insertInto("payment_events")
    .values({ event_id: event.eventId, kind: event.kind, body: event.body, received_at: at, next_try_at: at })
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n ? "stored" : "known";
}

const paymentEvent = z.object({ payload: z.object({ payment: z.object({ entity: paymentEntity }) }) });
const refundEvent = z.object({ payload: z.object({ refund: z.object({ entity: refundEntity }) }) });

/**
 * Background work: works off the stored events, oldest first. Safe to repeat: a crash between the deed and the mark
 * only tells the same news twice.
 * @returns how many events it worked on
 */
export async function workPaymentEvents(db: Db, now = new Date()): Promise<number> {
  const due = await db
    .selectFrom("payment_events")
    .select(["id", "kind", "body", "attempts"])
    .where("processed_at", "is", null)
    .where("next_try_at", "<=", now.toISOString())
    .orderBy("next_try_at")
    .orderBy("id")
    .limit(EVENTS_A_ROUND)
    .execute();
  for (const event of due) {
    try {
      const remark = await work(db, event, now);
      // Who paid is not needed any more.
      const body = withoutPayer(event.body);
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
async function work(db: Db, event: { kind: string; body: string }, now: Date): Promise<string | null> {
  const [subject] = event.kind.split(".");
  // order.paid carries its payment; refund events are read for the refund alone.
  if (subject === "payment" || subject === "order") {
    const parsed = paymentEvent.safeParse(parseJson(event.body));
    if (!parsed.success) return "not the shape of a payment event";
    const result = await applyPayment(db, parsed.data.payload.payment.entity, "webhook", now);
    return result.outcome === "refused" ? `refused: ${result.reason}` : null;
  }
  if (subject === "refund") {
    const parsed = refundEvent.safeParse(parseJson(event.body));
    if (!parsed.success) return "not the shape of a refund event";
    return (await applyRefund(db, parsed.data.payload.refund.entity, now))
      ? null
      : "its payment is not known";
  }
  return "not a kind the shop follows";
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

async function mark(db: Db, id: number, values: Updateable<Tables["payment_events"]>): Promise<void> {
  await db.updateTable("payment_events").set(values).where("id", "=", id).execute();
}
