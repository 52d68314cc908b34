import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import type { GatewayPayment } from "~/domain/gateways/gateway.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { MemoryGateway } from "~/test/memory-gateway";
import { minutesAfter } from "~/test/time";
import { webhookBody } from "~/test/webhooks";
import { processPaymentEvents, storePaymentEvent } from "../payments/payment-events.server";
import { confirmTestPayment, lookUpTestPayments, reconcileTestPurchases } from "./test-payments.server";
import { readTestPurchases, startTestPurchase } from "./test-purchases.server";
import { processTestRefunds, refundTestPurchase } from "./test-refunds.server";

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
  confirmTestPayment(
    db,
    gateway,
    { gatewayOrderId, paymentId: payment.id, signature: gateway.sign(gatewayOrderId, payment.id) },
    "callback",
    NOW,
  );

describe("paying a test purchase", () => {
  test("it is the same one until it is paid or over, and no order of the shop", async () => {
    const first = await start();
    expect(gateway.orders.get(first.gatewayOrderId)).toMatchObject({ amount: 100, currency: "INR" });
    expect(await start(later(29))).toEqual(first);
    expect((await latest(later(29))).state).toBe("open");
    expect((await latest(later(30))).state).toBe("expired");
    const second = await start(later(30));
    expect(second.purchaseId).not.toBe(first.purchaseId);
    pay(second.gatewayOrderId);
    await reconcileTestPurchases(db, [gateway], later(31));
    expect((await start(later(32))).purchaseId).not.toBe(second.purchaseId);
    expect(await db.selectFrom("orders").select("id").execute()).toEqual([]);
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
      message: "The gateway is down",
    });
    gateway.isDown = false;
    await start(later(1));
    expect(await readTestPurchases(db, later(1))).toHaveLength(1);
  });

  test("the payment is told by callback and by webhook, in either order, and is counted once", async () => {
    for (const isWebhookFirst of [true, false]) {
      const { gatewayOrderId } = await start();
      const payment = pay(gatewayOrderId);
      if (isWebhookFirst) expect(await deliver("payment.captured", { payment })).toBeNull();
      expect(await confirm(gatewayOrderId, payment)).toEqual({ ok: true });
      expect(await confirm(gatewayOrderId, payment)).toEqual({ ok: true });
      if (!isWebhookFirst) expect((await latest()).payments[0]!.webhookAt).toBeNull();
      if (!isWebhookFirst) expect(await deliver("payment.captured", { payment })).toBeNull();
      expect(await deliver("order.paid", { payment })).toBeNull();
      const { state, payments } = await latest();
      expect([state, payments.length]).toEqual(["paid", 1]);
      expect(payments[0]).toMatchObject({
        status: "captured",
        source: isWebhookFirst ? "webhook" : "callback",
        webhookAt: NOW.toISOString(),
      });
    }
  });

  test("a failed payment leaves it open, with the reason; a later one pays it", async () => {
    const { gatewayOrderId } = await start();
    const failed = pay(gatewayOrderId, { status: "failed", errorDescription: "The bank declined." });
    expect(await lookUpTestPayments(db, gateway, gatewayOrderId, () => Promise.resolve(true), NOW)).toBe(
      true,
    );
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
    expect(await confirmTestPayment(db, gateway, forged, "callback", NOW)).toMatchObject({ ok: false });
    const elsewhere = pay("order_other");
    expect(await confirm(gatewayOrderId, elsewhere)).toMatchObject({ ok: false });
    await deliver("payment.captured", { payment: pay(gatewayOrderId, { amount: 200 }) });
    await deliver("payment.captured", { payment: pay(gatewayOrderId, { currency: "USD" }) });
    expect((await latest()).state).toBe("open");
    expect(await confirm("order_unknown", payment)).toBeNull();
    expect(await lookUpTestPayments(db, gateway, "order_unknown", () => Promise.resolve(true), NOW)).toBe(
      false,
    );
  });

  test("the gateway is asked after 1, 2, 4 … minutes, so a payment whose messages were lost is found", async () => {
    const { gatewayOrderId } = await start();
    const askedAt: number[] = [];
    for (let minute = 0; minute <= 20; minute++)
      if ((await reconcileTestPurchases(db, [gateway], later(minute))) > 0) askedAt.push(minute);
    expect(askedAt).toEqual([1, 2, 4, 8, 16]);
    pay(gatewayOrderId);
    await reconcileTestPurchases(db, [gateway], later(40));
    const { state, payments } = await latest(later(40));
    expect([state, payments[0]!.source]).toEqual(["paid", "reconciler"]);
    expect(await reconcileTestPurchases(db, [gateway], later(4000))).toBe(0);
  });
});

describe("refunding a test purchase", () => {
  async function paid() {
    const { purchaseId, gatewayOrderId } = await start();
    const payment = pay(gatewayOrderId);
    await confirm(gatewayOrderId, payment);
    return { purchaseId, gatewayOrderId, payment };
  }
  const refund = (purchaseId: number, at = NOW) => refundTestPurchase(db, { purchaseId, staffId }, at);
  const run = (at = NOW) => processTestRefunds(db, [gateway], at);

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

  test("a refund that the gateway refuses has failed after three tries", async () => {
    const { purchaseId, payment } = await paid();
    await refund(purchaseId);
    gateway.payments.set(payment.id, { ...payment, status: "authorized" });
    for (const minute of [0, 1, 3]) await run(later(minute));
    const { state, payments } = await latest(later(3));
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
