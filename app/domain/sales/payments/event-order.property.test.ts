import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createBook, createStaff } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { capturedPayment, createPendingOrder, type PlacedOrder } from "~/test/orders";
import { webhookBody } from "~/test/payments/webhooks";
import type { GatewayPayment, GatewayRefund } from "../gateways/gateway.server";
import { markPacked } from "../orders/fulfilment/fulfilment.server";
import { applyPayment } from "./apply-payment.server";
import { processPaymentEvents, storePaymentEvent } from "./payment-events.server";

// All events of one order, of its payments and of its refunds, end alike in whatever order they come.

const NOW = new Date("2026-11-21T06:00:00.000Z");
const STOCK = 5;
const PRICE = 25_000;

let db: Db;
let staffId: number;
let made = 0;
beforeAll(async () => {
  db = (await createTestDatabase()).write;
  staffId = await createStaff(db);
});

type Event =
  | { kind: string; payment: Pick<GatewayPayment, "id" | "status"> }
  | { kind: string; refund: Omit<GatewayRefund, "paymentId"> }
  /** What the gateway answers when the shop asks for the payments of its order. */
  | { answer: Pick<GatewayPayment, "id" | "status"> };

const paid = (id: string, ...statuses: GatewayPayment["status"][]): Event[] =>
  statuses.flatMap((status) => [
    { kind: `payment.${status}`, payment: { id, status } },
    ...(status === "captured" ? [{ kind: "order.paid", payment: { id, status } }] : []),
  ]);
const refunded = (id: string, amount: number, ...statuses: GatewayRefund["status"][]): Event[] =>
  statuses.map((status) => ({
    kind: `refund.${status === "pending" ? "created" : status}`,
    refund: { id, amount, status },
  }));

async function deliver(order: PlacedOrder, events: Event[]): Promise<void> {
  for (const [at, event] of events.entries()) {
    const own = <Given extends { id: string }>(given: Given) => ({
      ...given,
      id: `${given.id}_${order.orderId}`,
    });
    if ("answer" in event) {
      await applyPayment(db, capturedPayment(order, own(event.answer)), "reconciler", NOW);
      while ((await processPaymentEvents(db, NOW)) > 0);
      continue;
    }
    const about =
      "payment" in event
        ? { payment: capturedPayment(order, own(event.payment)) }
        : { refund: { ...own(event.refund), paymentId: `pay_a_${order.orderId}` } };
    await storePaymentEvent(db, {
      gateway: "sandbox",
      eventId: `evt_${order.orderId}_${at}`,
      kind: event.kind,
      body: webhookBody(event.kind, about),
      now: NOW,
    });
    while ((await processPaymentEvents(db, NOW)) > 0);
  }
}

const placed = async (quantity = 1) =>
  createPendingOrder(db, new MemoryGateway(`${++made}`), {
    bookId: await createBook(db, { stock: STOCK, price: PRICE }),
    quantity,
    now: NOW,
  });

async function endOf({ orderId, bookId }: PlacedOrder) {
  const order = await db.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
  const book = await db.selectFrom("books").selectAll().where("id", "=", bookId).executeTakeFirstOrThrow();
  const of = <Table extends "payments" | "refunds">(table: Table) =>
    db
      .selectFrom(table as "payments")
      .select(["status", "amount"])
      .where("order_id", "=", orderId)
      .execute()
      .then((rows) => rows.map(({ status, amount }) => `${status} ${amount}`).sort());
  const mails = await db
    .selectFrom("outgoing_mails")
    .select("dedupe_key")
    .where("dedupe_key", "like", "%refund:%")
    .execute();
  // A mail about a refund that fails later is sent only if it was reported as on its way before.
  const refunds = await db
    .selectFrom("refunds")
    .select("id")
    .where("order_id", "=", orderId)
    .where("status", "=", "processed")
    .execute();
  const { waiting } = await db
    .selectFrom("payment_events")
    .select((eb) => eb.fn.countAll<number>().as("waiting"))
    .where("processed_at", "is", null)
    .executeTakeFirstOrThrow();
  return {
    state: order.state,
    hasInvoice: order.invoice_no !== null,
    stock: book.stock,
    sold: book.sold_count,
    payments: await of("payments"),
    refunds: await of("refunds"),
    mails: refunds.filter(({ id }) => mails.some((mail) => mail.dedupe_key === `refund:${id}`)).length,
    waiting,
    canBePacked: (await markPacked(db, { orderId, staffId }, NOW)).ok,
  };
}

/** All orders in which these can come. */
const permutations = <Item>(items: Item[]): Item[][] =>
  items.length <= 1
    ? [items]
    : items.flatMap((first, at) => permutations(items.toSpliced(at, 1)).map((rest) => [first, ...rest]));

test("a payment and its whole refund: the money is back and nothing is packed, in every order", async () => {
  const events = [
    ...paid("pay_a", "captured").slice(0, 1),
    { answer: { id: "pay_a", status: "refunded" } } as const,
    ...refunded("rfnd_1", PRICE, "pending", "processed"),
  ];
  for (const order of permutations(events)) {
    const one = await placed();
    await deliver(one, order);
    expect(await endOf(one), JSON.stringify(order)).toEqual({
      state: "refunded",
      hasInvoice: true,
      stock: STOCK,
      sold: 0,
      payments: [`refunded ${PRICE}`],
      refunds: [`processed ${PRICE}`],
      mails: 1,
      waiting: 0,
      canBePacked: false,
    });
  }
});

const HISTORIES: Event[][] = [
  // Two parts come to the whole.
  [
    ...paid("pay_a", "authorized", "captured"),
    ...refunded("rfnd_1", 10_000, "pending", "processed"),
    ...refunded("rfnd_2", 2 * PRICE - 10_000, "processed"),
    { answer: { id: "pay_a", status: "refunded" } },
  ],
  // A part, and one that failed; another try to pay failed before.
  [
    ...paid("pay_b", "failed"),
    ...paid("pay_a", "failed", "authorized", "captured"),
    ...refunded("rfnd_1", 10_000, "pending", "processed"),
    ...refunded("rfnd_2", 5_000, "pending", "failed"),
  ],
  // A refund that failed first, and went through after all.
  [...paid("pay_a", "captured"), ...refunded("rfnd_1", 2 * PRICE, "pending", "failed", "processed")],
  [...paid("pay_a", "authorized", "captured"), ...paid("pay_b", "failed")],
];

test("payments, parts of refunds and failures, shuffled and repeated, end as in their order", async () => {
  const inOrder = new Map<Event[], Awaited<ReturnType<typeof endOf>>>();
  for (const history of HISTORIES) {
    const one = await placed(2);
    await deliver(one, history);
    inOrder.set(history, await endOf(one));
  }
  expect([...inOrder.values()].map(({ state, canBePacked }) => [state, canBePacked])).toEqual([
    ["refunded", false],
    ["paid", true],
    ["refunded", false],
    ["paid", true],
  ]);
  const shuffled = fc.constantFrom(...HISTORIES).chain((history) =>
    fc
      .tuple(fc.subarray(history), fc.constant(history))
      .chain(([again]) =>
        fc.shuffledSubarray([...history, ...again], { minLength: history.length + again.length }),
      )
      .map((events) => ({ history, events })),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, async ({ history, events }) => {
      const one = await placed(2);
      await deliver(one, events);
      expect(await endOf(one)).toEqual(inOrder.get(history));
    }),
    { numRuns: 40 },
  );
});

test("an order whose payment is reported as refunded is not packed before the refunds are told", async () => {
  const one = await placed();
  await deliver(one, [{ answer: { id: "pay_a", status: "refunded" } }]);
  expect(await endOf(one)).toMatchObject({
    state: "paid",
    payments: [`refunded ${PRICE}`],
    canBePacked: false,
  });
});

test("while a refund that came before its payment is not read, nothing is packed", async () => {
  const one = await placed();
  await deliver(one, refunded("rfnd_1", PRICE, "processed"));
  const payment = capturedPayment(one, { id: `pay_a_${one.orderId}`, status: "captured" });
  await applyPayment(db, payment, "reconciler", NOW);
  const pressed = await markPacked(db, { orderId: one.orderId, staffId }, NOW);
  expect(pressed).toMatchObject({ ok: false, message: expect.stringContaining("has news of its payment") });
  await processPaymentEvents(db, NOW);
  expect(await endOf(one)).toMatchObject({ state: "refunded", stock: STOCK });
});
