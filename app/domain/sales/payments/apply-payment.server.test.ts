import { expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createAccount, createAddress } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { allMails } from "~/test/mails";
import { capturedPayment, createPendingOrder, type PlacedOrder } from "~/test/orders";
import { minutesAfter } from "~/test/time";
import { addToCart, cartCount, readCart } from "../cart/cart.server";
import { placeOrder } from "../checkout/place-order.server";
import { readOrderMoney } from "../orders/money/order-money.server";
import { cancelPending } from "../orders/order-steps.server";
import { findStaffOrder } from "../orders/desk/staff-order.server";
import { applyPayment } from "./apply-payment.server";
import { lapse } from "./lapse.server";
import { applyRefund } from "./refunds/refund-news.server";
import { processRefunds } from "./refunds/refunds.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const minutesLater = minutesAfter(NOW);

async function pendingOrder({ stock = 5, quantity }: { stock?: number; quantity?: number } = {}) {
  const { write: db } = await createTestDatabase();
  const gateway = new MemoryGateway();
  const order = await createPendingOrder(db, gateway, { book: { stock }, quantity, now: NOW });
  return { db, order, gateway };
}

const read = (db: Db, order: PlacedOrder) =>
  db.selectFrom("orders").selectAll().where("id", "=", order.orderId).executeTakeFirstOrThrow();
const book = (db: Db, order: PlacedOrder) =>
  db
    .selectFrom("books")
    .select(["stock", "sold_count"])
    .where("id", "=", order.bookId)
    .executeTakeFirstOrThrow();
const mails = async (db: Db) => (await allMails(db)).map((mail) => mail.dedupe_key);
const refunds = (db: Db) =>
  db.selectFrom("refunds").select(["amount", "reason", "status"]).orderBy("id").execute();
const events = async (db: Db) =>
  (await db.selectFrom("order_events").select("kind").orderBy("id").execute()).map((event) => event.kind);

test("a captured payment pays the order, with invoice, delivery date, sales count, cart, mail and log", async () => {
  const { db, order } = await pendingOrder({ quantity: 2 });
  await addToCart(db, { accountId: order.accountId }, { bookId: order.bookId, quantity: 1 });
  const outcome = await applyPayment(db, capturedPayment(order), "webhook", NOW);
  expect(outcome).toEqual({ outcome: "paid", orderId: order.orderId });
  expect(await read(db, order)).toMatchObject({
    state: "paid",
    stock_held: 1,
    paid_at: NOW.toISOString(),
    invoice_no: "KB/26-27/000001",
    invoice_date: NOW.toISOString(),
    eta_date: "2026-11-28",
  });
  expect(await book(db, order)).toEqual({ stock: 3, sold_count: 2 });
  expect(await mails(db)).toEqual([`order-confirmation:${order.orderId}`]);
  expect(await events(db)).toEqual(["placed", "paid"]);
  // Copies added after the order was placed stay in the cart.
  expect(await cartCount(db, { accountId: order.accountId })).toBe(1);
});

test("repeated and older news change nothing", async () => {
  const { db, order } = await pendingOrder();
  const payment = capturedPayment(order);
  await applyPayment(db, payment, "window", NOW);
  const before = await read(db, order);
  const again = await Promise.all([
    applyPayment(db, payment, "callback", minutesLater(1)),
    applyPayment(db, payment, "webhook", minutesLater(1)),
    applyPayment(db, { ...payment, status: "authorized" }, "webhook", minutesLater(2)),
    applyPayment(db, { ...payment, status: "failed", errorDescription: "late" }, "webhook", minutesLater(2)),
  ]);
  for (const outcome of again)
    expect(outcome).toEqual({ outcome: "known", orderId: order.orderId, isPaid: true });
  expect(await read(db, order)).toEqual(before);
  expect(await mails(db)).toHaveLength(1);
  expect(await db.selectFrom("payments").select("status").execute()).toEqual([{ status: "captured" }]);
});

test("a failed payment can be authorised and captured later", async () => {
  const { db, order } = await pendingOrder();
  const payment = capturedPayment(order);
  const failed = { ...payment, status: "failed", errorDescription: "Insufficient funds" } as const;
  expect(await applyPayment(db, failed, "webhook", NOW)).toEqual({
    outcome: "recorded",
    orderId: order.orderId,
  });
  expect((await read(db, order)).state).toBe("pending");
  await applyPayment(db, { ...payment, status: "authorized" }, "webhook", NOW);
  expect((await read(db, order)).state).toBe("pending");
  expect(await applyPayment(db, payment, "webhook", NOW)).toMatchObject({ outcome: "paid" });
});

test.each([
  ["amount", { amount: 24_999 }, "wrong_amount"],
  ["amount", { amount: 25_001 }, "wrong_amount"],
  ["currency", { currency: "USD" }, "wrong_currency"],
] as const)("a payment with another %s is refused, and logged once", async (_, forged, reason) => {
  const { db, order } = await pendingOrder();
  const payment = { ...capturedPayment(order), ...forged };
  for (let time = 0; time < 3; time += 1) {
    const outcome = await applyPayment(db, payment, "webhook", NOW);
    expect(outcome).toEqual({ outcome: "refused", orderId: order.orderId, reason });
  }
  expect((await read(db, order)).state).toBe("pending");
  const isBack = reason === "wrong_amount";
  expect(await events(db)).toEqual(["placed", ...(isBack ? ["refund_queued"] : []), "payment_refused"]);
  // It is on the order for staff, and what the shop cannot use goes back, as far as it is in rupees.
  expect((await findStaffOrder(db, order.orderId))!.payments).toMatchObject([
    { id: payment.id, amount: payment.amount, status: "captured", misfit: isBack ? "amount" : "currency" },
  ]);
  expect(await db.selectFrom("refunds").select(["amount", "reason", "status"]).execute()).toEqual(
    isBack ? [{ amount: payment.amount, reason: "wrong_amount", status: "queued" }] : [],
  );
});

test("a payment of another amount before the right one: the order is paid, and keeps only its own money", async () => {
  const { db, order, gateway } = await pendingOrder();
  const wrong = gateway.pay(capturedPayment(order, { amount: 100 }));
  await applyPayment(db, { ...wrong, status: "authorized" }, "webhook", NOW);
  expect(await db.selectFrom("payments").selectAll().execute()).toEqual([]);
  await applyPayment(db, wrong, "webhook", NOW);
  await applyPayment(db, gateway.pay(capturedPayment(order)), "webhook", NOW);
  expect(await readOrderMoney(db, order.orderId)).toMatchObject({ paid: 25_000, left: 25_000 });
  await processRefunds(db, gateway, NOW);
  await processRefunds(db, gateway, minutesLater(5));
  expect((await read(db, order)).state).toBe("paid");
  expect(await readOrderMoney(db, order.orderId)).toMatchObject({ paid: 25_000, left: 25_000 });
  expect((await findStaffOrder(db, order.orderId))!.payments.map(({ status }) => status)).toEqual([
    "refunded",
    "captured",
  ]);
});

test("a payment in another currency that is refunded in the dashboard is no money of the order's", async () => {
  const { db, order } = await pendingOrder();
  // The oldest first, whatever the gateway calls them.
  const dollars = capturedPayment(order, { id: "pay_z", currency: "USD" });
  await applyPayment(db, dollars, "webhook", NOW);
  await applyPayment(db, capturedPayment(order, { id: "pay_a" }), "webhook", NOW);
  const refund = {
    id: "rfnd_usd",
    paymentId: dollars.id,
    amount: dollars.amount,
    status: "processed",
  } as const;
  expect(await applyRefund(db, refund, NOW)).toBe(true);
  expect((await read(db, order)).state).toBe("paid");
  expect((await findStaffOrder(db, order.orderId))!.payments.map(({ status }) => status)).toEqual([
    "refunded",
    "captured",
  ]);
  expect(await db.selectFrom("refunds").selectAll().execute()).toEqual([]);
});

test("a payment of an unknown order is refused; one payment cannot pay two orders", async () => {
  const { db, order } = await pendingOrder();
  const payment = capturedPayment(order);
  expect(await applyPayment(db, { ...payment, orderId: "order_elsewhere" }, "webhook", NOW)).toEqual({
    outcome: "refused",
    orderId: null,
    reason: "unknown_order",
  });
  await applyPayment(db, payment, "webhook", NOW);
  const other = await createPendingOrder(db, new MemoryGateway(), { bookId: order.bookId, now: NOW });
  const replayed = await applyPayment(db, { ...payment, orderId: other.gatewayOrderId }, "webhook", NOW);
  expect(replayed).toEqual({ outcome: "refused", orderId: other.orderId, reason: "other_order" });
  expect((await read(db, other)).state).toBe("pending");
});

test("a second payment of a paid order is refunded", async () => {
  const { db, order } = await pendingOrder();
  await applyPayment(db, capturedPayment(order), "window", NOW);
  const outcome = await applyPayment(db, capturedPayment(order), "webhook", NOW);
  expect(outcome).toEqual({ outcome: "refunding", orderId: order.orderId, reason: "second_payment" });
  expect(await refunds(db)).toEqual([{ amount: order.total, reason: "second_payment", status: "queued" }]);
  expect(await mails(db)).toEqual([
    `order-confirmation:${order.orderId}`,
    expect.stringMatching(/^payment-refund:/),
  ]);
  expect(await read(db, order)).toMatchObject({ state: "paid", invoice_no: "KB/26-27/000001" });
  expect(await book(db, order)).toEqual({ stock: 4, sold_count: 1 });
});

test("an order that is not paid in time is cancelled, and its stock restored once", async () => {
  const { db, order } = await pendingOrder({ quantity: 3 });
  expect(await lapse(db, minutesLater(29))).toBe(0);
  expect(await lapse(db, minutesLater(30))).toBe(1);
  expect(await lapse(db, minutesLater(60))).toBe(0);
  expect(await read(db, order)).toMatchObject({
    state: "cancelled",
    cancel_reason: "payment_timeout",
    stock_held: 0,
  });
  expect(await book(db, order)).toEqual({ stock: 5, sold_count: 0 });
});

test("an order paid just before its deadline is not cancelled", async () => {
  const { db, order } = await pendingOrder({ quantity: 3 });
  await applyPayment(db, capturedPayment(order), "webhook", minutesLater(29));
  const cancelled = await db
    .transaction()
    .execute((trx) =>
      cancelPending(trx, order.orderId, "payment_timeout", { actor: "system" }, minutesLater(30)),
    );
  expect(cancelled).toBe(false);
  expect((await read(db, order)).state).toBe("paid");
  expect(await book(db, order)).toEqual({ stock: 2, sold_count: 3 });
});

test("a late payment revives a lapsed order if its books are in stock", async () => {
  const { db, order } = await pendingOrder({ quantity: 3 });
  await lapse(db, minutesLater(30));
  expect(await applyPayment(db, capturedPayment(order), "reconciler", minutesLater(90))).toMatchObject({
    outcome: "paid",
  });
  expect(await read(db, order)).toMatchObject({
    state: "paid",
    cancel_reason: null,
    cancelled_at: null,
    stock_held: 1,
  });
  expect(await book(db, order)).toEqual({ stock: 2, sold_count: 3 });
  expect(await events(db)).toEqual(["placed", "cancelled", "revived", "paid"]);
  expect((await readCart(db, { accountId: order.accountId })).lines).toEqual([]);
});

test("a late payment is refunded if the books are sold out, and the order stays cancelled", async () => {
  const { db, order } = await pendingOrder({ quantity: 3 });
  await lapse(db, minutesLater(30));
  await db.updateTable("books").set({ stock: 2 }).where("id", "=", order.bookId).execute();
  const payment = capturedPayment(order);
  const outcome = { outcome: "refunding", orderId: order.orderId, reason: "unserviceable" };
  expect(await applyPayment(db, payment, "webhook", minutesLater(90))).toEqual(outcome);
  expect(await read(db, order)).toMatchObject({
    state: "cancelled",
    cancel_reason: "unserviceable",
    invoice_no: null,
  });

  // The book is in stock again, but neither the same payment nor another one revives the order.
  await db.updateTable("books").set({ stock: 9 }).where("id", "=", order.bookId).execute();
  expect(await applyPayment(db, payment, "reconciler", minutesLater(91))).toMatchObject({
    outcome: "known",
    isPaid: false,
  });
  expect(await applyPayment(db, capturedPayment(order), "webhook", minutesLater(92))).toEqual(outcome);
  expect(await refunds(db)).toHaveLength(2);
  expect(await book(db, order)).toEqual({ stock: 9, sold_count: 0 });
  expect(await cartCount(db, { accountId: order.accountId })).toBe(3);
});

test("a payment of a superseded order is refunded; the newer order is not changed", async () => {
  const { db, order } = await pendingOrder({ quantity: 1 });
  await addToCart(db, { accountId: order.accountId }, { bookId: order.bookId, quantity: 1 });
  const addressId = await createAddress(db, order.accountId);
  const newer = await placeOrder(db, order.accountId, { addressId, gateway: "sandbox" }, NOW);
  expect(newer).toMatchObject({ ok: true, isNew: true });
  expect(await applyPayment(db, capturedPayment(order), "webhook", NOW)).toEqual({
    outcome: "refunding",
    orderId: order.orderId,
    reason: "order_cancelled",
  });
  expect(await book(db, order)).toEqual({ stock: 3, sold_count: 0 });
});

test("50 concurrent reports of one payment give one invoice, one mail and one change of the stock", async () => {
  const { db, order } = await pendingOrder();
  const payment = capturedPayment(order);
  const sources = ["window", "callback", "webhook", "reconciler"] as const;
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, n) => applyPayment(db, payment, sources[n % 4]!, NOW)),
  );
  expect(outcomes.filter((outcome) => outcome.outcome === "paid")).toHaveLength(1);
  expect(await mails(db)).toHaveLength(1);
  expect(await book(db, order)).toEqual({ stock: 4, sold_count: 1 });
  const counter = await db.selectFrom("invoice_counters").selectAll().execute();
  expect(counter).toEqual([{ financial_year: "26-27", last_number: 1 }]);
});

test("the confirmation mail has the order's number, total, invoice number and link", async () => {
  const { db, order } = await pendingOrder({ quantity: 2 });
  await applyPayment(db, capturedPayment(order), "webhook", NOW);
  const mail = await db.selectFrom("outgoing_mails").selectAll().executeTakeFirstOrThrow();
  const account = await db
    .selectFrom("accounts")
    .selectAll()
    .where("id", "=", order.accountId)
    .executeTakeFirstOrThrow();
  expect(mail.recipient).toBe(account.email);
  expect(mail.subject).toBe(`Kitab: order #${order.orderId} confirmed`);
  expect(mail.text_body).toContain("₹500.00");
  expect(mail.text_body).toContain("KB/26-27/000001");
  expect(mail.text_body).toContain(`/orders/${order.orderId}`);
});

test("invoice numbers follow the order of payments without gaps, and start again with the financial year", async () => {
  const { write: db } = await createTestDatabase();
  const gateway = new MemoryGateway();
  const times = [
    "2027-03-31T18:29:00Z",
    "2027-03-31T18:29:30Z",
    "2027-03-31T18:30:00Z",
    "2027-04-01T09:00:00Z",
  ];
  const numbers = [];
  for (const time of times) {
    const order = await createPendingOrder(db, gateway, {
      accountId: await createAccount(db),
      now: new Date(time),
    });
    await applyPayment(db, capturedPayment(order), "webhook", new Date(time));
    numbers.push((await read(db, order)).invoice_no);
  }
  expect(numbers).toEqual(["KB/26-27/000001", "KB/26-27/000002", "KB/27-28/000001", "KB/27-28/000002"]);
});
