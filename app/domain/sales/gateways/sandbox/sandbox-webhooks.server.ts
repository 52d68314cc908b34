import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { withoutRazorpayPayer } from "../razorpay/razorpay-events.server";
import { hmacHex } from "../razorpay/signatures.server";
import { orderJson, paymentJson, refundJson, unixSeconds } from "./sandbox-entities.server";
import type { SandboxOrder, SandboxPayment, SandboxRefund } from "./sandbox-entities.server";
import { sandboxId } from "./sandbox-id.server";
import { sandboxKeys } from "./sandbox-keys.server";

/** webhooks/best-practices: an answer within 5 seconds, retries with growing pauses for 24 hours. */
const ANSWER_WITHIN_MS = 5_000;
const GIVE_UP_AFTER_MS = 24 * 3600_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3600_000;
const BATCH = 20;

interface Contents {
  payment?: ReturnType<typeof paymentJson>;
  order?: ReturnType<typeof orderJson>;
  refund?: ReturnType<typeof refundJson>;
}

/** Queues an event for delivery. @param trx the transaction of the change that the event reports */
async function queueEvent(trx: Db, event: string, contents: Contents, now: Date): Promise<void> {
  const body = {
    entity: "event",
    account_id: "acc_sandbox",
    event,
    contains: Object.keys(contents),
    payload: Object.fromEntries(Object.entries(contents).map(([name, entity]) => [name, { entity }])),
    created_at: unixSeconds(now.toISOString()),
  };
  await trx
    .insertInto("sandbox_webhooks")
    .values({
      event_id: sandboxId("evt"),
      event,
      body: JSON.stringify(body),
      created_at: now.toISOString(),
      next_try_at: now.toISOString(),
      delivered_at: null,
      last_error: null,
    })
    .execute();
}

/** Queues the webhooks that a payment's new state causes. */
export async function queuePaymentEvents(
  trx: Db,
  payment: SandboxPayment,
  order: SandboxOrder,
  now: Date,
): Promise<void> {
  if (payment.status === "failed") {
    await queueEvent(trx, "payment.failed", { payment: paymentJson(payment) }, now);
    return;
  }
  await queueEvent(trx, "payment.authorized", { payment: paymentJson(payment, "authorized") }, now);
  await queueEvent(trx, "payment.captured", { payment: paymentJson(payment) }, now);
  await queueEvent(trx, "order.paid", { payment: paymentJson(payment), order: orderJson(order) }, now);
}

/** Queues the webhook that a refund's new state causes. */
export async function queueRefundEvent(
  trx: Db,
  refund: SandboxRefund,
  payment: SandboxPayment,
  now: Date,
): Promise<void> {
  const event = refund.status === "processed" ? "refund.processed" : "refund.created";
  await queueEvent(trx, event, { refund: refundJson(refund), payment: paymentJson(payment) }, now);
}

/** Simulates the bank: refunds that were pending long enough become processed. @returns how many */
async function processRefunds(db: Db, now: Date): Promise<number> {
  return beside(db, async (trx) => {
    const refunds = await trx
      .updateTable("sandbox_refunds")
      .set({ status: "processed" })
      .where("status", "=", "pending")
      .where("process_at", "<=", now.toISOString())
      .returningAll()
      .execute();
    for (const refund of refunds) {
      const payment = await trx
        .selectFrom("sandbox_payments")
        .selectAll()
        .where("id", "=", refund.payment_id)
        .executeTakeFirstOrThrow();
      await queueRefundEvent(trx, refund, payment, now);
    }
    return refunds.length;
  });
}

/**
 * Background task of the sandbox: processes refunds, and posts signed events to the shop's webhook. Each event is
 * repeated until the answer is 2xx or 24 hours have passed, and may arrive more than once.
 * @param webhookUrl of the shop
 * @returns how many refunds and events it processed
 */
export async function deliverSandboxWebhooks(db: Db, webhookUrl: string, now = new Date()): Promise<number> {
  const processed = await processRefunds(db, now);
  const waiting = await db
    .selectFrom("sandbox_webhooks")
    .selectAll()
    .where("next_try_at", "<=", now.toISOString())
    .orderBy("next_try_at")
    .orderBy("id")
    .limit(BATCH)
    .execute();
  const { webhookSecret } = sandboxKeys();
  const failures = await Promise.all(
    waiting.map(({ body, event_id }) => deliver(webhookUrl, body, event_id, hmacHex(webhookSecret, body))),
  );
  for (const [index, delivery] of waiting.entries()) {
    const failure = failures[index] ?? null;
    const next = failure === null ? null : nextTry(delivery, now);
    await db
      .updateTable("sandbox_webhooks")
      .set({
        attempts: delivery.attempts + 1,
        delivered_at: failure === null ? now.toISOString() : null,
        next_try_at: next,
        ...(next === null && { body: withoutRazorpayPayer(delivery.body) }),
        last_error: failure,
      })
      .where("id", "=", delivery.id)
      .execute();
    if (failure)
      logger.warn(
        { event: delivery.event, eventId: delivery.event_id, failure },
        "a sandbox webhook was not accepted",
      );
  }
  return processed + waiting.length;
}

/** @returns null when the shop accepted the event, else the error */
async function deliver(
  url: string,
  body: string,
  eventId: string,
  signature: string,
): Promise<string | null> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Razorpay-Signature": signature,
        "x-razorpay-event-id": eventId,
      },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await answer.body?.cancel();
    return answer.ok ? null : `answered ${answer.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function nextTry(
  { attempts, created_at }: { attempts: number; created_at: string },
  now: Date,
): string | null {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS);
  const next = now.getTime() + pause;
  return next - Date.parse(created_at) > GIVE_UP_AFTER_MS ? null : new Date(next).toISOString();
}
