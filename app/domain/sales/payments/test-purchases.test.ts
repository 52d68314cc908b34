import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import type { GatewayPayment } from "~/domain/sales/gateways/gateway.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { minutesAfter } from "~/test/time";
import { createOlderShop } from "~/test/databases/older-shop";
import { webhookBody } from "~/test/payments/webhooks";
import { lookUpAttempts } from "./failed-attempt.server";
import { processPaymentEvents, storePaymentEvent } from "./payment-events.server";
import { lapse } from "./lapse.server";
import { confirmFromBrowser } from "./payments.server";
import { reconcileAll } from "./reconcile.server";
import { processAllRefunds } from "./refunds/refunds.server";
import { readTestPurchases, refundTestPurchase, startTestPurchase } from "./test-purchases.server";

const NOW = new Date("2026-11-22T06:00:00.000Z");
const later = minutesAfter(NOW);

let db: Db;
let gateway: MemoryGateway;
let staffId: number;

beforeEach(async () => {
  db = (await createTestDatabase()).write;
  gateway = new MemoryGateway();
  staffId = await createStaff(db);
});

async function start(at = NOW) {
  const started = await startTestPurchase(db, gateway, staffId, at);
  if (!started.ok) throw new Error(started.message);
  return started;
}

let made = 0;
const pay = (orderId: string, more: Partial<GatewayPayment> = {}) =>
  gateway.pay({
    id: `pay_t${++made}`,
    orderId,
    amount: 100,
    currency: "INR",
    status: "captured",
    method: "upi",
    errorDescription: null,
    ...more,
  });

/** Stores an event as the webhook does, and processes it. @returns the remark stored with it */
async function deliver(event: string, about: Parameters<typeof webhookBody>[1], at = NOW) {
  const body = webhookBody(event, about);
  await storePaymentEvent(db, { gateway: "sandbox", eventId: `evt_${++made}`, kind: event, body, now: at });
  await processPaymentEvents(db, at);
  const last = await db
    .selectFrom("payment_events")
    .select(["processed_at", "last_error"])
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(last.processed_at).not.toBeNull();
  return last.last_error;
}

const latest = async (at = NOW) => (await readTestPurchases(db, at))[0]!;
const confirm = (gatewayOrderId: string, payment: GatewayPayment) =>
  confirmFromBrowser(
    db,
    gateway,
    {
      gatewayOrderId,
      paymentId: payment.id,
      signature: gateway.sign(gatewayOrderId, payment.id),
      source: "callback",
    },
    undefined,
    NOW,
  );
const lookUp = (gatewayOrderId: string) =>
  lookUpAttempts(db, [gateway], gatewayOrderId, () => Promise.resolve(true), NOW);

describe("paying a test purchase", () => {
  test("it is the same one until it is paid or over", async () => {
    const first = await start();
    expect(gateway.orders.get(first.gatewayOrderId)).toMatchObject({ amount: 100, currency: "INR" });
    expect(await start(later(29))).toEqual(first);
    expect((await latest(later(29))).state).toBe("open");
    expect((await latest(later(30))).state).toBe("expired");
    const second = await start(later(30));
    expect(second.orderId).not.toBe(first.orderId);
    pay(second.gatewayOrderId);
    await reconcileAll(db, [gateway], later(31));
    expect((await start(later(32))).orderId).not.toBe(second.orderId);
    const audited = await db.selectFrom("audit_entries").select(["subject", "action", "after"]).execute();
    expect(audited).toHaveLength(3);
    expect(audited[0]).toEqual({
      subject: "test_purchase",
      action: "started",
      after: JSON.stringify({ Amount: "₹1.00", Gateway: "sandbox" }),
    });
  });

  test("while the gateway is down it cannot start; the next try goes on with the same one", async () => {
    gateway.isDown = true;
    expect(await startTestPurchase(db, gateway, staffId, NOW)).toEqual({
      ok: false,
      reason: "unavailable",
      message: "The gateway is down",
    });
    gateway.isDown = false;
    await start(later(1));
    expect(await readTestPurchases(db, later(1))).toHaveLength(1);
  });

  test("the payment is told by callback and by webhook, in either order, and is counted once", async () => {
    for (const isWebhookFirst of [true, false]) {
      const { orderId, gatewayOrderId } = await start();
      const payment = pay(gatewayOrderId);
      if (isWebhookFirst) expect(await deliver("payment.captured", { payment })).toBeNull();
      for (let time = 0; time < 2; time++)
        expect(await confirm(gatewayOrderId, payment)).toEqual({ ok: true, orderId });
      if (!isWebhookFirst) expect((await latest()).webhookAt).toBeNull();
      if (!isWebhookFirst) expect(await deliver("payment.captured", { payment })).toBeNull();
      expect(await deliver("order.paid", { payment })).toBeNull();
      expect(await latest()).toMatchObject({
        state: "paid",
        toldBy: isWebhookFirst ? "webhook" : "callback",
        webhookAt: NOW.toISOString(),
        payments: [{ status: "captured" }],
      });
    }
  });

  test("a failed payment leaves it open, with the reason; a later one pays it", async () => {
    const { orderId, gatewayOrderId } = await start();
    const failed = pay(gatewayOrderId, { status: "failed", errorDescription: "The bank declined." });
    expect(await lookUp(gatewayOrderId)).toEqual({ orderId });
    expect(await deliver("payment.failed", { payment: failed })).toBeNull();
    const purchase = await latest();
    expect(purchase.state).toBe("open");
    expect(purchase.payments).toMatchObject([{ status: "failed", errorDescription: "The bank declined." }]);
    await confirm(gatewayOrderId, pay(gatewayOrderId));
    expect((await latest()).state).toBe("paid");
  });

  test("forged and wrong payments do not pay it", async () => {
    const { gatewayOrderId } = await start();
    const payment = pay(gatewayOrderId);
    const forged = { gatewayOrderId, paymentId: payment.id, signature: "forged" };
    expect(await confirmFromBrowser(db, gateway, forged, undefined, NOW)).toMatchObject({ ok: false });
    const elsewhere = pay("order_other");
    expect(await confirm(gatewayOrderId, elsewhere)).toMatchObject({ ok: false });
    await deliver("payment.captured", { payment: pay(gatewayOrderId, { amount: 200 }) });
    await deliver("payment.captured", { payment: pay(gatewayOrderId, { currency: "USD" }) });
    expect((await latest()).state).toBe("open");
    expect(await confirm("order_unknown", payment)).toMatchObject({ ok: false, orderId: null });
    expect(await lookUp("order_unknown")).toBeNull();
    // Money of another amount goes back by itself, as with every order.
    await processAllRefunds(db, [gateway], NOW);
    expect([...gateway.refunds.values()]).toMatchObject([{ amount: 200 }]);
  });

  test("the gateway is asked after 1, 2, 4 … minutes, so a payment whose messages were lost is found", async () => {
    const { gatewayOrderId } = await start();
    const askedAt: number[] = [];
    for (let minute = 0; minute <= 20; minute++)
      if ((await reconcileAll(db, [gateway], later(minute))) > 0) askedAt.push(minute);
    expect(askedAt).toEqual([1, 2, 4, 8, 16]);
    pay(gatewayOrderId);
    await lapse(db, later(39));
    expect((await latest(later(39))).state).toBe("expired");
    await reconcileAll(db, [gateway], later(40));
    expect(await latest(later(40))).toMatchObject({ state: "paid", toldBy: "reconciler", webhookAt: null });
  });
});

describe("refunding a test purchase", () => {
  async function paid() {
    const { orderId: purchaseId, gatewayOrderId } = await start();
    const payment = pay(gatewayOrderId);
    await confirm(gatewayOrderId, payment);
    return { purchaseId, gatewayOrderId, payment };
  }
  const refund = (purchaseId: number, at = NOW) => refundTestPurchase(db, { purchaseId, staffId }, at);
  const run = (at = NOW) => processAllRefunds(db, [gateway], at);

  test("goes to the gateway once, however often it is pressed", async () => {
    const { purchaseId } = await paid();
    expect(await refund(purchaseId)).toEqual({ ok: true, message: "The refund is on its way." });
    expect(await refund(purchaseId)).toEqual({ ok: false, message: "The refund is already on its way." });
    expect((await latest()).state).toBe("refunding");
    await run();
    await run(later(60));
    expect(await refund(purchaseId)).toEqual({ ok: false, message: "There is nothing to refund." });
    expect([...gateway.refunds.values()]).toMatchObject([{ amount: 100, status: "processed" }]);
    const { state, payments } = await latest();
    expect([state, payments[0]!.refundedAt]).toEqual(["refunded", NOW.toISOString()]);
  });

  test("a lost answer is repeated with the same key", async () => {
    const { purchaseId } = await paid();
    await refund(purchaseId);
    gateway.isDown = true;
    await run();
    expect((await latest()).payments[0]).toMatchObject({
      refundStatus: "queued",
      refundError: "The gateway is down",
    });
    gateway.isDown = false;
    expect(await run()).toBe(0);
    await run(later(1));
    expect((await latest(later(1))).state).toBe("refunded");
    expect(gateway.refunds.size).toBe(1);
  });

  test("a failed refund can be tried again, with a new key", async () => {
    const { purchaseId, payment } = await paid();
    gateway.refundStatus = "pending";
    await refund(purchaseId);
    await run();
    gateway.settleRefund("rfnd_1", "failed");
    const failed = { id: "rfnd_1", paymentId: payment.id, amount: 100, status: "failed" as const };
    expect(await deliver("refund.failed", { refund: failed })).toBeNull();
    expect((await latest()).state).toBe("refund_failed");
    gateway.refundStatus = "processed";
    expect(await refund(purchaseId, later(5))).toMatchObject({ ok: true });
    expect(await deliver("refund.failed", { refund: failed }, later(5))).toBeNull();
    await run(later(5));
    expect((await latest(later(5))).state).toBe("refunded");
    const keys = [...gateway.refunds.values()].map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });

  test("a refund that went through after all is not made a second time", async () => {
    const { purchaseId } = await paid();
    gateway.refundStatus = "pending";
    await refund(purchaseId);
    await run();
    gateway.settleRefund("rfnd_1", "failed");
    await run(later(1));
    expect((await latest(later(1))).state).toBe("refund_failed");
    gateway.settleRefund("rfnd_1", "processed");
    await refund(purchaseId, later(2));
    await run(later(2));
    expect((await latest(later(2))).state).toBe("refunded");
    expect(gateway.refunds.size).toBe(1);
  });

  test("a refund that the gateway refuses has failed after as many tries as an order's", async () => {
    const { purchaseId, payment } = await paid();
    await refund(purchaseId);
    gateway.payments.set(payment.id, { ...payment, status: "authorized" });
    for (const minute of [0, 1, 3, 7, 15, 31, 63, 127]) await run(later(minute));
    const { state, payments } = await latest(later(127));
    expect([state, payments[0]!.refundError]).toEqual(["refund_failed", "The payment is not captured"]);
  });

  test("a refund made in the gateway's dashboard is noted", async () => {
    const { purchaseId, payment } = await paid();
    const news = { id: "rfnd_9", paymentId: payment.id, amount: 100, status: "processed" as const };
    expect(await deliver("refund.processed", { refund: news })).toBeNull();
    expect((await latest()).state).toBe("refunded");
    expect(await refund(purchaseId)).toMatchObject({ ok: false });
  });

  test("if two payments went through, both are refunded", async () => {
    const { purchaseId, gatewayOrderId } = await paid();
    await deliver("payment.captured", { payment: pay(gatewayOrderId) });
    await refund(purchaseId);
    await run();
    expect((await latest()).state).toBe("refunded");
    expect(gateway.refunds.size).toBe(2);
  });
});

test("test purchases of before version 1.0 become orders with the mark, with their payments and refunds", async () => {
  const { db: older, upgrade } = await createOlderShop();
  const staff = await createStaff(older.write);
  await sql`insert into test_purchases (id, gateway, receipt, amount, gateway_order_id, account_id, started_at, expires_at)
    values (1, 'razorpay', 'r1', 100, 'order_1', ${staff}, '2026-11-20T06:00:00.000Z', '2026-11-20T06:30:00.000Z'),
      (2, 'razorpay', 'r2', 100, 'order_2', ${staff}, '2026-11-21T06:00:00.000Z', '2026-11-21T06:30:00.000Z'),
      (3, 'razorpay', 'r3', 100, null, ${staff}, '2026-11-22T06:00:00.000Z', '2026-11-22T06:30:00.000Z'),
      (4, 'razorpay', 'r4', 100, null, null, '2026-11-22T06:00:00.000Z', '2026-11-22T06:30:00.000Z')`.execute(
    older.write,
  );
  await sql`insert into test_payments (purchase_id, gateway_payment_id, status, source, created_at, updated_at,
      refund_status, refund_key, gateway_refund_id, refund_next_try_at)
    values (1, 'pay_0', 'failed', 'callback', '2026-11-20T06:01:00.000Z', '2026-11-20T06:01:00.000Z', null, null, null, null),
      (1, 'pay_1', 'captured', 'webhook', '2026-11-20T06:02:00.000Z', '2026-11-20T06:03:00.000Z', 'processed', 'test_key_1', 'rfnd_1',
        '2026-11-20T06:04:00.000Z'),
      (2, 'pay_2', 'captured', 'window', '2026-11-21T06:02:00.000Z', '2026-11-21T06:03:00.000Z', 'queued', 'test_key_2', null, '2026-11-21T07:00:00.000Z')`.execute(
    older.write,
  );
  await upgrade();
  const [open, paid, refunded] = await readTestPurchases(older.read, NOW);
  expect([open!.state, paid!.state, refunded!.state]).toEqual(["expired", "refunding", "refunded"]);
  expect(refunded).toMatchObject({
    gatewayOrderId: "order_1",
    toldBy: "webhook",
    payments: [{ status: "failed" }, { gatewayPaymentId: "pay_1", refundStatus: "processed" }],
  });
  // The refund under way keeps its key, so that it is made once.
  const refunds = await older.read
    .selectFrom("refunds")
    .select(["idempotency_key as key", "status"])
    .orderBy("id")
    .execute();
  expect(refunds).toEqual([
    { key: "test_key_1", status: "processed" },
    { key: "test_key_2", status: "queued" },
  ]);
  expect(await older.read.selectFrom("orders").select("is_test").execute()).toEqual(
    Array.from({ length: 3 }, () => ({ is_test: 1 })),
  );
});
