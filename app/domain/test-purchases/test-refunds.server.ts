import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { randomToken } from "~/platform/tokens.server";
import { wake } from "~/platform/wake.server";
import { recordAudit } from "../audit/audit.server";
import { type Gateway, GatewayError, type GatewayRefund } from "../gateways/gateway.server";
import { advancesRefund } from "../gateways/payment-states";
import { formatRupees } from "../money";

const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
/** A refusal may mean that the same refund is still being processed; after so many of them the refund has failed. */
const REFUSALS_BEFORE_FAILED = 3;

const GATEWAY_FAILED = "The payment service could not carry it out.";

export type RefundTestOutcome = { ok: true; message: string } | { ok: false; message: string };

/**
 * Queues the refund of a test purchase: of each payment that went through and has no refund yet, or whose refund failed.
 * Pressed twice, the second time changes nothing.
 */
export async function refundTestPurchase(
  db: Db,
  { purchaseId, staffId }: { purchaseId: number; staffId: number },
  now = new Date(),
): Promise<RefundTestOutcome> {
  const at = now.toISOString();
  const outcome = await db.transaction().execute(async (trx): Promise<RefundTestOutcome> => {
    const taken = await trx
      .selectFrom("test_payments as p")
      .innerJoin("test_purchases as t", "t.id", "p.purchase_id")
      .select([
        "p.id",
        "p.status",
        "p.refund_status",
        "p.gateway_refund_id",
        "p.failed_refund_id",
        "t.amount",
      ])
      .where("p.purchase_id", "=", purchaseId)
      .where("p.status", "in", ["captured", "refunded"])
      .execute();
    const due = taken.filter(
      ({ status, refund_status: refund }) =>
        refund === "failed" || (refund === null && status === "captured"),
    );
    if (due.length === 0) {
      const message = taken.some(({ refund_status: status }) => status === "queued" || status === "pending")
        ? "The refund is already on its way."
        : "There is nothing to refund.";
      return { ok: false, message };
    }
    for (const row of due)
      await trx
        .updateTable("test_payments")
        .set({
          refund_status: "queued",
          refund_key: `test_${randomToken(15)}`,
          failed_refund_id: row.gateway_refund_id ?? row.failed_refund_id,
          gateway_refund_id: null,
          refund_attempts: 0,
          refund_next_try_at: at,
          refund_error: null,
          updated_at: at,
        })
        .where("id", "=", row.id)
        .execute();
    const after = { Amount: formatRupees(due.reduce((sum, { amount }) => sum + amount, 0)) };
    const entry = { staffId, subject: "test_purchase", subjectId: purchaseId, action: "refunded" } as const;
    await recordAudit(trx, { ...entry, after }, now);
    return { ok: true, message: "The refund is on its way." };
  });
  if (outcome.ok) wake("refunds");
  return outcome;
}

/** Background task: sends queued refunds of test purchases and asks about pending ones. @returns how many it processed */
export async function processTestRefunds(
  db: Db,
  gateways: readonly Gateway[],
  now = new Date(),
): Promise<number> {
  let processed = 0;
  for (const gateway of gateways) {
    const due = await dueRefunds(db, gateway.name, now);
    for (const row of due) {
      try {
        const refund = await sendOrFetch(gateway, row);
        await db.transaction().execute((trx) => advance(trx, row.id, refund, now));
      } catch (error) {
        if (!(error instanceof GatewayError))
          logger.error({ testPayment: row.id, err: error }, "a refund of a test could not be processed");
        await postpone(db, row, error, now);
      }
      processed += 1;
    }
  }
  return processed;
}

const dueRefunds = (db: Db, gateway: string, now: Date) =>
  db
    .selectFrom("test_payments as p")
    .innerJoin("test_purchases as t", "t.id", "p.purchase_id")
    .select(["p.id", "p.purchase_id", "p.gateway_payment_id", "p.refund_status", "p.refund_key"])
    .select(["p.gateway_refund_id", "p.failed_refund_id", "p.refund_attempts", "t.amount"])
    .where("p.refund_status", "in", ["queued", "pending"])
    .where("p.refund_next_try_at", "<=", now.toISOString())
    .where("t.gateway", "=", gateway)
    .orderBy("p.refund_next_try_at")
    .execute();

type DueRefund = Awaited<ReturnType<typeof dueRefunds>>[number];

async function sendOrFetch(gateway: Gateway, row: DueRefund): Promise<GatewayRefund> {
  if (row.gateway_refund_id) return gateway.fetchRefund(row.gateway_refund_id);
  // The refund that failed may have gone through after all.
  const earlier = row.failed_refund_id ? await gateway.fetchRefund(row.failed_refund_id) : null;
  if (earlier && earlier.status !== "failed") return earlier;
  return gateway.refund({
    paymentId: row.gateway_payment_id,
    amount: row.amount,
    idempotencyKey: row.refund_key!,
    // Must be the same in every repetition with this key.
    notes: { test_purchase: String(row.purchase_id) },
  });
}

/**
 * Applies news of a refund from a webhook, if it is one of a test purchase. A refund made in the gateway's dashboard is
 * recorded too.
 * @returns false when its payment belongs to no test purchase
 */
export async function applyTestRefund(db: Db, refund: GatewayRefund, now = new Date()): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("test_payments")
      .select(["id", "gateway_refund_id", "failed_refund_id"])
      .where("gateway_payment_id", "=", refund.paymentId)
      .executeTakeFirst();
    if (!row) return false;
    const isOther = row.gateway_refund_id !== null && row.gateway_refund_id !== refund.id;
    // Late news of a refund that failed before, and was tried again.
    const isOld = row.failed_refund_id === refund.id && refund.status !== "processed";
    if (!isOther && !isOld) await advance(trx, row.id, refund, now);
    return true;
  });
}

/** Applies the gateway's state to a refund; it only moves forward. */
async function advance(trx: Db, id: number, refund: GatewayRefund, now: Date): Promise<void> {
  const row = await trx
    .selectFrom("test_payments")
    .select(["refund_status", "refund_attempts"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const isNews = row.refund_status === null || advancesRefund(row.refund_status, refund.status);
  const status = isNews ? refund.status : row.refund_status;
  const attempts = isNews ? 1 : row.refund_attempts + 1;
  const at = now.toISOString();
  await trx
    .updateTable("test_payments")
    .set({
      gateway_refund_id: refund.id,
      refund_status: status,
      refund_attempts: attempts,
      refund_next_try_at: nextTry(attempts, now),
      refund_error: status === "failed" ? GATEWAY_FAILED : null,
      ...(isNews && status === "processed" ? { refunded_at: at } : {}),
      updated_at: at,
    })
    .where("id", "=", id)
    .execute();
  if (isNews && status === "failed")
    logger.error({ testPayment: id }, "the refund of a test purchase failed");
}

async function postpone(db: Db, row: DueRefund, error: unknown, now: Date): Promise<void> {
  const attempts = row.refund_attempts + 1;
  const isRefused = error instanceof GatewayError && error.kind === "refused";
  const isLost = isRefused && !row.gateway_refund_id && attempts >= REFUSALS_BEFORE_FAILED;
  const why = error instanceof Error ? error.message : String(error);
  await db
    .updateTable("test_payments")
    .set({
      refund_status: isLost ? "failed" : row.refund_status,
      refund_attempts: attempts,
      refund_next_try_at: nextTry(attempts, now),
      refund_error: why.slice(0, 300),
      updated_at: now.toISOString(),
    })
    .where("id", "=", row.id)
    // A webhook may have changed the state during the call.
    .where("refund_status", "=", row.refund_status)
    .execute();
}

/** 1 minute, doubled each time, at most an hour. */
const nextTry = (attempts: number, now: Date) =>
  new Date(now.getTime() + Math.min(MINUTE_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)).toISOString();
