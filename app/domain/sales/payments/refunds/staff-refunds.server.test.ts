import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import {
  capturedPayment,
  createOrder,
  createOrderShop,
  createPendingOrder,
  orderRecords,
  refundKey,
} from "~/test/orders";
import { minutesAfter } from "~/test/time";
import { cancelByStaff } from "~/domain/sales/orders/cancellation.server";
import type { OrderState } from "~/domain/sales/orders/orders";
import { findOrder } from "~/domain/sales/orders/orders.server";
import { findStaffOrder } from "~/domain/sales/orders/desk/staff-order.server";
import { applyPayment } from "~/domain/sales/payments/apply-payment.server";
import { GatewayError } from "~/domain/sales/gateways/gateway.server";
import { applyRefund } from "./refund-news.server";
import { processRefunds } from "./refunds.server";
import { refundByStaff, retryRefund } from "./staff-refunds.server";
import { ordersWithStuckRefunds } from "~/domain/sales/orders/money/stuck-refunds.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const minutesLater = minutesAfter(NOW);

let db: Db;
let gateway: MemoryGateway;
let staffId: number;

beforeEach(async () => {
  ({ db, gateway, staffId } = await createOrderShop());
});

const make = (state: OrderState, quantity = 2) =>
  createOrder(db, gateway, state, { now: NOW, staffId, book: { stock: 10 }, quantity });
type Made = Awaited<ReturnType<typeof make>>;

const refund = (order: Made, amount: number, more: { key?: string; reason?: string } = {}) =>
  refundByStaff(
    db,
    { orderId: order.orderId, staffId, amount, reason: "Torn pages", key: refundKey(), ...more },
    NOW,
  );
const statuses = async (order: Made) => (await orderRecords(db, order)).refunds.map((row) => row.status);

describe("a refund by staff", () => {
  test("can be partial; each is mailed, logged and audited once, until the order is refunded", async () => {
    const order = await make("delivered");
    expect(await refund(order, 12_300)).toEqual({
      ok: true,
      message: `₹123.00 of order #${order.orderId} is being refunded`,
    });
    await processRefunds(db, gateway, NOW);
    const partly = await orderRecords(db, order);
    expect(partly.row.state).toBe("delivered");
    expect(partly.book).toEqual({ stock: 8, sold: 2 });

    await refund(order, 37_700, { reason: "All of it after all" });
    expect((await orderRecords(db, order)).row.state).toBe("delivered");
    await processRefunds(db, gateway, NOW);
    const { row, book, refunds, mails, events, audit } = await orderRecords(db, order);
    expect(row.state).toBe("refunded");
    // The books are with the customer: they no longer count as sold, but are not back in stock.
    expect(book).toEqual({ stock: 8, sold: 0 });
    expect(refunds).toMatchObject([
      { amount: 12_300, reason: "staff", note: "Torn pages", requested_by: staffId, status: "processed" },
      { amount: 37_700, reason: "staff", note: "All of it after all", status: "processed" },
    ]);
    const refundMails = mails.filter((mail) => mail.dedupe_key.startsWith("refund:"));
    expect(refundMails.map((mail) => mail.dedupe_key)).toEqual(refunds.map(({ id }) => `refund:${id}`));
    expect(refundMails[0]!.text_body).toContain("Amount: ₹123.00");
    expect(refundMails[0]!.text_body).toContain("Reason: Torn pages");
    const queued = events.filter((event) => event.kind === "refund_queued");
    expect(queued).toMatchObject([
      { actor: "staff", actor_account_id: staffId },
      { actor: "staff", actor_account_id: staffId },
    ]);
    expect(events.filter((event) => event.kind === "refunded")).toHaveLength(1);
    expect(audit.slice(-2).map((entry) => JSON.parse(entry.after) as unknown)).toEqual([
      { "Left of the payment": "₹377.00", Refund: "₹123.00", Reason: "Torn pages" },
      { "Left of the payment": "₹0.00", Refund: "₹377.00", Reason: "All of it after all" },
    ]);
  });

  test("of a whole order that was not shipped puts its books back into stock", async () => {
    const order = await make("packed");
    await refund(order, order.total);
    await processRefunds(db, gateway, NOW);
    const { row, book } = await orderRecords(db, order);
    expect(row).toMatchObject({ state: "refunded", stock_held: 0 });
    expect(book).toEqual({ stock: 10, sold: 0 });
  });

  test("never exceeds what is left after other refunds", async () => {
    const order = await make("paid");
    await refund(order, 20_000);
    expect(await refund(order, 30_001)).toEqual({
      ok: false,
      reason: "invalid",
      field: "amount",
      message: "At most ₹300.00 can be refunded",
    });
    // Made in the gateway's dashboard.
    const news = {
      id: "rfnd_there",
      paymentId: order.paymentId,
      amount: 25_000,
      status: "processed",
    } as const;
    await applyRefund(db, news, NOW);
    expect(await refund(order, 5_001)).toMatchObject({ message: "At most ₹50.00 can be refunded" });
    expect(await refund(order, 5_000)).toMatchObject({ ok: true });
    expect(await refund(order, 100)).toEqual({
      ok: false,
      reason: "wrong_step",
      message: `Order #${order.orderId} has nothing left to refund`,
    });
  });

  test("is made once when the form is posted again, and refused with another amount and the same key", async () => {
    const order = await make("paid");
    const key = refundKey();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => refund(order, 10_000, { key })));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(outcomes[0]!.ok).toBe(true);
    expect(await refund(order, 20_000, { key })).toMatchObject({ ok: false, reason: "wrong_step" });
    const { refunds, mails, audit } = await orderRecords(db, order);
    expect(refunds).toHaveLength(1);
    expect(refunds[0]!.idempotency_key).toBe(`refund_${order.orderId}_${key}`);
    expect(mails.filter((mail) => mail.dedupe_key.startsWith("refund:"))).toHaveLength(1);
    expect(audit).toHaveLength(1);

    // The same key for another order is another refund.
    const other = await make("paid");
    expect((await refund(other, 10_000, { key })).ok).toBe(true);
  });

  test("concurrent refunds cannot exceed the payment", async () => {
    const order = await make("paid");
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => refund(order, 20_000)));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(2);
    await processRefunds(db, gateway, NOW);
    expect(gateway.refunded(order.paymentId)).toBe(40_000);
  });

  test.each(["pending", "refunded"] as const)("is refused for a %s order", async (state) => {
    const order = await make(state);
    const before = await orderRecords(db, order);
    expect(await refund(order, 100)).toMatchObject({ ok: false, reason: "wrong_step" });
    expect(await orderRecords(db, order)).toEqual(before);
    expect(
      await refundByStaff(db, { orderId: 999, staffId, amount: 100, reason: "x", key: refundKey() }),
    ).toMatchObject({ reason: "not_found" });
  });

  test("is shown to the customer while it is queued", async () => {
    const order = await make("shipped");
    await refund(order, 12_300);
    expect((await findOrder(db, order.accountId, order.orderId))!.refunds).toMatchObject([
      { amount: 12_300, status: "queued", reason: "staff" },
    ]);
  });
});

describe("a refund that the gateway created but could not carry out", () => {
  async function failed(amount = 20_000) {
    const order = await make("paid");
    gateway.refundStatus = "pending";
    await refund(order, amount);
    await processRefunds(db, gateway, NOW);
    const { refunds } = await orderRecords(db, order);
    const row = refunds[0]!;
    const news = {
      id: row.gateway_refund_id!,
      paymentId: order.paymentId,
      amount,
      status: "failed",
    } as const;
    gateway.settleRefund(news.id, "failed");
    await applyRefund(db, news, NOW);
    gateway.refundStatus = "processed";
    const retry = (refundId = row.id) =>
      retryRefund(db, { orderId: order.orderId, staffId, refundId }, minutesLater(5));
    return { order, row, news, retry };
  }

  test("is tried again by staff with a new key, once", async () => {
    const { order, row, retry } = await failed();
    expect(await ordersWithStuckRefunds(db)).toEqual([order.orderId]);
    expect((await findStaffOrder(db, order.orderId))!.refunds).toMatchObject([{ isStuck: true }]);
    expect((await findOrder(db, order.accountId, order.orderId))!.refunds).toMatchObject([
      { status: "failed" },
    ]);

    const outcomes = await Promise.all(Array.from({ length: 10 }, () => retry()));
    expect(outcomes.filter((outcome) => outcome.ok)).toEqual([
      { ok: true, message: "The refund of ₹200.00 is being tried again" },
    ]);
    expect(await ordersWithStuckRefunds(db)).toEqual([]);
    await processRefunds(db, gateway, minutesLater(5));
    const { refunds, mails, events, audit } = await orderRecords(db, order);
    expect(refunds).toMatchObject([
      { id: row.id, status: "failed" },
      { status: "processed", retry_of: row.id, note: "Torn pages", requested_by: staffId },
    ]);
    expect(refunds[1]!.idempotency_key).not.toBe(row.idempotency_key);
    expect(gateway.refunded(order.paymentId)).toBe(20_000);
    // The customer got a mail with the first try; the second sends none.
    expect(mails.filter((mail) => mail.dedupe_key.startsWith("refund:"))).toHaveLength(1);
    expect((await findOrder(db, order.accountId, order.orderId))!.refunds).toMatchObject([
      { status: "processed" },
    ]);
    expect(events.find((event) => event.kind === "refund_retried")).toMatchObject({ actor: "staff" });
    expect(audit.at(-1)!.action).toBe("tried again a refund of");
  });

  test("is not repeated when it was processed after all", async () => {
    const { order, row, retry } = await failed();
    await retry();
    gateway.settleRefund(row.gateway_refund_id!, "processed");
    await processRefunds(db, gateway, minutesLater(5));
    const { refunds } = await orderRecords(db, order);
    expect(refunds).toMatchObject([{ status: "processed" }, { status: "failed", gateway_refund_id: null }]);
    expect(gateway.refunds.size).toBe(1);
    expect(gateway.refunded(order.paymentId)).toBe(20_000);
    // The cancelled retry does not need to be tried again.
    expect(await ordersWithStuckRefunds(db)).toEqual([]);
    expect(await retry(refunds[1]!.id)).toMatchObject({ ok: false });
    expect(await processRefunds(db, gateway, minutesLater(600))).toBe(0);
  });

  test("is not repeated when a webhook reports it as processed before the retry", async () => {
    const { order, news, retry } = await failed();
    await retry();
    await applyRefund(db, { ...news, status: "processed" }, minutesLater(5));
    expect(await statuses(order)).toEqual(["processed", "failed"]);
    expect(await processRefunds(db, gateway, minutesLater(6))).toBe(0);
    expect(gateway.refunds.size).toBe(1);
  });

  test("delays the retry while it is pending again", async () => {
    const { order, row, retry } = await failed();
    await retry();
    gateway.refunds.set(row.gateway_refund_id!, {
      ...gateway.refunds.get(row.gateway_refund_id!)!,
      status: "pending",
    });
    await processRefunds(db, gateway, minutesLater(5));
    expect(await statuses(order)).toEqual(["failed", "queued"]);
    gateway.settleRefund(row.gateway_refund_id!, "failed");
    await processRefunds(db, gateway, minutesLater(10));
    expect(await statuses(order)).toEqual(["failed", "processed"]);
    expect(gateway.refunded(order.paymentId)).toBe(20_000);
  });

  test("is not repeated when its money was refunded otherwise since", async () => {
    const { order, retry } = await failed(50_000);
    expect((await refund(order, 50_000)).ok).toBe(true);
    expect(await retry()).toEqual({
      ok: false,
      reason: "wrong_step",
      message: "The refund of ₹500.00 does not need to be tried again",
    });
    expect(await ordersWithStuckRefunds(db)).toEqual([]);
  });

  test("is not found under another order; a refund that has not failed is refused", async () => {
    const { row } = await failed();
    const other = await make("paid");
    await refund(other, 10_000);
    const { refunds } = await orderRecords(db, other);
    const ask = (refundId: number) => retryRefund(db, { orderId: other.orderId, staffId, refundId }, NOW);
    expect(await ask(row.id)).toMatchObject({ ok: false, reason: "not_found" });
    expect(await ask(999)).toMatchObject({ ok: false, reason: "not_found" });
    expect(await ask(refunds[0]!.id)).toMatchObject({ ok: false, reason: "wrong_step" });
  });
});

describe("a refund that the gateway refused", () => {
  /** A refund that failed after eight refusals. @param refuse what the gateway does instead of refunding */
  async function refused(refuse: (gateway: MemoryGateway) => MemoryGateway["refund"]) {
    const order = await make("paid");
    await refund(order, 20_000);
    const refusing = Object.create(gateway) as MemoryGateway;
    refusing.refund = refuse(gateway);
    for (let n = 0; n < 12; n += 1) await processRefunds(db, refusing, minutesLater(n * 400));
    const [row] = (await orderRecords(db, order)).refunds;
    expect(row).toMatchObject({ status: "failed", gateway_refund_id: null });
    return { order, row: row! };
  }
  const LATER = minutesLater(12 * 400);

  test("is tried again with the same key", async () => {
    const { order, row } = await refused(() => async () => {
      throw new GatewayError("refused", "Your account does not have enough balance", 400);
    });
    const retry = () => retryRefund(db, { orderId: order.orderId, staffId, refundId: row.id }, LATER);
    const outcomes = await Promise.all([retry(), retry(), retry()]);
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    await processRefunds(db, gateway, LATER);
    const { refunds } = await orderRecords(db, order);
    expect(refunds).toMatchObject([
      { id: row.id, status: "processed", idempotency_key: row.idempotency_key, last_error: null },
    ]);
  });

  test("is found by its key, not made again, if an earlier call had succeeded", async () => {
    let isFirst = true;
    const { order, row } = await refused((real) => async (request) => {
      if (isFirst) await real.refund(request); // the answer is lost
      isFirst = false;
      throw new GatewayError("refused", "No", 400);
    });
    await retryRefund(db, { orderId: order.orderId, staffId, refundId: row.id }, LATER);
    await processRefunds(db, gateway, LATER);
    expect(await statuses(order)).toEqual(["processed"]);
    expect(gateway.refunds.size).toBe(1);
  });
});

describe("together with webhooks", () => {
  test("a second payment of an order cancelled since is refunded with the reason 'order cancelled'", async () => {
    const order = await make("paid");
    await cancelByStaff(db, { orderId: order.orderId, staffId, note: "" }, NOW);
    const second = gateway.pay(capturedPayment(order));
    expect(await applyPayment(db, second, "webhook", NOW)).toMatchObject({ reason: "order_cancelled" });
    await processRefunds(db, gateway, NOW);
    const { row, refunds, book } = await orderRecords(db, order);
    expect(refunds.map((one) => `${one.reason} ${one.amount}`)).toEqual([
      "cancellation 50000",
      "order_cancelled 50000",
    ]);
    expect(row.state).toBe("refunded");
    expect(book).toEqual({ stock: 10, sold: 0 });
  });

  test("late and repeated news of the payment change nothing about a cancelled or refunded order", async () => {
    for (const state of ["cancelled", "refunded"] as const) {
      const order = await make(state);
      const before = await orderRecords(db, order);
      const payment = gateway.payments.get(order.paymentId)!;
      for (const status of ["captured", "authorized", "failed", "captured"] as const) {
        await applyPayment(db, { ...payment, status }, "webhook", NOW);
      }
      expect(await orderRecords(db, order)).toEqual(before);
    }
  });

  test("a payment of an order that staff cancelled unpaid is refunded; the order stays cancelled", async () => {
    const placed = await createPendingOrder(db, gateway, { book: { stock: 10 }, quantity: 2, now: NOW });
    await cancelByStaff(db, { orderId: placed.orderId, staffId, note: "" }, NOW);
    const payment = gateway.pay(capturedPayment(placed));
    expect(await applyPayment(db, payment, "webhook", NOW)).toMatchObject({ reason: "order_cancelled" });
    await processRefunds(db, gateway, NOW);
    const { row, book, refunds } = await orderRecords(db, placed);
    expect(row).toMatchObject({ state: "cancelled", cancel_reason: "staff", paid_at: null });
    expect(book).toEqual({ stock: 10, sold: 0 });
    expect(refunds).toMatchObject([{ reason: "order_cancelled", status: "processed" }]);
  });

  test("news of a refund repeated five times gives one refund, one log entry and one mail", async () => {
    const order = await make("paid");
    const news = {
      id: "rfnd_there",
      paymentId: order.paymentId,
      amount: 10_000,
      status: "processed",
    } as const;
    for (let n = 0; n < 5; n += 1) await applyRefund(db, news, NOW);
    const { refunds, events, mails } = await orderRecords(db, order);
    expect(refunds).toHaveLength(1);
    expect(events.filter((event) => event.kind === "refund_processed")).toHaveLength(1);
    expect(mails.filter((mail) => mail.dedupe_key.startsWith("refund:"))).toHaveLength(1);
  });

  test("a second payment refunded by hand after the automatic refund failed does not change the order", async () => {
    const order = await make("paid");
    const second = gateway.pay(capturedPayment(order));
    await applyPayment(db, second, "webhook", NOW);
    gateway.refundStatus = "failed";
    await processRefunds(db, gateway, NOW);
    const news = {
      id: "rfnd_by_hand",
      paymentId: second.id,
      amount: order.total,
      status: "processed",
    } as const;
    await applyRefund(db, news, NOW);
    const { row, refunds } = await orderRecords(db, order);
    expect(row.state).toBe("paid");
    expect(refunds).toMatchObject([
      { reason: "second_payment", status: "failed" },
      { reason: "second_payment", status: "processed" },
    ]);
    expect(await ordersWithStuckRefunds(db)).toEqual([]);
    expect(await refund(order, order.total)).toMatchObject({ ok: true });
  });

  test("a refund of the order uses the payment that paid it, not the one reported first", async () => {
    const order = await make("pending");
    const early = gateway.pay(capturedPayment(order));
    await applyPayment(db, { ...early, status: "authorized" }, "webhook", NOW);
    const kept = gateway.pay(capturedPayment(order));
    await applyPayment(db, kept, "webhook", NOW);
    await applyPayment(db, early, "webhook", NOW); // a second payment: refunded automatically
    expect((await refund(order, order.total)).ok).toBe(true);
    await processRefunds(db, gateway, NOW);
    expect([gateway.refunded(early.id), gateway.refunded(kept.id)]).toEqual([order.total, order.total]);
    expect((await orderRecords(db, order)).row.state).toBe("refunded");
  });

  test("a webhook that arrives before the answer is lost is not undone by the failed call", async () => {
    const order = await make("paid");
    await refund(order, 10_000);
    const lossy = Object.create(gateway) as MemoryGateway;
    lossy.refund = async (request) => {
      const made = await gateway.refund(request);
      await applyRefund(db, made, NOW);
      throw new GatewayError("unavailable", "The gateway is down");
    };
    await processRefunds(db, lossy, NOW);
    expect(await statuses(order)).toEqual(["processed"]);
    const { events } = await orderRecords(db, order);
    expect(events.filter((event) => event.kind === "refund_processed")).toHaveLength(1);
  });
});
