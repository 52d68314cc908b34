import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import {
  type Gateway,
  GatewayError,
  type GatewayPayment,
  type GatewayReturn,
} from "../gateways/gateway.server";
import { advancesPayment } from "../gateways/payment-states";
import type { TestPaymentSource } from "./test-purchases";

const HOUR_MS = 3_600_000;
/** A bank may approve a failed payment up to 3 days late. */
const LATEST_MS = 72 * HOUR_MS;
const MINUTE_MS = 60_000;

/**
 * Applies news of a payment, if it is one of a test purchase. They may come more than once and in any order; payments only
 * move forward. A payment of another amount or currency is ignored.
 * @param trx an open transaction @returns false when it belongs to no test purchase
 */
export async function applyTestPayment(
  trx: Db,
  payment: GatewayPayment,
  source: TestPaymentSource,
  now: Date,
): Promise<boolean> {
  const purchase = await trx
    .selectFrom("test_purchases")
    .select(["id", "amount"])
    .where("gateway_order_id", "=", payment.orderId)
    .executeTakeFirst();
  if (!purchase) return false;
  if (payment.amount !== purchase.amount || payment.currency !== "INR") {
    logger.warn(
      { testPurchase: purchase.id, payment: payment.id },
      "a test payment of a wrong amount was refused",
    );
    return true;
  }
  const at = now.toISOString();
  const known = await trx
    .selectFrom("test_payments")
    .select(["id", "status", "purchase_id", "webhook_at"])
    .where("gateway_payment_id", "=", payment.id)
    .executeTakeFirst();
  if (known && known.purchase_id !== purchase.id) {
    logger.warn({ testPurchase: purchase.id, payment: payment.id }, "a payment of another test was refused");
    return true;
  }
  const news = advancesPayment(known?.status ?? null, payment.status)
    ? { status: payment.status, method: payment.method, error_description: payment.errorDescription }
    : {};
  const webhook_at = known?.webhook_at ?? (source === "webhook" ? at : null);
  if (known) {
    await trx
      .updateTable("test_payments")
      .set({ ...news, webhook_at, updated_at: at })
      .where("id", "=", known.id)
      .execute();
    return true;
  }
  await trx
    .insertInto("test_payments")
    .values({
      purchase_id: purchase.id,
      gateway_payment_id: payment.id,
      status: payment.status,
      method: payment.method,
      error_description: payment.errorDescription,
      source,
      webhook_at,
      created_at: at,
      updated_at: at,
      refund_status: null,
      refund_key: null,
      gateway_refund_id: null,
      failed_refund_id: null,
      refund_next_try_at: null,
      refund_error: null,
      refunded_at: null,
    })
    .execute();
  return true;
}

export type ConfirmOutcome = { ok: true } | { ok: false; message: string };

const UNCONFIRMED = "We are confirming the payment: the payment service has not answered yet.";
const NOT_VERIFIED = "The payment could not be verified: its signature does not fit this shop's keys.";

/**
 * A browser reports the payment of a test purchase: checks the signature with the stored id of the gateway order, and asks
 * the gateway for the payment. May be repeated.
 * @returns null when it belongs to no test purchase
 */
export async function confirmTestPayment(
  db: Db,
  gateway: Gateway,
  given: GatewayReturn,
  source: "window" | "callback",
  now = new Date(),
): Promise<ConfirmOutcome | null> {
  const purchase = await findByGatewayOrder(db, given.gatewayOrderId);
  if (!purchase) return null;
  const signed = { orderId: given.gatewayOrderId, paymentId: given.paymentId, signature: given.signature };
  if (!gateway.isPaymentSignatureValid(signed)) {
    logger.warn({ testPurchase: purchase.id, source }, "a test payment with a wrong signature was refused");
    return { ok: false, message: NOT_VERIFIED };
  }
  let payment: GatewayPayment;
  try {
    payment = await gateway.fetchPayment(given.paymentId);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { ok: false, message: error.kind === "refused" ? NOT_VERIFIED : UNCONFIRMED };
  }
  if (payment.orderId !== given.gatewayOrderId) return { ok: false, message: NOT_VERIFIED };
  await db.transaction().execute((trx) => applyTestPayment(trx, payment, source, now));
  if (payment.status === "captured" || payment.status === "refunded") return { ok: true };
  return { ok: false, message: payment.errorDescription ?? UNCONFIRMED };
}

/**
 * The gateway's page reports, unsigned, that a test payment failed: the gateway is asked.
 * @param mayAsk whether to ask, since anybody can post this @returns false when it belongs to no test purchase
 */
export async function lookUpTestPayments(
  db: Db,
  gateway: Gateway,
  gatewayOrderId: string,
  mayAsk: () => Promise<boolean>,
  now = new Date(),
): Promise<boolean> {
  const purchase = await findByGatewayOrder(db, gatewayOrderId);
  if (!purchase || purchase.gateway !== gateway.name) return false;
  if (await mayAsk()) await ask(db, gateway, { ...purchase, gatewayOrderId }, "callback", now);
  return true;
}

const findByGatewayOrder = (db: Db, gatewayOrderId: string) =>
  db
    .selectFrom("test_purchases")
    .select(["id", "gateway"])
    .where("gateway_order_id", "=", gatewayOrderId)
    .executeTakeFirst();

/** Background task: asks the gateways about recent test purchases without a payment, in case their messages were lost. */
export async function reconcileTestPurchases(
  db: Db,
  gateways: readonly Gateway[],
  now = new Date(),
): Promise<number> {
  const recent = await db
    .selectFrom("test_purchases as t")
    .select(["t.id", "t.gateway", "t.gateway_order_id", "t.started_at", "t.asked_at"])
    .where("t.started_at", ">", new Date(now.getTime() - LATEST_MS).toISOString())
    .where("t.gateway_order_id", "is not", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("test_payments as p")
            .select("p.id")
            .whereRef("p.purchase_id", "=", "t.id")
            .where("p.status", "in", ["captured", "refunded"]),
        ),
      ),
    )
    .execute();
  let asked = 0;
  for (const row of recent) {
    const gateway = gateways.find(({ name }) => name === row.gateway);
    if (!gateway || !isDue(row, now)) continue;
    await ask(db, gateway, { id: row.id, gatewayOrderId: row.gateway_order_id! }, "reconciler", now);
    asked += 1;
  }
  return asked;
}

/** After 1, 2, 4, 8 … minutes. */
function isDue(
  { started_at, asked_at }: { started_at: string; asked_at: string | null },
  now: Date,
): boolean {
  const started = Date.parse(started_at);
  const last = asked_at === null ? started : Date.parse(asked_at);
  return now.getTime() - last >= Math.max(MINUTE_MS, last - started);
}

async function ask(
  db: Db,
  gateway: Gateway,
  { id, gatewayOrderId }: { id: number; gatewayOrderId: string },
  source: TestPaymentSource,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await db.updateTable("test_purchases").set({ asked_at: at }).where("id", "=", id).execute();
  try {
    const payments = await gateway.fetchOrderPayments(gatewayOrderId);
    const own = payments.filter((payment) => payment.orderId === gatewayOrderId);
    await db.transaction().execute(async (trx) => {
      for (const payment of own) await applyTestPayment(trx, payment, source, now);
    });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    logger.warn({ testPurchase: id, err: error }, "the gateway could not be asked about a test purchase");
  }
}
