import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { recordAudit } from "../audit/audit.server";
import { type Gateway, GatewayError } from "../gateways/gateway.server";
import { formatRupees } from "../money";
import { newReceipt } from "../orders/receipts.server";
import { TEST_AMOUNT, type TestPurchase, testState } from "./test-purchases";

const MINUTE_MS = 60_000;
/** How long a test purchase can be paid. */
const OPEN_FOR_MS = 30 * MINUTE_MS;
const SHOWN = 10;

const FAILED_TO_START = "The payment service could not be reached. Please try again in a moment.";

export type StartOutcome =
  | { ok: true; purchaseId: number; gatewayOrderId: string }
  | { ok: false; message: string };

/**
 * Starts a test purchase of one rupee, or goes on with the one that is open. It is no order of the shop, but the gateway
 * gets it by the same call as an order. Not for use inside a transaction.
 */
export async function startTestPurchase(
  db: Db,
  gateway: Gateway,
  staffId: number,
  now = new Date(),
): Promise<StartOutcome> {
  const purchase = await db.transaction().execute(async (trx) => {
    const open = await findOpen(trx, gateway.name, now);
    if (open) return open;
    const started = await trx
      .insertInto("test_purchases")
      .values({
        gateway: gateway.name,
        receipt: newReceipt(),
        amount: TEST_AMOUNT,
        account_id: staffId,
        started_at: now.toISOString(),
        expires_at: new Date(now.getTime() + OPEN_FOR_MS).toISOString(),
        gateway_order_id: null,
        asked_at: null,
      })
      .returning(["id", "receipt", "amount", "gateway_order_id"])
      .executeTakeFirstOrThrow();
    const after = { Amount: formatRupees(started.amount), Gateway: gateway.name };
    const entry = { staffId, subject: "test_purchase", subjectId: started.id, action: "started" } as const;
    await recordAudit(trx, { ...entry, after }, now);
    return started;
  });
  const { id: purchaseId, receipt, amount } = purchase;
  if (purchase.gateway_order_id) return { ok: true, purchaseId, gatewayOrderId: purchase.gateway_order_id };
  try {
    const wanted = { amount, currency: "INR" as const };
    const notes = { test_purchase: String(purchaseId) };
    const created = await gateway.createOrder({ receipt, ...wanted, notes });
    if (created.amount !== amount || created.currency !== wanted.currency)
      throw new GatewayError("refused", FAILED_TO_START);
    await db
      .updateTable("test_purchases")
      .set({ gateway_order_id: created.id })
      .where("id", "=", purchaseId)
      .execute();
    return { ok: true, purchaseId, gatewayOrderId: created.id };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    logger.warn(
      { testPurchase: purchaseId, err: error },
      "the gateway's order of a test could not be created",
    );
    // The gateway has another order under this receipt, and would refuse it again.
    if (error.kind === "refused") await renewReceipt(db, purchaseId);
    return { ok: false, message: error.message };
  }
}

async function renewReceipt(db: Db, purchaseId: number): Promise<void> {
  await db
    .updateTable("test_purchases")
    .set({ receipt: newReceipt() })
    .where("id", "=", purchaseId)
    .where("gateway_order_id", "is", null)
    .execute();
}

/** The purchase that can still be paid at this gateway, if there is one. */
async function findOpen(db: Db, gateway: string, now: Date) {
  return db
    .selectFrom("test_purchases as t")
    .select(["t.id", "t.receipt", "t.amount", "t.gateway_order_id"])
    .where("t.gateway", "=", gateway)
    .where("t.expires_at", ">", now.toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("test_payments as p")
            .select("p.id")
            .whereRef("p.purchase_id", "=", "t.id")
            .where("p.status", "in", ["authorized", "captured", "refunded"]),
        ),
      ),
    )
    .orderBy("t.id", "desc")
    .executeTakeFirst();
}

/** The latest ten test purchases, the newest first. */
export async function readTestPurchases(db: Db, now = new Date()): Promise<TestPurchase[]> {
  const purchases = await db
    .selectFrom("test_purchases as t")
    .leftJoin("accounts as a", "a.id", "t.account_id")
    .selectAll("t")
    .select(["a.first_name", "a.last_name"])
    .orderBy("t.id", "desc")
    .limit(SHOWN)
    .execute();
  const payments = await db
    .selectFrom("test_payments")
    .selectAll()
    .where(
      "purchase_id",
      "in",
      purchases.map(({ id }) => id),
    )
    .orderBy("id")
    .execute();
  return purchases.map((row) => {
    const own = payments
      .filter((payment) => payment.purchase_id === row.id)
      .map((payment) => ({
        gatewayPaymentId: payment.gateway_payment_id,
        status: payment.status,
        method: payment.method,
        errorDescription: payment.error_description,
        source: payment.source,
        webhookAt: payment.webhook_at,
        paidAt: payment.created_at,
        refundStatus: payment.refund_status,
        refundError: payment.refund_error,
        refundedAt: payment.refunded_at,
      }));
    return {
      id: row.id,
      gateway: row.gateway,
      amount: row.amount,
      gatewayOrderId: row.gateway_order_id,
      startedBy: row.first_name === null ? null : `${row.first_name} ${row.last_name ?? ""}`.trim(),
      startedAt: row.started_at,
      expiresAt: row.expires_at,
      state: testState(own, row.expires_at, now),
      payments: own,
    };
  });
}
