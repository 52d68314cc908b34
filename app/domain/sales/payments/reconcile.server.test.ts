import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { capturedPayment, createPendingOrder, orderState, payOrder } from "~/test/orders";
import { minutesAfter } from "~/test/time";
import { lapse } from "./lapse.server";
import { reconcile } from "./reconcile.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const minutesLater = minutesAfter(NOW);

async function pendingOrder() {
  const { write: db } = await createTestDatabase();
  const gateway = new MemoryGateway();
  const order = await createPendingOrder(db, gateway, { now: NOW, book: { stock: 5 } });
  const state = () => orderState(db, order.orderId);
  return { db, gateway, order, state };
}

test("finds a payment when the tab was closed and the webhook lost", async () => {
  const { db, gateway, order, state } = await pendingOrder();
  gateway.pay(capturedPayment(order));
  expect(await reconcile(db, gateway, minutesLater(0.5))).toBe(0);
  expect(await state()).toBe("pending");
  expect(await reconcile(db, gateway, minutesLater(1))).toBe(1);
  expect(await state()).toBe("paid");
});

test("asks about an order with growing pauses for five days", async () => {
  const { db, gateway } = await pendingOrder();
  const asked = [];
  for (let minute = 0; minute <= 6 * 24 * 60; minute += 1) {
    if ((await reconcile(db, gateway, minutesLater(minute))) > 0) asked.push(minute);
  }
  expect(asked).toEqual([
    1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1744, 2464, 3184, 3904, 4624, 5344, 6064, 6784, 7504,
  ]);
});

test("finds a late payment of a lapsed order, and a second payment of a paid order", async () => {
  const { db, gateway, order, state } = await pendingOrder();
  await lapse(db, minutesLater(30));
  gateway.pay(capturedPayment(order));
  await reconcile(db, gateway, minutesLater(60));
  expect(await state()).toBe("paid");
  gateway.pay(capturedPayment(order));
  await reconcile(db, gateway, minutesLater(600));
  expect(await db.selectFrom("refunds").select("reason").execute()).toEqual([{ reason: "second_payment" }]);
});

test("stops the run when the gateway is down, and continues with the same order later", async () => {
  const { db, gateway, order, state } = await pendingOrder();
  gateway.pay(capturedPayment(order));
  gateway.isDown = true;
  expect(await reconcile(db, gateway, minutesLater(1))).toBe(0);
  gateway.isDown = false;
  expect(await reconcile(db, gateway, minutesLater(1.5))).toBe(1);
  expect(await state()).toBe("paid");
});

test("changes nothing when the order was paid by another source", async () => {
  const { db, gateway, order } = await pendingOrder();
  await payOrder(db, gateway, order, { now: NOW });
  await reconcile(db, gateway, minutesLater(5));
  expect(await db.selectFrom("invoice_counters").select("last_number").execute()).toEqual([
    { last_number: 1 },
  ]);
  expect(await db.selectFrom("refunds").selectAll().execute()).toEqual([]);
});
