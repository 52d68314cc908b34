import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createAccount } from "~/test/factories";
import { isOnPostgres } from "~/test/databases/postgres";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import {
  capturedPayment,
  createOrder,
  createOrderShop,
  orderRecords,
  type PlacedOrder,
  refundKey,
} from "~/test/orders";
import { onOneLine } from "~/test/mails";
import { applyPayment } from "../payments/apply-payment.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { cancelByCustomer, cancelByStaff } from "./cancellation.server";
import { markPacked } from "./fulfilment/fulfilment.server";
import { eventActor, eventWords } from "./desk/order-timeline";
import { ORDER_STATES, type OrderState } from "./orders";
import { findStaffOrder } from "./desk/staff-order.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const LATER = new Date("2026-11-21T06:10:00.000Z");

let db: Db;
let gateway: MemoryGateway;
let staffId: number;
let providerId: number;

beforeEach(async () => {
  ({ db, gateway, staffId, providerId } = await createOrderShop());
});

/** Two copies of a book that the shop has ten of. */
const make = (state: OrderState) =>
  createOrder(db, gateway, state, { now: NOW, staffId, providerId, book: { stock: 10 }, quantity: 2 });
const cancel = (order: PlacedOrder, reason = "") =>
  cancelByCustomer(db, { orderId: order.orderId, accountId: order.accountId, reason }, LATER);
const mailKeys = async (order: PlacedOrder) =>
  (await orderRecords(db, order)).mails.map((mail) => mail.dedupe_key);

describe.each(ORDER_STATES)("an order in state %s", (state) => {
  test("can be cancelled by its customer only until it is packed", async () => {
    const order = await make(state);
    const before = await orderRecords(db, order);
    const outcome = await cancel(order, "Bought it elsewhere");
    const after = await orderRecords(db, order);
    if (state !== "pending" && state !== "paid") {
      expect(outcome).toMatchObject({ ok: false, reason: "wrong_step" });
      expect(after).toEqual(before);
      return;
    }
    expect(outcome.ok).toBe(true);
    expect(after.row).toMatchObject({
      state: "cancelled",
      cancel_reason: "customer",
      cancelled_at: LATER.toISOString(),
      stock_held: 0,
    });
    expect(after.book).toEqual({ stock: 10, sold: 0 });
    expect(after.audit).toEqual([]);
    const [event] = after.events.filter(({ kind }) => kind === "cancelled");
    expect(event).toMatchObject({ actor: "customer", actor_account_id: order.accountId });
    expect(await cancel(order)).toEqual({
      ok: false,
      reason: "wrong_step",
      message: `Order #${order.orderId} is cancelled already`,
    });
    expect(await orderRecords(db, order)).toEqual(after);
  });
});

test("a cancelled paid order is refunded with a key from its receipt, and the mail says that the customer asked", async () => {
  const order = await make("paid");
  expect(await cancel(order, "Bought it elsewhere")).toEqual({
    ok: true,
    message: `Order #${order.orderId} is cancelled. We are returning ₹500.00 to you`,
  });
  const { row, refunds, mails } = await orderRecords(db, order);
  expect(refunds).toMatchObject([
    {
      amount: 50_000,
      reason: "cancellation",
      note: "",
      requested_by: null,
      idempotency_key: `cancellation_${row.receipt}`,
    },
  ]);
  expect(refunds[0]!.idempotency_key).toMatch(/^[A-Za-z0-9_-]{10,}$/);
  const mail = mails.at(-1)!;
  expect(mail).toMatchObject({ dedupe_key: `order-cancelled:${order.orderId}` });
  const text = onOneLine(mail.text_body);
  expect(text).toContain(`we have cancelled your order #${order.orderId}, as you asked.`);
  expect(text).toContain("We are returning ₹500.00 to the card or account you paid with.");
  expect(text).not.toContain("we had to cancel");
  expect(text).not.toContain("Bought it elsewhere");

  await processRefunds(db, gateway, LATER);
  const done = await orderRecords(db, order);
  expect(done.row.state).toBe("refunded");
  expect(done.book).toEqual({ stock: 10, sold: 0 });
  expect(gateway.refunded(order.paymentId)).toBe(50_000);
});

test("a cancellation refunds only what staff have not refunded already", async () => {
  const order = await make("paid");
  const part = { orderId: order.orderId, staffId, amount: 12_345, reason: "A dent", key: refundKey() };
  await refundByStaff(db, part, NOW);
  expect(await cancel(order)).toMatchObject({
    message: expect.stringContaining("returning ₹376.55"),
  });
  expect((await orderRecords(db, order)).refunds.map(({ amount }) => amount)).toEqual([12_345, 37_655]);
});

test("cancelling an unpaid order refunds nothing, and a later payment is refunded", async () => {
  const order = await make("pending");
  expect(await cancel(order)).toEqual({ ok: true, message: `Order #${order.orderId} is cancelled` });
  expect((await orderRecords(db, order)).mails.at(-1)!.text_body).toContain("You have not paid for it.");
  const payment = gateway.pay(capturedPayment(order));
  for (const source of ["webhook", "window", "webhook"] as const)
    await applyPayment(db, payment, source, LATER);
  const { row, book, refunds } = await orderRecords(db, order);
  expect(row).toMatchObject({ state: "cancelled", cancel_reason: "customer", paid_at: null });
  expect(book).toEqual({ stock: 10, sold: 0 });
  expect(refunds).toMatchObject([{ amount: 50_000, reason: "order_cancelled" }]);
  expect(await mailKeys(order)).toEqual([
    `order-cancelled:${order.orderId}`,
    expect.stringMatching(/^payment-refund:/),
  ]);
});

test("another customer's order is not found and not changed", async () => {
  const order = await make("paid");
  const stranger = await createAccount(db);
  const before = await orderRecords(db, order);
  for (const orderId of [order.orderId, 999]) {
    const outcome = await cancelByCustomer(db, { orderId, accountId: stranger, reason: "" }, LATER);
    expect(outcome).toMatchObject({ ok: false, reason: "not_found" });
  }
  expect(await orderRecords(db, order)).toEqual(before);
});

test("staff see who cancelled the order, and why", async () => {
  const order = await make("paid");
  await cancel(order, "Bought it elsewhere");
  const { events } = (await findStaffOrder(db, order.orderId))!;
  const event = events.find(({ kind }) => kind === "cancelled")!;
  expect(eventActor(event)).toBe("Meera Nair");
  expect(eventWords(event)).toEqual({
    what: "Cancelled",
    more: ["At the customer's request", "Reason: Bought it elsewhere"],
  });
});

describe("concurrent requests", () => {
  test.each(["pending", "paid"] as const)(
    "twenty cancellations of a %s order cancel it once",
    async (state) => {
      const order = await make(state);
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => cancel(order)));
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      const { book, refunds, events, mails } = await orderRecords(db, order);
      expect(book).toEqual({ stock: 10, sold: 0 });
      expect(refunds).toHaveLength(state === "paid" ? 1 : 0);
      expect(events.filter(({ kind }) => kind === "cancelled")).toHaveLength(1);
      expect(mails.filter(({ dedupe_key }) => dedupe_key.startsWith("order-cancelled"))).toHaveLength(1);
    },
  );

  test.each(["customer", "staff"] as const)(
    "packing and cancelling, the %s first: only one of them succeeds",
    async (first) => {
      const order = await make("paid");
      const pack = () => markPacked(db, { orderId: order.orderId, staffId }, LATER);
      const [one, two] =
        first === "customer"
          ? await Promise.all([cancel(order), pack()])
          : await Promise.all([pack(), cancel(order)]);
      expect(one.ok).not.toBe(two.ok);
      const { row, book, refunds } = await orderRecords(db, order);
      // On PostgreSQL who begins first may be second at the order.
      const [cancelling, packing] = first === "customer" ? [one, two] : [two, one];
      const isCancelled = cancelling.ok;
      expect(packing.ok).toBe(!isCancelled);
      expect(row.state).toBe(isCancelled ? "cancelled" : "packed");
      expect(book).toEqual(isCancelled ? { stock: 10, sold: 0 } : { stock: 8, sold: 2 });
      expect(refunds).toHaveLength(isCancelled ? 1 : 0);
      if (!isCancelled)
        expect(cancelling.message).toBe(
          `Order #${order.orderId} is packed already: it can no longer be cancelled`,
        );
    },
  );

  test("when customer and staff cancel, there is one cancellation and one refund", async () => {
    const order = await make("paid");
    const outcomes = await Promise.all([
      cancel(order),
      cancelByStaff(db, { orderId: order.orderId, staffId, note: "" }, LATER),
      cancel(order),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const { book, refunds } = await orderRecords(db, order);
    expect(book).toEqual({ stock: 10, sold: 0 });
    expect(refunds).toHaveLength(1);
  });

  test.each(["cancelling", "payment"] as const)(
    "a payment and a cancellation, the %s first: cancelled and refunded once",
    async (first) => {
      const order = await make("pending");
      const payment = gateway.pay(capturedPayment(order));
      const pay = () => applyPayment(db, payment, "webhook", LATER);
      await Promise.all(
        first === "payment" ? [pay(), cancel(order), pay(), cancel(order)] : [cancel(order), pay(), cancel(order), pay()], // oxfmt-ignore
      );
      const { row, book, refunds, events } = await orderRecords(db, order);
      expect(row).toMatchObject({ state: "cancelled", cancel_reason: "customer" });
      expect(book).toEqual({ stock: 10, sold: 0 });
      // On PostgreSQL they run beside each other, so either may be the first.
      const wasPaid = events.some(({ kind }) => kind === "paid");
      if (!isOnPostgres) expect(wasPaid).toBe(first === "payment");
      expect(refunds).toMatchObject([
        { amount: 50_000, reason: wasPaid ? "cancellation" : "order_cancelled" },
      ]);
      expect(events.filter(({ kind }) => kind === "cancelled")).toHaveLength(1);
      await processRefunds(db, gateway, LATER);
      expect(gateway.refunded(payment.id)).toBe(50_000);
      expect((await orderRecords(db, order)).book).toEqual({ stock: 10, sold: 0 });
    },
  );
});
