import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createDoorOrder, createWaitingOrder } from "~/test/door-orders";
import { createPendingOrder, createOrderShop, orderRecords, payOrder, refundKey } from "~/test/orders";
import { cancelByStaff } from "../orders/cancellation.server";
import { despatch, markPacked } from "../orders/fulfilment/fulfilment.server";
import { orderToJson } from "../orders/orders.json";
import { readOrder } from "../orders/orders.server";
import { lapse } from "../payments/lapse.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { confirmByStaff } from "./confirm-order.server";
import { readOrderMoney } from "../orders/money/order-money.server";
import { recordPaidBack } from "./pay-back.server";
import { recordCash, recordTransfer, type Received } from "./record-money.server";
import { takeBackCash } from "./take-back-cash.server";

const NOW = new Date("2026-11-27T06:00:00.000Z");
const LATER = new Date("2026-11-29T06:00:00.000Z");
const TODAY = "2026-11-27";

let shop: Awaited<ReturnType<typeof createOrderShop>>;
let db: Db;
beforeEach(async () => {
  shop = await createOrderShop();
  db = shop.db;
});

const BOOK = { book: { stock: 10, price: 30_000 }, quantity: 2, now: NOW };
const records = (order: {
  orderId: number;
  bookId: number;
  accountId: number;
  addressId: number;
  total: number;
}) => orderRecords(db, { ...order, gatewayOrderId: "" });

describe("cash at the door", () => {
  const cash = (orderId: number, given: Partial<Received> & { key?: string } = {}) =>
    recordCash(
      db,
      {
        orderId,
        staffId: shop.staffId,
        amount: 60_000,
        reference: "",
        receivedOn: TODAY,
        key: refundKey(),
        ...given,
      },
      NOW,
    );

  test("is recorded once for a form, and is money of the order", async () => {
    const order = await createDoorOrder(db, "delivered", { ...BOOK, staffId: shop.staffId });
    const key = refundKey();
    const outcomes = await Promise.all([cash(order.orderId, { key }), cash(order.orderId, { key })]);
    expect(outcomes).toEqual([
      { ok: true, message: `₹600.00 is recorded for order #${order.orderId}` },
      { ok: true, message: `₹600.00 is recorded for order #${order.orderId}` },
    ]);
    const { row, events, audit } = await records(order);
    expect(row.door_received).toBe(60_000);
    expect(events.filter(({ kind }) => kind === "cash_received")).toHaveLength(1);
    expect(audit.filter(({ action }) => action === "recorded cash for")).toHaveLength(1);
    const payments = await db.selectFrom("payments").selectAll().execute();
    expect(payments).toMatchObject([
      { gateway: "cash", amount: 60_000, status: "captured", received_on: TODAY },
    ]);
  });

  test("by two staff at once with their own forms: one does, the other is told that nothing is due", async () => {
    const order = await createDoorOrder(db, "delivered", { ...BOOK, staffId: shop.staffId });
    const outcomes = await Promise.all([cash(order.orderId), cash(order.orderId)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)!.message).toBe(
      `Nothing is due for order #${order.orderId} any more`,
    );
  });

  test("of less than is due is a question; of more it is refused", async () => {
    const order = await createDoorOrder(db, "shipped", { ...BOOK, staffId: shop.staffId });
    expect(await cash(order.orderId, { amount: 60_001 })).toMatchObject({
      ok: false,
      field: "amount",
      message: "At most ₹600.00 is due at the door",
    });
    const key = refundKey();
    expect(await cash(order.orderId, { amount: 50_000, key })).toMatchObject({
      ok: false,
      isQuestion: true,
      message: "₹600.00 is due. Record ₹500.00, and leave ₹100.00 open?",
    });
    expect(await cash(order.orderId, { amount: 50_000, key, isSure: true })).toMatchObject({ ok: true });
    expect(await cash(order.orderId, { amount: 10_000 })).toMatchObject({ ok: true });
    expect((await records(order)).row.door_received).toBe(60_000);
  });

  test("that came is not due any more, as the API says", async () => {
    const order = await createDoorOrder(db, "shipped", { ...BOOK, staffId: shop.staffId });
    const due = async () => {
      const json = orderToJson((await readOrder(db, order.orderId, "anybody"))!);
      expect(json.paymentMethod).toBe("Cash on delivery");
      return [json.dueAtDoor, json.stillDueAtDoor];
    };
    expect(await due()).toEqual([600, 600]);
    await cash(order.orderId, { amount: 50_000, isSure: true });
    expect(await due()).toEqual([600, 100]);
  });

  test("is not recorded for an order that is not confirmed, or not paid at the door", async () => {
    const pending = await createDoorOrder(db, "pending", { ...BOOK, staffId: shop.staffId });
    expect((await cash(pending.orderId)).message).toBe(`Order #${pending.orderId} is not confirmed yet`);
    const transfer = await createWaitingOrder(db, "transfer", BOOK);
    expect((await cash(transfer.orderId)).message).toBe(`Order #${transfer.orderId} is not paid at the door`);
  });

  const cashIds = async (orderId: number) =>
    (
      await db
        .selectFrom("payments")
        .select("gateway_payment_id as id")
        .where("order_id", "=", orderId)
        .where("gateway", "=", "cash")
        .orderBy("id")
        .execute()
    ).map(({ id }) => id);
  const takeBack = (orderId: number, payment: string) =>
    takeBackCash(db, { orderId, staffId: shop.staffId, payment, reason: "Another order's" }, NOW);

  test("of another order is taken back once, and is due again; its form records it no more", async () => {
    const order = await createDoorOrder(db, "delivered", { ...BOOK, staffId: shop.staffId });
    const other = await createDoorOrder(db, "delivered", { ...BOOK, staffId: shop.staffId });
    const key = refundKey();
    await cash(order.orderId, { key, reference: "R 1" });
    const [id] = await cashIds(order.orderId);
    expect(await takeBack(other.orderId, id!)).toMatchObject({ ok: false, reason: "not_found" });
    const outcomes = await Promise.all([takeBack(order.orderId, id!), takeBack(order.orderId, id!)]);
    expect(outcomes.map(({ message }) => message).toSorted()).toEqual([
      "The record of ₹600.00 is taken back: it is due at the door again",
      "The record of ₹600.00 was taken back already",
    ]);
    const { row, events, audit } = await records(order);
    expect(row.door_received).toBe(0);
    expect(await readOrderMoney(db, order.orderId)).toBeNull();
    expect(events.slice(-2).map(({ kind, detail }) => [kind, JSON.parse(detail)])).toMatchObject([
      ["cash_received", { amount: 60_000, reference: "R 1" }],
      ["cash_taken_back", { amount: 60_000, reference: "R 1", reason: "Another order's" }],
    ]);
    expect(audit.filter(({ action }) => action === "took back a record of cash for")).toHaveLength(1);
    expect((await cash(order.orderId, { key })).message).toBe(
      "The ₹600.00 of this form was taken back. Please open it again",
    );
    expect(await cash(order.orderId)).toMatchObject({ ok: true });
    expect((await records(order)).row.door_received).toBe(60_000);
  });

  test("is not taken back once some of it was refunded, and not at the same moment", async () => {
    const order = await createDoorOrder(db, "delivered", { ...BOOK, staffId: shop.staffId });
    await cash(order.orderId, { amount: 50_000, isSure: true });
    await cash(order.orderId, { amount: 10_000 });
    const [first, second] = await cashIds(order.orderId);
    const refund = { orderId: order.orderId, staffId: shop.staffId, reason: "Torn" };
    await refundByStaff(db, { ...refund, amount: 100, key: refundKey() }, NOW);
    expect((await takeBack(order.orderId, first!)).message).toBe(
      "The ₹500.00 was refunded, wholly or in part: its record stays",
    );
    const [, all] = await Promise.all([
      takeBack(order.orderId, second!),
      refundByStaff(db, { ...refund, amount: 59_900, key: refundKey() }, NOW),
    ]);
    const { row, refunds } = await records(order);
    const paidBack = refunds.reduce((sum, { amount }) => sum + amount, 0);
    expect([row.door_received, paidBack]).toEqual(all.ok ? [60_000, 60_000] : [50_000, 100]);
  });

  test("of an order that is over is not taken back", async () => {
    const order = await createDoorOrder(db, "packed", { ...BOOK, staffId: shop.staffId });
    await cash(order.orderId);
    const [id] = await cashIds(order.orderId);
    await db
      .updateTable("orders")
      .set({ state: "cancelled", cancel_reason: "staff", stock_held: 0 })
      .where("id", "=", order.orderId)
      .execute();
    expect((await takeBack(order.orderId, id!)).message).toBe(
      `Order #${order.orderId} is cancelled: its records stay`,
    );
  });

  test("is paid back by hand: never sent to a gateway, and the order is refunded when all is back", async () => {
    const order = await createDoorOrder(db, "delivered", { ...BOOK, staffId: shop.staffId });
    await cash(order.orderId);
    const request = { orderId: order.orderId, staffId: shop.staffId };
    await refundByStaff(db, { ...request, amount: "full", reason: "Torn", key: refundKey() }, NOW);
    expect(await processRefunds(db, shop.gateway, LATER)).toBe(0);
    const { refunds, mails } = await records(order);
    expect(refunds).toMatchObject([{ amount: 60_000, status: "queued" }]);
    expect(
      mails.find(({ dedupe_key }) => dedupe_key.startsWith("refund:"))!.text_body.replace(/\s+/g, " "),
    ).toContain("If we need your account or UPI id");
    const paying = { ...request, refundId: refunds[0]!.id, how: "UPI 4312" };
    const outcomes = await Promise.all([
      recordPaidBack(db, paying, LATER),
      recordPaidBack(db, paying, LATER),
    ]);
    expect(outcomes.map(({ message }) => message).toSorted()).toEqual([
      `₹600.00 of order #${order.orderId} is paid back`,
      "₹600.00 was recorded as paid back already",
    ]);
    const after = await records(order);
    expect(after.row.state).toBe("refunded");
    expect(after.refunds).toMatchObject([{ status: "processed", paid_back: "UPI 4312" }]);
    // Shipped books come back by a return, not by the refund.
    expect(after.book).toEqual({ stock: 8, sold: 0 });
  });

  test("a refund of what was paid online and at the door is split: the online part goes to the gateway", async () => {
    const order = await createPendingOrder(db, shop.gateway, BOOK);
    await db
      .updateTable("orders")
      .set({ payment_way: "cod", due_at_door: 45_000 })
      .where("id", "=", order.orderId)
      .execute();
    await payOrder(db, shop.gateway, { ...order, total: 15_000 }, { now: NOW });
    await db
      .updateTable("orders")
      .set({ state: "delivered", shipped_at: NOW.toISOString() })
      .where("id", "=", order.orderId)
      .execute();
    await cash(order.orderId, { amount: 45_000 });
    const request = { orderId: order.orderId, staffId: shop.staffId };
    const key = refundKey();
    const refund = { ...request, amount: 20_000, reason: "Torn", key } as const;
    expect(await refundByStaff(db, refund, NOW)).toMatchObject({ ok: true });
    expect(await refundByStaff(db, refund, NOW)).toMatchObject({ ok: true });
    const { refunds, row } = await records(order);
    expect(refunds.map(({ amount, status }) => [amount, status])).toEqual([
      [15_000, "queued"],
      [5_000, "queued"],
    ]);
    expect(await processRefunds(db, shop.gateway, LATER)).toBe(1);
    expect(row.state).toBe("delivered");
    const more = { ...request, amount: 40_001, reason: "Torn", key: refundKey() };
    expect(await refundByStaff(db, more, NOW)).toMatchObject({
      ok: false,
      message: "At most ₹400.00 can be refunded",
    });
  });

  test.each([
    ["paid", "refunded", { stock: 10, sold: 0 }],
    ["shipped", "shipped", { stock: 8, sold: 2 }],
  ] as const)("a refund of what was paid before, of an order that is %s", async (state, after, book) => {
    const order = await createPendingOrder(db, shop.gateway, BOOK);
    await db
      .updateTable("orders")
      .set({ payment_way: "cod", due_at_door: 45_000 })
      .where("id", "=", order.orderId)
      .execute();
    await payOrder(db, shop.gateway, { ...order, total: 15_000 }, { now: NOW });
    const request = { orderId: order.orderId, staffId: shop.staffId };
    if (state === "shipped") {
      await markPacked(db, request, NOW);
      await despatch(db, { ...request, providerId: shop.providerId, trackingNo: "AWB 1" }, NOW);
    }
    await refundByStaff(db, { ...request, amount: "full", reason: "Late", key: refundKey() }, NOW);
    await processRefunds(db, shop.gateway, LATER);
    const now = await records(order);
    // The rest of a parcel that was sent is due at the door.
    expect([now.row.state, now.book]).toEqual([after, book]);
  });
});

describe("a transfer to the shop", () => {
  const transfer = (orderId: number, given: Partial<Received> = {}, now = NOW) =>
    recordTransfer(
      db,
      { orderId, staffId: shop.staffId, amount: 60_000, reference: "UTR 77", receivedOn: TODAY, ...given },
      now,
    );

  test("of the order's total pays it: number, bill and mails", async () => {
    const order = await createWaitingOrder(db, "transfer", BOOK);
    expect(await transfer(order.orderId)).toEqual({ ok: true, message: `Order #${order.orderId} is paid` });
    const { row, events, book, mails } = await records(order);
    expect(row).toMatchObject({ state: "paid", invoice_no: expect.stringContaining("000001") });
    expect(book).toEqual({ stock: 8, sold: 2 });
    expect(events.map(({ kind, actor }) => [kind, actor])).toEqual([
      ["placed", "customer"],
      ["transfer_received", "staff"],
      ["paid", "staff"],
    ]);
    expect(mails.some(({ dedupe_key }) => dedupe_key.startsWith("order-confirmation"))).toBe(true);
    expect(await transfer(order.orderId, { reference: "utr77" })).toMatchObject({
      ok: false,
      field: "reference",
      message: "This transfer is recorded for the order already",
    });
  });

  test("of another amount is a question; a part leaves the order waiting, and it does not lapse", async () => {
    const order = await createWaitingOrder(db, "transfer", BOOK);
    expect(await transfer(order.orderId, { amount: 50_000 })).toMatchObject({
      ok: false,
      isQuestion: true,
      field: "amount",
      message: `₹600.00 is open for order #${order.orderId}. Is ₹500.00 right?`,
    });
    expect((await records(order)).row.state).toBe("pending");
    expect(await transfer(order.orderId, { amount: 50_000, isSure: true })).toEqual({
      ok: true,
      message: `₹500.00 is recorded; order #${order.orderId} waits for ₹100.00 more`,
    });
    await lapse(db, LATER);
    expect((await records(order)).row.state).toBe("pending");
    expect(await transfer(order.orderId, { amount: 10_000, reference: "UTR 78" })).toMatchObject({
      ok: true,
    });
    expect((await records(order)).row.state).toBe("paid");
  });

  test("of too much pays the order, and the rest can be refunded by hand", async () => {
    const order = await createWaitingOrder(db, "transfer", BOOK);
    expect(await transfer(order.orderId, { amount: 70_000, isSure: true })).toEqual({
      ok: true,
      message: `Order #${order.orderId} is paid. ₹100.00 too much can be refunded there`,
    });
    const request = { orderId: order.orderId, staffId: shop.staffId };
    await refundByStaff(db, { ...request, amount: 10_000, reason: "Too much", key: refundKey() }, NOW);
    const { refunds } = await records(order);
    await recordPaidBack(db, { ...request, refundId: refunds[0]!.id, how: "NEFT 9" }, NOW);
    expect((await records(order)).row.state).toBe("paid");
  });

  test("that another order has is a question", async () => {
    const [first, second] = [
      await createWaitingOrder(db, "transfer", BOOK),
      await createWaitingOrder(db, "transfer", BOOK),
    ];
    await transfer(first.orderId);
    expect(await transfer(second.orderId)).toMatchObject({ ok: false, isQuestion: true, field: "reference" });
    expect(await transfer(second.orderId, { isSure: true })).toMatchObject({ ok: true });
  });

  test("that comes after the order lapsed revives it while the books are there, else is to be paid back", async () => {
    const order = await createWaitingOrder(db, "transfer", BOOK);
    await lapse(db, LATER);
    expect((await records(order)).book).toEqual({ stock: 10, sold: 0 });
    await transfer(order.orderId, { isSure: true }, LATER);
    expect((await records(order)).row.state).toBe("paid");
    expect((await records(order)).book).toEqual({ stock: 8, sold: 2 });

    const late = await createWaitingOrder(db, "transfer", BOOK);
    await lapse(db, LATER);
    await db.updateTable("books").set({ stock: 1 }).where("id", "=", late.bookId).execute();
    expect(await transfer(late.orderId, { isSure: true }, LATER)).toMatchObject({
      ok: true,
      message: expect.stringContaining("please pay it back"),
    });
    const { row, refunds } = await records(late);
    expect([row.state, refunds.map(({ amount, reason }) => [amount, reason])]).toEqual([
      "cancelled",
      [[60_000, "unserviceable"]],
    ]);
  });

  test("that is too small for an order that lapsed is told as too late, not as sold out", async () => {
    const order = await createWaitingOrder(db, "transfer", BOOK);
    await lapse(db, LATER);
    await transfer(order.orderId, { amount: 10_000, isSure: true }, LATER);
    const { refunds, mails } = await records(order);
    expect(refunds.map(({ amount, reason }) => [amount, reason])).toEqual([[10_000, "order_cancelled"]]);
    const mail = mails.find(({ dedupe_key }) => dedupe_key.startsWith("payment-refund"))!;
    const text = mail.text_body.replace(/\s+/g, " ");
    expect(text).toContain("Your payment arrived after this order had been cancelled.");
    expect(text).toContain("If we need your account or UPI id for it, we will ask you.");
  });

  test("of a part is paid back when the order is cancelled", async () => {
    const order = await createWaitingOrder(db, "transfer", BOOK);
    await transfer(order.orderId, { amount: 50_000, isSure: true });
    await cancelByStaff(db, { orderId: order.orderId, staffId: shop.staffId, note: "" }, NOW);
    const { refunds, row } = await records(order);
    expect([row.state, refunds.map(({ amount, status }) => [amount, status])]).toEqual([
      "cancelled",
      [[50_000, "queued"]],
    ]);
  });

  test("cannot be recorded for an order that is paid otherwise", async () => {
    const order = await createWaitingOrder(db, "cod", BOOK);
    expect((await transfer(order.orderId)).message).toBe(
      `Order #${order.orderId} is not paid by transfer to the shop`,
    );
    expect((await confirmByStaff(db, { orderId: order.orderId, staffId: shop.staffId }, NOW)).ok).toBe(true);
  });
});
