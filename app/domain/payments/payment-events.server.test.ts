import { beforeEach, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { MemoryGateway } from "~/test/memory-gateway";
import { webhookBody } from "~/test/webhooks";
import { capturedPayment, createPendingOrder, orderState, type PlacedOrder } from "~/test/orders";
import { storePaymentEvent, processPaymentEvents } from "./payment-events.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");

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

test("a refund event of an unknown payment changes nothing", async () => {
  const refund = { id: "rfnd_1", paymentId: "pay_none", amount: 100, status: "processed" } as const;
  await store("evt_1", "refund.processed", webhookBody("refund.processed", { refund }));
  await processPaymentEvents(db, NOW);
  const event = await db.selectFrom("payment_events").select("last_error").executeTakeFirstOrThrow();
  expect(event.last_error).toBe("its payment is not known");
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
