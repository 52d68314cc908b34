import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { webhookBody } from "~/test/payments/webhooks";
import {
  capturedPayment,
  createCarrier,
  createPendingOrder,
  orderState,
  type PlacedOrder,
} from "~/test/orders";
import { onWake } from "~/platform/wake.server";
import { createStaff } from "~/test/factories";
import { mailsTo } from "~/test/mails";
import { minutesAfter } from "~/test/time";
import { despatch, markPacked } from "../orders/fulfilment/fulfilment.server";
import { applyPayment } from "./apply-payment.server";
import { storePaymentEvent, processPaymentEvents } from "./payment-events.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");

const minutesLater = minutesAfter(NOW);

let db: Db;
let order: PlacedOrder;

beforeEach(async () => {
  db = (await createTestDatabase()).write;
  order = await createPendingOrder(db, new MemoryGateway(), { now: NOW });
});

const state = () => orderState(db, order.orderId);
const store = (eventId: string, kind: string, body: string) =>
  storePaymentEvent(db, { gateway: "sandbox", eventId, kind, body, now: NOW });

test("an event is stored once and processed once", async () => {
  const body = webhookBody("payment.captured", { payment: capturedPayment(order) });
  expect(await store("evt_1", "payment.captured", body)).toBe("stored");
  expect(await store("evt_1", "payment.captured", body)).toBe("known");
  expect(await state()).toBe("pending");
  expect(await processPaymentEvents(db, NOW)).toBe(1);
  expect(await processPaymentEvents(db, NOW)).toBe(0);
  expect(await state()).toBe("paid");
});

test.each([
  ["order.paid", "captured", "paid"],
  ["payment.captured", "captured", "paid"],
  ["payment.authorized", "authorized", "pending"],
  ["payment.failed", "failed", "pending"],
] as const)("%s with a payment %s leaves the order %s", async (kind, status, expected) => {
  await store("evt_1", kind, webhookBody(kind, { payment: capturedPayment(order, { status }) }));
  await processPaymentEvents(db, NOW);
  expect(await state()).toBe(expected);
});

test("cash on delivery of the gateway's window is no payment, and hides none beside it", async () => {
  const atTheDoor = { ...capturedPayment(order), method: "cod" };
  for (const [number, kind, status] of [
    [1, "payment.pending", "pending"],
    [2, "payment.captured", "captured"],
    [3, "order.paid", "captured"],
  ] as const) {
    const body = webhookBody(kind, { payment: atTheDoor }).replace('"captured"', `"${status}"`);
    await store(`evt_${number}`, kind, body);
    await processPaymentEvents(db, NOW);
    expect(await state()).toBe("pending");
  }
  const payments = db.selectFrom("payments").select(["status", "method"]).orderBy("id");
  expect(await payments.execute()).toEqual([{ status: "failed", method: "cod" }]);
  await store(
    "evt_4",
    "payment.captured",
    webhookBody("payment.captured", { payment: capturedPayment(order) }),
  );
  await processPaymentEvents(db, NOW);
  expect(await state()).toBe("paid");
});

test("an event that cannot be applied is marked as processed with a remark, and does not stop the others", async () => {
  await store("evt_1", "payment.captured", "{");
  await store("evt_2", "payment.captured", JSON.stringify({ payload: { payment: { entity: { id: 7 } } } }));
  await store("evt_3", "settlement.processed", "{}");
  await store(
    "evt_4",
    "payment.captured",
    webhookBody("payment.captured", { payment: capturedPayment(order, { amount: 1 }) }),
  );
  await store(
    "evt_5",
    "payment.captured",
    webhookBody("payment.captured", { payment: capturedPayment(order) }),
  );
  expect(await processPaymentEvents(db, NOW)).toBe(5);
  const events = await db
    .selectFrom("payment_events")
    .select(["processed_at", "last_error"])
    .orderBy("id")
    .execute();
  expect(events.every((event) => event.processed_at !== null)).toBe(true);
  expect(events.map((event) => event.last_error)).toEqual([
    "not the shape of a payment event",
    "not the shape of a payment event",
    "an event of no use to the shop",
    "refused: wrong_amount",
    null,
  ]);
  expect(await state()).toBe("paid");
});

/** The events that are not done yet, and those that were set aside. */
const events = () =>
  db
    .selectFrom("payment_events")
    .select(["event_id", "processed_at", "next_try_at", "waits_for", "last_error", "body"])
    .orderBy("id")
    .execute();
const DAY = 24 * 60;

test("an event waits for its payment, and is read again as soon as it comes, by whichever way", async () => {
  const payment = capturedPayment(order);
  const refund = { id: "rfnd_1", paymentId: payment.id, amount: order.total, status: "processed" } as const;
  await store("evt_1", "refund.processed", webhookBody("refund.processed", { refund, payment }));
  await processPaymentEvents(db, NOW);
  expect(await events()).toMatchObject([
    { processed_at: null, waits_for: payment.id, next_try_at: minutesLater(1).toISOString() },
  ]);
  expect(await processPaymentEvents(db, minutesLater(0.5))).toBe(0);
  expect(await processPaymentEvents(db, minutesLater(90))).toBe(1);
  let woken = 0;
  const stop = onWake("payment-events", () => (woken += 1));
  await applyPayment(db, payment, "reconciler", minutesLater(91));
  stop();
  expect(woken).toBe(1);
  await processPaymentEvents(db, minutesLater(91));
  expect(await state()).toBe("refunded");
  expect(await events()).toMatchObject([{ last_error: null, processed_at: expect.any(String) }]);
});

test("a payment waits for its order", async () => {
  const later = { ...order, gatewayOrderId: "order_later" };
  const body = webhookBody("payment.captured", { payment: capturedPayment(later) });
  await store("evt_1", "payment.captured", body);
  await processPaymentEvents(db, NOW);
  expect(await events()).toMatchObject([{ processed_at: null, waits_for: "order_later" }]);
  await db.updateTable("orders").set({ gateway_order_id: "order_later" }).execute();
  await processPaymentEvents(db, minutesLater(1));
  expect(await state()).toBe("paid");
});

test("an event that waits in vain is set aside after five days, and staff are told if it is about money", async () => {
  await createStaff(db, { email: "owner@neem.in", job: "owner" });
  const refund = { id: "rfnd_1", paymentId: "pay_none", amount: 12_300, status: "processed" } as const;
  const other = { ...order, gatewayOrderId: "order_none" };
  const payer = { email: "asha@example.com" };
  const entity = {
    ...capturedPayment(other, { id: "pay_2", status: "failed" }),
    order_id: "order_none",
    ...payer,
  };
  await store("evt_1", "refund.processed", webhookBody("refund.processed", { refund }));
  await store("evt_2", "payment.failed", JSON.stringify({ payload: { payment: { entity } } }));
  // A payment link has no order: it is not of this shop.
  await store(
    "evt_3",
    "payment.captured",
    webhookBody("payment.captured", { payment: capturedPayment({ ...order, gatewayOrderId: "" }) }),
  );
  await processPaymentEvents(db, NOW);
  expect((await events()).map(({ waits_for }) => waits_for)).toEqual(["pay_none", "order_none", null]);
  expect((await events())[1]!.body).not.toContain("asha");
  await processPaymentEvents(db, minutesLater(5 * DAY - 1));
  expect((await events()).map(({ processed_at }) => processed_at !== null)).toEqual([false, false, true]);
  expect((await events())[0]!.next_try_at).toBe(minutesLater(5 * DAY).toISOString());

  await processPaymentEvents(db, minutesLater(5 * DAY));
  expect(await events()).toMatchObject([
    { processed_at: expect.any(String), last_error: "set aside: pay_none never came" },
    { processed_at: expect.any(String), last_error: "set aside: order_none never came" },
    { last_error: "refused: unknown_order" },
  ]);
  const mails = await mailsTo(db, "owner@neem.in");
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining("a refund belongs to no order"),
  ]);
  expect(mails[0]!.text_body).toMatch(/rfnd_1[^]*₹123\.00[^]*pay_none/);
});

describe("while an event about a paid order is stored and not read yet", () => {
  const payment = () => capturedPayment(order, { id: "pay_of_the_order" });
  const refund = { id: "rfnd_1", paymentId: "pay_of_the_order", amount: 1, status: "processed" } as const;
  const NEWS: Record<string, () => string> = {
    "refund.processed": () => webhookBody("refund.processed", { refund: { ...refund, amount: order.total } }),
    "refund.created": () =>
      webhookBody("refund.created", { refund: { ...refund, amount: 100, status: "pending" } }),
    "payment.captured of a refunded payment": () =>
      webhookBody("payment.captured", { payment: capturedPayment(order, { status: "refunded" }) }),
  };

  test.each(Object.keys(NEWS))("%s: it is neither packed nor shipped before", async (kind) => {
    const staffId = await createStaff(db);
    const request = { orderId: order.orderId, staffId };
    const parcel = { ...request, providerId: await createCarrier(db), trackingNo: "EM123456789IN" };
    const held = { ok: false, message: expect.stringContaining("has news of its payment") };
    await applyPayment(db, payment(), "webhook", NOW);
    await store("evt_0", kind.split(" ")[0]!, NEWS[kind]!());
    expect(await markPacked(db, request, NOW)).toMatchObject(held);
    await processPaymentEvents(db, NOW);
    const isBack = (await state()) === "refunded";
    expect(isBack).toBe(kind === "refund.processed");
    if (isBack) return;
    expect(await markPacked(db, request, NOW)).toMatchObject({ ok: true });
    await store("evt_1", kind.split(" ")[0]!, NEWS[kind]!());
    expect(await despatch(db, parcel, NOW)).toMatchObject(held);
    await processPaymentEvents(db, NOW);
    expect(await despatch(db, parcel, NOW)).toMatchObject({ ok: true });
  });

  test("that money came in, twice too, does not hold it", async () => {
    const staffId = await createStaff(db);
    await applyPayment(db, payment(), "webhook", NOW);
    for (const [at, paid] of [payment(), capturedPayment(order)].entries())
      await store(`evt_${at}`, "payment.captured", webhookBody("payment.captured", { payment: paid }));
    expect(await markPacked(db, { orderId: order.orderId, staffId }, NOW)).toMatchObject({ ok: true });
  });

  test("one about another order does not hold it", async () => {
    const other = await createPendingOrder(db, new MemoryGateway(), { now: NOW });
    await applyPayment(db, payment(), "webhook", NOW);
    await store(
      "evt_1",
      "payment.captured",
      webhookBody("payment.captured", { payment: capturedPayment(other) }),
    );
    const foreign = { ...refund, paymentId: "pay_of_another_shop" };
    await store("evt_2", "refund.processed", webhookBody("refund.processed", { refund: foreign }));
    const request = { orderId: order.orderId, staffId: await createStaff(db) };
    expect(await markPacked(db, request, NOW)).toMatchObject({ ok: true });
  });
});

test("a refund of a payment that was never captured is written down after five days", async () => {
  const payment = capturedPayment(order, { status: "authorized" });
  const refund = { id: "rfnd_1", paymentId: payment.id, amount: order.total, status: "processed" } as const;
  await applyPayment(db, payment, "webhook", NOW);
  await store("evt_1", "refund.processed", webhookBody("refund.processed", { refund }));
  await processPaymentEvents(db, NOW);
  expect(await events()).toMatchObject([{ processed_at: null, waits_for: payment.id }]);
  await processPaymentEvents(db, minutesLater(5 * DAY));
  expect(await events()).toMatchObject([{ processed_at: expect.any(String), last_error: null }]);
  expect(await db.selectFrom("refunds").select(["status", "reason"]).execute()).toEqual([
    { status: "processed", reason: "gateway" },
  ]);
});

test("the payer's data are removed when the event is processed", async () => {
  const payment = {
    ...JSON.parse(webhookBody("payment.captured", { payment: capturedPayment(order) })).payload.payment
      .entity,
    email: "asha@example.com",
    contact: "+919847012345",
    vpa: "asha@okbank",
    upi: { vpa: "asha@okbank" },
    card: { name: "Asha Rao", last4: "4242" },
  };
  await store("evt_1", "payment.captured", JSON.stringify({ payload: { payment: { entity: payment } } }));
  await processPaymentEvents(db, NOW);
  const { body } = await db.selectFrom("payment_events").select("body").executeTakeFirstOrThrow();
  expect(body).not.toMatch(/asha|98470|4242/i);
  expect(JSON.parse(body)).toMatchObject({
    payload: { payment: { entity: { id: payment.id, status: "captured" } } },
  });
  expect(await state()).toBe("paid");
});
