import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createBook } from "~/test/factories";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import {
  capturedPayment,
  createOrder,
  createOrderShop,
  createPaidOrder,
  createPendingOrder,
  payOrder,
  refundKey,
} from "~/test/orders";
import { createEndpoint, storedDeliveries } from "~/test/servers/webhook-endpoints";
import { bookChangedJson, stockLowJson } from "~/domain/catalogue/books/record/book-events.json";
import { setHidden } from "~/domain/catalogue/books/book-visibility.server";
import { updateBook } from "~/domain/catalogue/books/record/save-book.server";
import { optionalFieldsOf } from "~/domain/catalogue/books/book";
import { findEditableBook } from "~/domain/catalogue/books/staff/staff-books.server";
import { applyPayment } from "../payments/apply-payment.server";
import { lapse } from "../payments/lapse.server";
import { applyRefund } from "~/domain/sales/payments/refunds/refund-news.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { cancelByCustomer, cancelByStaff } from "./cancellation.server";
import { editOrderSchema } from "./edit/edit-order.schema";
import { editOrder } from "./edit/edit-order.server";
import { orderVersion } from "./edit/order-version.server";
import { despatch, markDelivered, markPacked } from "./fulfilment/fulfilment.server";
import { orderEventJson, orderRefundedJson, parcelEventJson } from "./order-webhooks.json";
import { recordParcelDelivered } from "./parcels/record-parcel.server";
import { sendParcel } from "./parcels/send-parcel.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");

let db: Db;
let gateway: MemoryGateway;
let staffId: number;
let providerId: number;

beforeEach(async () => {
  ({ db, gateway, staffId, providerId } = await createOrderShop({ carrier: "India Post" }));
  await createEndpoint(db, { staffId });
});

/** The types of the events so far, and their data. */
async function events() {
  const deliveries = await storedDeliveries(db);
  return {
    types: deliveries.map(({ type }) => type),
    data: deliveries.map(({ body }) => body.data as unknown),
  };
}
const lastData = async () => (await events()).data.at(-1);
/** A book that never gets low in stock, so that orders are told about alone. */
const PLENTY = { book: { title: "Gora", price: 50_000, stock: 100 }, now: NOW };

describe("orders", () => {
  test("a payment that is reported several times is told once, with the order as the API names it", async () => {
    const order = await createPendingOrder(db, gateway, { ...PLENTY, quantity: 2 });
    const payment = gateway.pay(capturedPayment(order));
    await applyPayment(db, payment, "window", NOW);
    await applyPayment(db, payment, "webhook", NOW);
    await applyPayment(db, payment, "reconciler", NOW);
    // The customer paid twice: the second payment is refunded, and is no news to others.
    await payOrder(db, gateway, order, { now: NOW });
    await processRefunds(db, gateway, NOW);
    expect((await events()).types).toEqual(["order.paid"]);
    const told = orderEventJson.parse(await lastData());
    expect(told.order).toMatchObject({
      id: order.orderId,
      status: "Payment made",
      items: [{ id: order.bookId, title: "Gora", orderprice: 500, orderqty: 2 }],
      subtotal: 1000,
      total: 1000,
      paid: 1000,
      refundable: 1000,
      paidAt: NOW.toISOString(),
      address: { place: "Kochi", state: "Kerala", pincode: "682001" },
    });
  });

  test("no event contains the name, address, email or mobile of the customer", async () => {
    const order = await createPendingOrder(db, gateway, PLENTY);
    await db.updateTable("orders").set({ buyer_name: "Malleswaram School" }).execute();
    await payOrder(db, gateway, order, { now: NOW });
    await createOrder(db, gateway, "shipped", { ...PLENTY, staffId, providerId });
    const text = JSON.stringify((await events()).data);
    for (const secret of ["Meera", "Lake View", "example.com", "9847012345", "Malleswaram"])
      expect(text).not.toContain(secret);
  });

  test("shipping is told with carrier and tracking number", async () => {
    const { orderId } = await createOrder(db, gateway, "packed", { ...PLENTY, staffId });
    const request = { orderId, staffId, providerId, trackingNo: "EK123456789IN" };
    await despatch(db, request, NOW);
    expect(await despatch(db, request, NOW)).toMatchObject({ ok: false });
    expect((await events()).types).toEqual(["order.paid", "order.dispatched", "parcel.sent"]);
    expect(orderEventJson.parse(await lastData()).order).toMatchObject({
      status: "Despatched",
      carrier: "India Post",
      trackingno: "EK123456789IN",
      despatchedAt: NOW.toISOString(),
    });
  });

  test("a change is told with the order as it is now, and so is each parcel that is sent and delivered", async () => {
    const { orderId } = await createPaidOrder(db, gateway, { ...PLENTY, quantity: 3 });
    const { id } = await db.selectFrom("order_lines").select("id").executeTakeFirstOrThrow();
    const edit = editOrderSchema.parse({ version: await orderVersion(db, orderId), lines: [{ id, qty: 2 }] });
    expect(await editOrder(db, { orderId, staffId, ...edit }, NOW)).toMatchObject({ ok: true });
    expect(orderEventJson.parse(await lastData()).order).toMatchObject({
      items: [{ orderqty: 2 }],
      total: 1000,
    });
    await markPacked(db, { orderId, staffId }, NOW);
    const parcel = { orderId, staffId, providerId, lines: [{ id, qty: 1 }], weightG: 300 };
    const first = await sendParcel(db, { ...parcel, trackingNo: "EK1" }, NOW);
    const second = await sendParcel(db, { ...parcel, trackingNo: "EK2" }, NOW);
    if (!first.ok || !second.ok) throw new Error("not sent");
    await recordParcelDelivered(db, { orderId, staffId, parcelId: first.parcelId }, NOW);
    expect(parcelEventJson.parse(await lastData())).toMatchObject({
      order: { status: "Despatched" },
      parcel: { id: first.parcelId, trackingno: "EK1", deliveredAt: NOW.toISOString() },
    });
    // With the last one the order is delivered.
    await markDelivered(db, { orderId, staffId }, NOW);
    const { types, data } = await events();
    expect(types.slice(1)).toEqual(["order.changed", "parcel.sent", "order.dispatched", "parcel.sent", "parcel.delivered", "parcel.delivered"]); // oxfmt-ignore
    expect(data.at(-1)).toMatchObject({ parcel: { id: second.parcelId } });
  });

  test("a cancelled order is told once, then its refund; an unpaid one not at all", async () => {
    const unpaid = await createPendingOrder(db, gateway, PLENTY);
    await cancelByCustomer(db, { ...unpaid, reason: "" }, NOW);
    const lapsing = await createPendingOrder(db, gateway, PLENTY);
    await lapse(db, new Date(NOW.getTime() + 86_400_000));
    expect((await events()).types).toEqual([]);
    // A late payment revives the order, which is paid then.
    await payOrder(db, gateway, lapsing, { now: NOW });

    const order = await createPaidOrder(db, gateway, PLENTY);
    await cancelByStaff(db, { orderId: order.orderId, staffId, note: "" }, NOW);
    await cancelByStaff(db, { orderId: order.orderId, staffId, note: "" }, NOW);
    expect(orderEventJson.parse(await lastData()).order).toMatchObject({
      status: "Cancelled",
      cancelReason: "By the shop",
      refundable: 0,
    });
    await processRefunds(db, gateway, NOW);
    expect((await events()).types).toEqual(["order.paid", "order.paid", "order.cancelled", "order.refunded"]);
    expect(orderRefundedJson.parse(await lastData())).toMatchObject({
      order: { status: "Refunded" },
      refund: { amount: 500 },
    });
  });

  test("a partial refund and the rest are told once each, however often the gateway reports them", async () => {
    const { orderId } = await createOrder(db, gateway, "delivered", { ...PLENTY, staffId, providerId });
    const before = (await events()).types.length;
    const give = async (amount: number) => {
      await refundByStaff(db, { orderId, staffId, amount, reason: "Torn", key: refundKey() }, NOW);
      await processRefunds(db, gateway, NOW);
      for (const refund of gateway.refunds.values()) await applyRefund(db, refund, NOW);
    };
    await give(12_300);
    expect(orderRefundedJson.parse(await lastData())).toMatchObject({
      order: { status: "Delivered", paid: 500, refundable: 377 },
      refund: { amount: 123, reason: "by staff", returnId: null },
    });
    await give(37_700);
    expect(orderRefundedJson.parse(await lastData())).toMatchObject({
      order: { status: "Refunded", refundable: 0 },
      refund: { amount: 377 },
    });
    expect((await events()).types.slice(before)).toEqual(["order.refunded", "order.refunded"]);
    expect(JSON.stringify((await events()).data)).not.toContain("Torn");
  });
});

describe("books", () => {
  /** Saves a book as its form does, with changed fields. */
  async function save(bookId: number, changes: { stock?: number; price?: number }) {
    const book = (await findEditableBook(db, bookId))!;
    const fields = {
      ...book,
      authorId: book.authors.map(({ id }) => id),
      booktagsId: book.tags.map(({ id }) => id),
      publisherId: book.publisher.id,
      languageId: book.language.id,
      ...optionalFieldsOf(book),
      ...changes,
    };
    return updateBook(db, { bookId, staffId, fields, seen: { version: null, stock: null } }, NOW);
  }

  test("sales that bring the stock to the mark are told once per fall, and are no change of the book", async () => {
    const bookId = await createBook(db, { title: "Gora", stock: 7 });
    const buy = (quantity = 1) => createPendingOrder(db, gateway, { bookId, quantity, now: NOW });
    await buy();
    expect((await events()).types).toEqual([]);
    await buy();
    expect((await events()).types).toEqual(["stock.low"]);
    expect(stockLowJson.parse(await lastData())).toMatchObject({
      bookId,
      title: "Gora",
      stock: 5,
      lowStockMark: 5,
    });
    await buy();
    await buy(4);
    expect((await events()).types).toEqual(["stock.low"]);
  });

  test("stock set by staff is a change, and low at or below the mark", async () => {
    const bookId = await createBook(db, { stock: 7 });
    await save(bookId, { stock: 3 });
    expect((await events()).types).toEqual(["book.changed", "stock.low"]);
    await save(bookId, { stock: 3 });
    await save(bookId, { stock: 2 });
    expect((await events()).types).toEqual(["book.changed", "stock.low", "book.changed"]);
    await save(bookId, { stock: 9 });
    await save(bookId, { stock: 5 });
    expect((await events()).types.slice(3)).toEqual(["book.changed", "book.changed", "stock.low"]);
  });

  test("price and visibility are told as they are after the change; what changes nothing is not", async () => {
    const bookId = await createBook(db, { stock: 50, price: 25_000 });
    await save(bookId, { price: 30_000 });
    expect(bookChangedJson.parse(await lastData()).book).toMatchObject({ bookId, price: 300, hidden: false });
    await setHidden(db, { bookId, hidden: true, staffId }, NOW);
    await setHidden(db, { bookId, hidden: true, staffId }, NOW);
    expect(bookChangedJson.parse(await lastData()).book).toMatchObject({ bookId, hidden: true });
    expect((await events()).types).toEqual(["book.changed", "book.changed"]);
  });
});
