import { beforeEach, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createAccount } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { capturedPayment, createPendingOrder, type PlacedOrder } from "~/test/orders";
import { lapse } from "./lapse.server";
import { confirmFromBrowser, ensureGatewayOrder } from "./payments.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const HOUR_LATER = new Date("2026-11-21T07:00:00.000Z");

let db: Db;
let gateway: MemoryGateway;
let order: PlacedOrder;

beforeEach(async () => {
  db = (await createTestDatabase()).write;
  gateway = new MemoryGateway();
  order = await createPendingOrder(db, gateway, { now: NOW });
});

const read = () =>
  db.selectFrom("orders").selectAll().where("id", "=", order.orderId).executeTakeFirstOrThrow();
const refusals = async () =>
  (
    await db
      .selectFrom("order_events")
      .select("detail")
      .where("kind", "=", "payment_refused")
      .orderBy("id")
      .execute()
  ).map((event) => JSON.parse(event.detail) as { reason: string; amount: number | null });
const confirmation = (paymentId: string, more: { signature?: string; orderId?: number } = {}) => ({
  gatewayOrderId: order.gatewayOrderId,
  paymentId,
  signature: gateway.sign(order.gatewayOrderId, paymentId),
  ...more,
});

test("a signed confirmation pays the order; repeating it gives the same answer", async () => {
  const payment = gateway.pay(capturedPayment(order));
  const given = confirmation(payment.id, { orderId: order.orderId });
  expect(await confirmFromBrowser(db, gateway, given, order.accountId)).toEqual({
    ok: true,
    orderId: order.orderId,
  });
  expect(await confirmFromBrowser(db, gateway, given)).toEqual({ ok: true, orderId: order.orderId });
  expect((await read()).state).toBe("paid");
});

test("a wrong signature is refused and logged, without a call to the gateway", async () => {
  const payment = gateway.pay(capturedPayment(order));
  const before = gateway.calls;
  const forged = confirmation(payment.id, { signature: gateway.sign("order_other", payment.id) });
  expect(await confirmFromBrowser(db, gateway, forged, order.accountId)).toEqual({
    ok: false,
    orderId: order.orderId,
    reason: "bad_signature",
    message: "Payment failed: the payment could not be verified",
  });
  expect(await refusals()).toMatchObject([{ reason: "bad_signature" }]);
  expect(gateway.calls).toBe(before);
  expect((await read()).state).toBe("pending");
});

test("only the first forged payments are logged", async () => {
  for (let n = 0; n < 30; n += 1) {
    await confirmFromBrowser(db, gateway, confirmation(`pay_forged_${n}`, { signature: "forged" }));
  }
  expect(await refusals()).toHaveLength(20);
});

test("the order of another customer or another page and an unknown order are not found", async () => {
  const payment = gateway.pay(capturedPayment(order));
  const unknown = { ok: false, orderId: null, reason: "unknown_order" };
  const stranger = await createAccount(db);
  expect(await confirmFromBrowser(db, gateway, confirmation(payment.id), stranger)).toMatchObject(unknown);
  const elsewhere = confirmation(payment.id, { orderId: order.orderId + 1 });
  expect(await confirmFromBrowser(db, gateway, elsewhere, order.accountId)).toMatchObject(unknown);
  const nowhere = { ...confirmation(payment.id), gatewayOrderId: "order_none" };
  expect(await confirmFromBrowser(db, gateway, nowhere)).toMatchObject(unknown);
  expect((await read()).state).toBe("pending");
});

test("a signed payment of another amount is refused", async () => {
  const payment = gateway.pay(capturedPayment(order, { amount: 100 }));
  expect(await confirmFromBrowser(db, gateway, confirmation(payment.id))).toMatchObject({
    ok: false,
    reason: "refused",
  });
  expect(await refusals()).toMatchObject([{ reason: "wrong_amount" }]);
  expect((await read()).state).toBe("pending");
});

test("the client's amount is only compared with the order's total", async () => {
  const payment = gateway.pay(capturedPayment(order));
  const given = { ...confirmation(payment.id), orderId: order.orderId };
  for (const amount of [order.total - 1, order.total + 1, 0]) {
    expect(await confirmFromBrowser(db, gateway, { ...given, amount })).toMatchObject({ reason: "refused" });
  }
  expect(await refusals()).toMatchObject([{ reason: "wrong_amount", amount: order.total - 1 }]);
  expect((await read()).state).toBe("pending");
  expect(await confirmFromBrowser(db, gateway, { ...given, amount: order.total })).toMatchObject({
    ok: true,
  });

  const underpaid = await createPendingOrder(db, gateway, { now: NOW });
  const cheap = gateway.pay(capturedPayment(underpaid, { amount: 100 }));
  const claimed = { gatewayOrderId: underpaid.gatewayOrderId, paymentId: cheap.id, amount: underpaid.total };
  const signature = gateway.sign(underpaid.gatewayOrderId, cheap.id);
  expect(await confirmFromBrowser(db, gateway, { ...claimed, signature })).toMatchObject({
    reason: "refused",
  });
});

test("a signed payment is refused if the gateway has it under another order, or does not know it", async () => {
  const payment = gateway.pay(capturedPayment(order, { orderId: "order_other" }));
  expect(await confirmFromBrowser(db, gateway, confirmation(payment.id))).toMatchObject({
    ok: false,
    reason: "refused",
  });
  expect(await confirmFromBrowser(db, gateway, confirmation("pay_none"))).toMatchObject({
    ok: false,
    reason: "refused",
  });
  expect(await refusals()).toMatchObject([{ reason: "other_order" }, { reason: "unknown_payment" }]);
});

test("while the gateway is down, or has not captured yet, the payment is unconfirmed, not failed", async () => {
  const payment = gateway.pay(capturedPayment(order, { status: "authorized" }));
  const unconfirmed = { ok: false, reason: "unconfirmed", message: "We are confirming your payment" };
  expect(await confirmFromBrowser(db, gateway, confirmation(payment.id))).toMatchObject(unconfirmed);
  gateway.isDown = true;
  expect(await confirmFromBrowser(db, gateway, confirmation(payment.id))).toMatchObject(unconfirmed);
  expect((await read()).state).toBe("pending");
});

test("a payment refunded before the shop heard of it is reported as refunded, each time", async () => {
  await lapse(db, HOUR_LATER);
  await db.updateTable("books").set({ stock: 0 }).execute();
  const payment = gateway.pay(capturedPayment(order));
  await confirmFromBrowser(db, gateway, confirmation(payment.id));
  gateway.pay({ ...payment, status: "refunded" });
  const refunded = {
    reason: "refunding",
    message: "This payment has been refunded, and we have written to you.",
  };
  expect(await confirmFromBrowser(db, gateway, confirmation(payment.id))).toMatchObject(refunded);
  expect(await confirmFromBrowser(db, gateway, confirmation(payment.id))).toMatchObject({
    reason: "refunding",
  });
});

test("if the gateway has another amount for the receipt, the next try uses a new receipt", async () => {
  const cleared = { gateway_order_id: null, total: 12_300, subtotal: 12_300 };
  await db.updateTable("orders").set(cleared).where("id", "=", order.orderId).execute();
  const ensure = () => ensureGatewayOrder(db, gateway, order.orderId, order.accountId, NOW);
  expect(await ensure()).toMatchObject({ ok: false, reason: "unavailable" });
  expect(await ensure()).toMatchObject({ ok: true, amount: 12_300 });
});

test("a payment of an order that can no longer be fulfilled is reported as being refunded", async () => {
  await lapse(db, HOUR_LATER);
  await db.updateTable("books").set({ stock: 0 }).execute();
  const payment = gateway.pay(capturedPayment(order));
  const refunding = { ok: false, orderId: order.orderId, reason: "refunding" };
  expect(await confirmFromBrowser(db, gateway, confirmation(payment.id))).toMatchObject(refunding);
  expect(await confirmFromBrowser(db, gateway, confirmation(payment.id))).toMatchObject(refunding);
});

test("the gateway order is created once, also when the first try fails", async () => {
  const fresh = new MemoryGateway();
  await db.updateTable("orders").set({ gateway_order_id: null }).execute();
  fresh.isDown = true;
  const open = () => ensureGatewayOrder(db, fresh, order.orderId, order.accountId, NOW);
  expect(await open()).toEqual({ ok: false, reason: "unavailable", message: "The gateway is down" });
  expect((await read()).state).toBe("pending");
  fresh.isDown = false;
  const [first, second] = await Promise.all([open(), open()]);
  expect(first).toEqual(second);
  expect(first).toMatchObject({ ok: true, amount: order.total, currency: "INR" });
  expect(fresh.orders.size).toBe(1);
  expect([...fresh.orders.values()][0]!.receipt).toBe((await read()).receipt);
});

test("of two gateway orders made at the same time, the one that the shop stored is paid", async () => {
  const quicker = new MemoryGateway();
  const slower = new MemoryGateway();
  await db.updateTable("orders").set({ gateway_order_id: null }).execute();
  const open = (at: MemoryGateway) => ensureGatewayOrder(db, at, order.orderId, order.accountId, NOW);
  slower.createOrder = async (wanted) => {
    await open(quicker);
    return { ...wanted, id: "order_late", status: "created" };
  };
  const late = await open(slower);
  const { gateway_order_id: stored } = await read();
  expect(late).toMatchObject({ ok: true, gatewayOrderId: stored });
  expect(quicker.orders.has(stored!)).toBe(true);
});

test("only the owner's pending order can be paid", async () => {
  const open = (accountId: number, now: Date) =>
    ensureGatewayOrder(db, gateway, order.orderId, accountId, now);
  expect(await open(await createAccount(db), NOW)).toMatchObject({ reason: "not_found" });
  expect(await open(order.accountId, HOUR_LATER)).toMatchObject({ reason: "not_payable" });
  await lapse(db, HOUR_LATER);
  expect(await open(order.accountId, NOW)).toMatchObject({ reason: "not_payable" });
});
