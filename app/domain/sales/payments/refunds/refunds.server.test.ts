import { beforeEach, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createPendingOrder, orderState, payOrder, type PlacedOrder } from "~/test/orders";
import { minutesAfter } from "~/test/time";
import type { GatewayPayment } from "~/domain/sales/gateways/gateway.server";
import { queueRefund } from "~/domain/sales/orders/money/queue-refund.server";
import { applyRefund } from "./refund-news.server";
import { processRefunds } from "./refunds.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const minutesLater = minutesAfter(NOW);

let db: Db;
let gateway: MemoryGateway;
let order: PlacedOrder;
let paying: GatewayPayment;

beforeEach(async () => {
  db = (await createTestDatabase()).write;
  gateway = new MemoryGateway();
  order = await createPendingOrder(db, gateway, { now: NOW });
  paying = await payOrder(db, gateway, order, { now: NOW });
});

const state = () => orderState(db, order.orderId);
const refunds = () =>
  db.selectFrom("refunds").select(["reason", "status", "gateway_refund_id"]).orderBy("id").execute();
const paymentStatuses = async () =>
  (await db.selectFrom("payments").select("status").orderBy("id").execute()).map((payment) => payment.status);

const payTwice = () => payOrder(db, gateway, order, { now: NOW });

async function refundOrder(amount: number) {
  const row = await db.selectFrom("payments").select("id").executeTakeFirstOrThrow();
  const refund = { orderId: order.orderId, paymentRowId: row.id, amount, reason: "staff" };
  await db.transaction().execute((trx) => queueRefund(trx, refund, NOW));
}

test("a second payment is refunded and the order stays paid", async () => {
  await payTwice();
  expect(await processRefunds(db, gateway, NOW)).toBe(1);
  expect(await refunds()).toEqual([
    { reason: "second_payment", status: "processed", gateway_refund_id: "rfnd_1" },
  ]);
  expect(await paymentStatuses()).toEqual(["captured", "refunded"]);
  expect(await state()).toBe("paid");
  expect(await processRefunds(db, gateway, minutesLater(600))).toBe(0);
});

test("a lost answer does not cause a second refund", async () => {
  await payTwice();
  const lossy = Object.create(gateway) as MemoryGateway;
  lossy.refund = async (refund) => {
    await gateway.refund(refund);
    gateway.isDown = true;
    return gateway.fetchRefund("any"); // down: rejects although the refund was made
  };
  expect(await processRefunds(db, lossy, NOW)).toBe(1);
  expect(await refunds()).toMatchObject([{ status: "queued", gateway_refund_id: null }]);
  gateway.isDown = false;
  expect(await processRefunds(db, gateway, NOW)).toBe(0); // waits a minute
  expect(await processRefunds(db, gateway, minutesLater(1))).toBe(1);
  expect(await refunds()).toMatchObject([{ status: "processed", gateway_refund_id: "rfnd_1" }]);
  expect(gateway.refunds.size).toBe(1);
});

test("a pending refund is checked until it is processed", async () => {
  await payTwice();
  gateway.refundStatus = "pending";
  await processRefunds(db, gateway, NOW);
  expect(await refunds()).toMatchObject([{ status: "pending" }]);
  await processRefunds(db, gateway, minutesLater(2));
  expect(await refunds()).toMatchObject([{ status: "pending" }]);
  gateway.settleRefund("rfnd_1", "processed");
  await processRefunds(db, gateway, minutesLater(10));
  expect(await refunds()).toMatchObject([{ status: "processed" }]);
});

test("news of a refund only moves it forward", async () => {
  await payTwice();
  gateway.refundStatus = "pending";
  await processRefunds(db, gateway, NOW);
  const { key: _, ...made } = gateway.refunds.get("rfnd_1")!;
  expect(await applyRefund(db, { ...made, status: "processed" }, NOW)).toBe(true);
  expect(await applyRefund(db, { ...made, status: "pending" }, NOW)).toBe(true);
  expect(await applyRefund(db, { ...made, status: "failed" }, NOW)).toBe(true);
  expect(await refunds()).toMatchObject([{ status: "processed" }]);
  expect(await applyRefund(db, { ...made, id: "rfnd_x", paymentId: "pay_none" }, NOW)).toBe(false);
});

test("a webhook that arrives before the answer is matched to its refund", async () => {
  const second = await payTwice();
  const news = { id: "rfnd_1", paymentId: second.id, amount: order.total, status: "pending" } as const;
  await applyRefund(db, news, NOW);
  expect(await refunds()).toEqual([
    { reason: "second_payment", status: "pending", gateway_refund_id: "rfnd_1" },
  ]);
});

test("a webhook that matches two equal refunds is not applied; the answers are", async () => {
  const half = order.total / 2;
  await refundOrder(half);
  await refundOrder(half);
  const news = { id: "rfnd_2", paymentId: paying.id, amount: half, status: "processed" } as const;
  expect(await applyRefund(db, news, NOW)).toBe(false);
  await processRefunds(db, gateway, NOW);
  expect(await refunds()).toEqual([
    { reason: "staff", status: "processed", gateway_refund_id: "rfnd_1" },
    { reason: "staff", status: "processed", gateway_refund_id: "rfnd_2" },
  ]);
  expect(await state()).toBe("refunded");
});

test("an order becomes refunded by a full refund, not by a partial one", async () => {
  await refundOrder(order.total - 100);
  await processRefunds(db, gateway, NOW);
  expect(await state()).toBe("paid");
  await refundOrder(100);
  await processRefunds(db, gateway, NOW);
  expect(await state()).toBe("refunded");
  expect(await paymentStatuses()).toEqual(["refunded"]);
});

test("a refund made in the gateway's dashboard is recorded and counts", async () => {
  await applyRefund(
    db,
    { id: "rfnd_9", paymentId: paying.id, amount: order.total, status: "processed" },
    NOW,
  );
  expect(await refunds()).toEqual([{ reason: "gateway", status: "processed", gateway_refund_id: "rfnd_9" }]);
  expect(await state()).toBe("refunded");
});

test("a refund that the gateway refuses repeatedly becomes failed", async () => {
  await payTwice();
  gateway.payments.clear();
  for (let n = 0; n < 12; n += 1) await processRefunds(db, gateway, minutesLater(n * 400));
  expect(await refunds()).toMatchObject([{ status: "failed" }]);
  const failed = await db
    .selectFrom("order_events")
    .select("kind")
    .where("kind", "=", "refund_failed")
    .execute();
  expect(failed).toHaveLength(1);
});

test("two processes that send the same refund at once refund it once, and both know", async () => {
  await payTwice();
  await Promise.all([processRefunds(db, gateway, NOW), processRefunds(db, gateway, NOW)]);
  expect(gateway.refunds.size).toBe(1);
  expect(await refunds()).toMatchObject([{ status: "processed", gateway_refund_id: "rfnd_1" }]);
  expect(await paymentStatuses()).toEqual(["captured", "refunded"]);
});
