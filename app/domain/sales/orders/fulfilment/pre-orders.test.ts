import { beforeAll, describe, expect, test } from "vitest";
import { addToCart, readCart } from "~/domain/sales/cart/cart.server";
import { type BookFields, bookFormSchema } from "~/domain/catalogue/books/record/book-form.schema";
import { updateBook } from "~/domain/catalogue/books/record/save-book.server";
import { findEditableBook } from "~/domain/catalogue/books/staff/staff-books.server";
import { inputOfBook } from "~/domain/book-files/plan/book-input";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { applyPayment } from "~/domain/sales/payments/apply-payment.server";
import { lapse } from "~/domain/sales/payments/lapse.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { storePlan } from "~/test/delivery-plans";
import { createBook } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import {
  capturedPayment,
  createOrderShop,
  createPaidOrder,
  createPendingOrder,
  customerWithCart,
  orderRecords,
  orderState,
  payOrder,
  placeOrderFor,
  refundKey,
} from "~/test/orders";
import { onOneLine } from "~/test/mails";
import { cancelByCustomer, cancelByStaff } from "../cancellation.server";
import { despatch, markManyPacked, markPacked } from "./fulfilment.server";
import { listStaffOrders } from "../desk/order-list.server";
import { parseOrderSearch } from "../desk/order-list";
import { queueMovedReleaseMails } from "./moved-releases.server";
import { readOrder } from "../orders.server";
import { takeBack } from "../returns/take-back.server";

const DAY = "2027-01-12";
/** In India the day before the book comes out, and that day. */
const BEFORE = new Date("2027-01-11T18:29:00.000Z");
const ON_THE_DAY = new Date("2027-01-11T18:30:00.000Z");
const LONG_BEFORE = new Date("2026-11-23T06:00:00.000Z");

let shop: Awaited<ReturnType<typeof createOrderShop>>;
beforeAll(async () => {
  shop = await createOrderShop({ carrier: "India Post" });
});

const forthcoming = (preorder_limit: number | null = 10, stock = 0) => ({
  title: "The Long Wait",
  publishing_status: "forthcoming" as const,
  published_on: DAY,
  preorder_limit,
  stock,
});

const newBook = (limit: number | null = 10, stock = 0) => createBook(shop.db, forthcoming(limit, stock));

async function copiesOf(bookId: number) {
  const { stock, preordered } = await shop.db
    .selectFrom("books")
    .select(["stock", "preordered"])
    .where("id", "=", bookId)
    .executeTakeFirstOrThrow();
  const owed = await shop.db
    .selectFrom("order_lines")
    .select("owed")
    .where("book_id", "=", bookId)
    .orderBy("id")
    .execute();
  return { stock, preordered, owed: owed.map((line) => line.owed) };
}

const setStock = (bookId: number, stock: number) =>
  shop.db.updateTable("books").set({ stock }).where("id", "=", bookId).execute();

const paid = (bookId: number, quantity: number, now = LONG_BEFORE) =>
  createPaidOrder(shop.db, shop.gateway, { bookId, quantity, now });
const pending = (bookId: number, quantity: number, now = LONG_BEFORE) =>
  createPendingOrder(shop.db, shop.gateway, { bookId, quantity, now });

test("a forthcoming book cannot be bought, with stock or without, until its day", async () => {
  const bookId = await newBook(null, 5);
  const { accountId, addressId } = await customerWithCart(shop.db, { bookId, now: ON_THE_DAY });
  const add = (now: Date) => addToCart(shop.db, { accountId }, { bookId, quantity: 1 }, now);
  expect(await add(BEFORE)).toMatchObject({ ok: false, reason: "out_of_stock", message: "Not out yet" });
  const order = (now: Date) => placeOrder(shop.db, accountId, { addressId, gateway: "sandbox" }, now);
  expect(await order(BEFORE)).toMatchObject({ ok: false, message: "The Long Wait: Not out yet" });
  expect(await order(ON_THE_DAY)).toMatchObject({ ok: true });
  expect(await copiesOf(bookId)).toEqual({ stock: 4, preordered: 0, owed: [0] });
});

test("a pre-order counts against its own limit, never against the stock", async () => {
  const bookId = await newBook(3);
  const order = await paid(bookId, 2);
  expect(await copiesOf(bookId)).toEqual({ stock: 0, preordered: 2, owed: [2] });
  const { accountId } = await customerWithCart(shop.db, { bookId, now: LONG_BEFORE });
  const add = await addToCart(shop.db, { accountId }, { bookId, quantity: 1 }, LONG_BEFORE);
  expect(add).toMatchObject({ ok: false, reason: "too_many", message: "Only 1 left to pre-order" });
  const cart = await readCart(shop.db, { accountId }, LONG_BEFORE);
  expect(cart.lines[0]).toMatchObject({ available: 1, forthcoming: { releasedOn: DAY, canPreorder: true } });
  // A week after the day the book comes out.
  expect((await orderRecords(shop.db, order)).row.eta_date).toBe("2027-01-19");
  const [mail] = (await orderRecords(shop.db, order)).mails;
  expect(onOneLine(mail!.text_body)).toContain("The Long Wait, out on 12 Jan 2027");
  expect(onOneLine(mail!.text_body)).toContain("We send it from 12 Jan 2027, when the book is released.");
  const page = await readOrder(shop.db, order.orderId, order.accountId, LONG_BEFORE);
  expect(page).toMatchObject({ wait: { from: DAY }, lines: [{ forthcoming: { releasedOn: DAY } }] });
});

test("of two checkouts at once for the last copy one gets it", async () => {
  const bookId = await newBook(1);
  const customers = [];
  for (let at = 0; at < 2; at++)
    customers.push(await customerWithCart(shop.db, { bookId, now: LONG_BEFORE }));
  const outcomes = await Promise.all(
    customers.map(({ accountId, addressId }) =>
      placeOrder(shop.db, accountId, { addressId, gateway: "sandbox" }, LONG_BEFORE),
    ),
  );
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ message: "The Long Wait: Pre-orders are full" });
  expect(await copiesOf(bookId)).toMatchObject({ preordered: 1 });
});

test("a customer's own unpaid order does not stand in the way of the next one", async () => {
  const bookId = await newBook(2);
  const first = await pending(bookId, 2);
  await shop.db.updateTable("cart_items").set({ quantity: 1 }).where("book_id", "=", bookId).execute();
  await placeOrderFor(shop.db, first, { now: LONG_BEFORE });
  expect(await orderState(shop.db, first.orderId)).toBe("cancelled");
  expect(await copiesOf(bookId)).toEqual({ stock: 0, preordered: 1, owed: [0, 1] });
});

test("what an unpaid order gives back is not counted twice: others may wait for it", async () => {
  const { db } = shop;
  const bookId = await newBook();
  const unpaid = await pending(bookId, 1);
  await paid(bookId, 1);
  await setStock(bookId, 1);
  expect(await copiesOf(bookId)).toEqual({ stock: 0, preordered: 2, owed: [0, 1] });
  // On the day the customer wants another order instead, which would give the copy to the other one.
  const { accountId, addressId } = unpaid;
  await addToCart(db, { accountId }, { bookId: await createBook(db), quantity: 1 }, ON_THE_DAY);
  expect(await placeOrder(db, accountId, { addressId, gateway: "sandbox" }, ON_THE_DAY)).toMatchObject({
    ok: false,
    message: "The Long Wait: Out of stock",
  });
  expect(await orderState(db, unpaid.orderId)).toBe("pending");
});

test("copies that come into stock go to the oldest pre-orders first; the rest is for sale on the day", async () => {
  const bookId = await newBook();
  await paid(bookId, 3);
  const second = await paid(bookId, 4);
  await setStock(bookId, 5);
  expect(await copiesOf(bookId)).toEqual({ stock: 0, preordered: 7, owed: [0, 2] });
  await setStock(bookId, 6);
  expect(await copiesOf(bookId)).toEqual({ stock: 4, preordered: 7, owed: [0, 0] });
  // Later pre-orders take from it, and count against the limit all the same.
  await pending(bookId, 1);
  expect(await copiesOf(bookId)).toEqual({ stock: 3, preordered: 8, owed: [0, 0, 0] });
  await cancelByStaff(shop.db, { orderId: second.orderId, staffId: shop.staffId, note: "" }, LONG_BEFORE);
  expect(await copiesOf(bookId)).toEqual({ stock: 7, preordered: 4, owed: [0, 0, 0] });
});

describe("the copies of a pre-order that ends go to the next one that waits", () => {
  const ends: [string, (order: Awaited<ReturnType<typeof paid>>) => Promise<unknown>][] = [
    [
      "cancelled by the customer",
      ({ orderId, accountId }) => cancelByCustomer(shop.db, { orderId, accountId, reason: "" }, LONG_BEFORE),
    ],
    [
      "cancelled by staff",
      ({ orderId }) => cancelByStaff(shop.db, { orderId, staffId: shop.staffId, note: "" }, LONG_BEFORE),
    ],
    [
      "refunded in full",
      async ({ orderId, total }) => {
        const refund = { orderId, staffId: shop.staffId, amount: total, reason: "Asked", key: refundKey() };
        await refundByStaff(shop.db, refund, LONG_BEFORE);
        await processRefunds(shop.db, shop.gateway, LONG_BEFORE);
      },
    ],
  ];

  test.each(ends)("%s", async (_, end) => {
    const bookId = await newBook();
    const first = await paid(bookId, 3);
    await paid(bookId, 2);
    await setStock(bookId, 2);
    expect(await copiesOf(bookId)).toEqual({ stock: 0, preordered: 5, owed: [1, 2] });
    await end(first);
    expect(await copiesOf(bookId)).toEqual({ stock: 0, preordered: 2, owed: [0, 0] });
    expect((await orderRecords(shop.db, first)).book.sold).toBe(2);
  });

  test("not paid in time; a late payment takes what is left of the limit, or is refunded", async () => {
    const bookId = await newBook(3);
    const first = await pending(bookId, 3);
    const late = new Date(LONG_BEFORE.getTime() + 3 * 86_400_000);
    await lapse(shop.db, late);
    expect(await copiesOf(bookId)).toEqual({ stock: 0, preordered: 0, owed: [0] });
    await applyPayment(shop.db, shop.gateway.pay(capturedPayment(first)), "webhook", late);
    expect(await copiesOf(bookId)).toEqual({ stock: 0, preordered: 3, owed: [3] });
    expect((await orderRecords(shop.db, first)).row).toMatchObject({ state: "paid", eta_date: "2027-01-19" });

    const fullBook = await newBook(3);
    const slow = await pending(fullBook, 3);
    await lapse(shop.db, late);
    await paid(fullBook, 1, late);
    const outcome = await applyPayment(shop.db, shop.gateway.pay(capturedPayment(slow)), "webhook", late);
    expect(outcome).toMatchObject({ outcome: "refunding" });
    expect(await copiesOf(fullBook)).toEqual({ stock: 0, preordered: 1, owed: [0, 1] });
  });

  test("a refund in part, and a failed attempt to pay, leave them", async () => {
    const bookId = await newBook();
    const order = await paid(bookId, 2);
    const part = {
      orderId: order.orderId,
      staffId: shop.staffId,
      amount: 1_000,
      reason: "Late",
      key: refundKey(),
    };
    expect(await refundByStaff(shop.db, part, LONG_BEFORE)).toMatchObject({ ok: true });
    await processRefunds(shop.db, shop.gateway, LONG_BEFORE);
    const other = await pending(bookId, 1);
    await payOrder(shop.db, shop.gateway, other, { status: "failed", now: LONG_BEFORE });
    expect(await copiesOf(bookId)).toEqual({ stock: 0, preordered: 3, owed: [2, 1] });
  });
});

test("a pre-order with a coupon has its discount, and gives back the use with its copies", async () => {
  const { db } = shop;
  const bookId = await newBook();
  const { id: coupon_id } = await createCoupon(db);
  const customer = await customerWithCart(db, { bookId, now: LONG_BEFORE });
  await db.updateTable("carts").set({ coupon_id }).where("account_id", "=", customer.accountId).execute();
  const orderId = await placeOrderFor(db, customer, { now: LONG_BEFORE });
  const uses = () =>
    db.selectFrom("coupon_uses").select("released_at").where("order_id", "=", orderId).execute();
  expect(await uses()).toEqual([{ released_at: null }]);
  await cancelByCustomer(db, { orderId, accountId: customer.accountId, reason: "" }, LONG_BEFORE);
  expect(await uses()).not.toEqual([{ released_at: null }]);
  expect(await copiesOf(bookId)).toEqual({ stock: 0, preordered: 0, owed: [0] });
});

describe("an order is sent as a whole", () => {
  test("not before its last book is out, and not without its copies", async () => {
    const { db, staffId, providerId } = shop;
    const bookId = await newBook();
    const customer = await customerWithCart(db, { bookId, quantity: 2, now: LONG_BEFORE });
    const here = await createBook(db, { title: "At Hand", stock: 9 });
    await addToCart(db, { accountId: customer.accountId }, { bookId: here, quantity: 1 }, LONG_BEFORE);
    const order = await createPaidOrder(db, shop.gateway, {
      accountId: customer.accountId,
      bookId: here,
      now: LONG_BEFORE,
    });
    const request = { orderId: order.orderId, staffId };
    const search = parseOrderSearch(new URLSearchParams({ preorder: "waiting", q: `#${order.orderId}` }));
    const listed = async (now: Date) => (await listStaffOrders(db, search, now)).rows.map((row) => row.wait);

    const tooSoon = `Order #${order.orderId} is a pre-order: “The Long Wait” is released on 12 Jan 2027. It cannot be marked as packed before`;
    expect(await markPacked(db, request, BEFORE)).toEqual({
      ok: false,
      reason: "wrong_step",
      message: tooSoon,
    });
    const many = await markManyPacked(db, { orderIds: [order.orderId], staffId }, BEFORE);
    expect(many).toEqual({ packed: [], refused: [{ orderId: order.orderId, message: tooSoon }] });
    expect(await listed(BEFORE)).toEqual([{ title: "The Long Wait", from: DAY, owed: 0 }]);

    expect(await markPacked(db, request, ON_THE_DAY)).toMatchObject({
      message: `Order #${order.orderId} waits for 2 copies of “The Long Wait”: enter the copies that have come in as its stock first`,
    });
    expect(await listed(ON_THE_DAY)).toEqual([{ title: "The Long Wait", from: null, owed: 2 }]);
    // New orders need stock.
    const late = await addToCart(db, { accountId: customer.accountId }, { bookId, quantity: 1 }, ON_THE_DAY);
    expect(late).toMatchObject({ ok: false, message: "Out of stock" });

    await setStock(bookId, 2);
    expect(await listed(ON_THE_DAY)).toEqual([]);
    expect(await markPacked(db, request, ON_THE_DAY)).toMatchObject({ ok: true });
    // The day is moved after it was packed.
    const move = (published_on: string) =>
      db.updateTable("books").set({ published_on }).where("id", "=", bookId).execute();
    await move("2027-02-01");
    const parcel = { ...request, providerId, trackingNo: "EK1" };
    expect(await despatch(db, parcel, ON_THE_DAY)).toMatchObject({ ok: false, reason: "wrong_step" });
    await move(DAY);
    expect(await despatch(db, parcel, ON_THE_DAY)).toMatchObject({ ok: true });
    expect(await copiesOf(bookId)).toMatchObject({ stock: 0, preordered: 0 });
    await takeBack(db, { ...request, step: "despatch" }, ON_THE_DAY);
    expect(await copiesOf(bookId)).toMatchObject({ stock: 0, preordered: 2 });
  });
});

describe("the publication date is moved", () => {
  const MOVED = "2027-02-01";

  async function form(bookId: number) {
    const book = (await findEditableBook(shop.db, bookId))!;
    const fields = bookFormSchema.parse({
      ...inputOfBook(book),
      authorId: [await authorId()],
      booktagsId: [await tagId()],
    });
    return (changed: Partial<BookFields>, now = LONG_BEFORE) =>
      updateBook(
        shop.db,
        {
          bookId,
          staffId: shop.staffId,
          fields: { ...fields, ...changed },
          seen: { version: null, stock: null },
        },
        now,
      );
  }

  const idOf = async (table: "authors" | "tags") => {
    const values = { name: "Anybody", name_key: "anybody" };
    await shop.db
      .insertInto(table)
      .values(values)
      .onConflict((one) => one.doNothing())
      .execute();
    const row = await shop.db
      .selectFrom(table)
      .select("id")
      .where("name_key", "=", "anybody")
      .executeTakeFirstOrThrow();
    return row.id;
  };
  const authorId = () => idOf("authors");
  const tagId = () => idOf("tags");

  test("each customer is told once, with the new delivery, and may cancel", async () => {
    const bookId = await newBook();
    const order = await paid(bookId, 2);
    const save = await form(bookId);
    expect(await queueMovedReleaseMails(shop.db, LONG_BEFORE)).toBe(0);
    expect(await save({ publishedOn: MOVED })).toMatchObject({ ok: true });
    expect(await queueMovedReleaseMails(shop.db, LONG_BEFORE)).toBe(1);
    expect(await queueMovedReleaseMails(shop.db, LONG_BEFORE)).toBe(0);
    const { row, mails, events } = await orderRecords(shop.db, order);
    expect(row.eta_date).toBe("2027-02-08");
    expect(onOneLine(mails.at(-1)!.text_body)).toContain(
      "“The Long Wait” is released on 1 Feb 2027, and not on 12 Jan 2027 as we told you. We send your order from 1 Feb 2027.",
    );
    expect(events.at(-1)).toMatchObject({ kind: "release_moved", actor: "system" });
    expect(
      await markPacked(shop.db, { orderId: order.orderId, staffId: shop.staffId }, ON_THE_DAY),
    ).toMatchObject({
      ok: false,
    });
    const { orderId, accountId } = order;
    expect(await cancelByCustomer(shop.db, { orderId, accountId, reason: "" }, LONG_BEFORE)).toMatchObject({
      ok: true,
      message: `Order #${orderId} is cancelled. We are returning ₹500.00 to you`,
    });
    expect(await copiesOf(bookId)).toEqual({ stock: 0, preordered: 0, owed: [0] });
  });

  test("the new delivery counts the working days of the order's way of delivery", async () => {
    const bookId = await newBook();
    const order = await paid(bookId, 1);
    const { zones } = await storePlan(shop.db, shop.staffId);
    await shop.db
      .updateTable("orders")
      .set({ method_id: zones[0]!.methods[0]!.id })
      .where("id", "=", order.orderId)
      .execute();
    const save = await form(bookId);
    await save({ publishedOn: MOVED });
    await queueMovedReleaseMails(shop.db, LONG_BEFORE);
    // Sent on Monday 1 February, five working days.
    expect((await orderRecords(shop.db, order)).row.eta_date).toBe("2027-02-06");
    await shop.db.deleteFrom("delivery_plan").execute();
  });

  test("an unpaid order is told by its confirmation; a book that is out needs no mail", async () => {
    const bookId = await newBook();
    const unpaid = await pending(bookId, 1);
    const save = await form(bookId);
    await save({ publishedOn: MOVED });
    expect(await queueMovedReleaseMails(shop.db, LONG_BEFORE)).toBe(0);
    await payOrder(shop.db, shop.gateway, unpaid, { now: LONG_BEFORE });
    expect(await queueMovedReleaseMails(shop.db, LONG_BEFORE)).toBe(0);
    await save({ publishingStatus: "available", publishedOn: "2026-11-22" });
    expect(await queueMovedReleaseMails(shop.db, LONG_BEFORE)).toBe(0);
    // It has come out early, and its copies are missing.
    expect(await readOrder(shop.db, unpaid.orderId, "anybody", LONG_BEFORE)).toMatchObject({
      wait: { from: null, owed: 1 },
    });
  });

  test("it cannot be taken away while somebody waits; pre-orders can be closed", async () => {
    const bookId = await newBook();
    await paid(bookId, 2);
    const save = await form(bookId);
    expect(await save({ publishedOn: null, preorderLimit: null })).toEqual({
      ok: false,
      reason: "field",
      field: "publishedOn",
      message: "2 copies are pre-ordered: give the new date (YYYY-MM-DD)",
    });
    expect(await save({ publishingStatus: "out_of_print" })).toMatchObject({ field: "publishingStatus" });
    expect(await save({ preorderLimit: null })).toMatchObject({ ok: true });
    expect(await copiesOf(bookId)).toEqual({ stock: 0, preordered: 2, owed: [2] });
  });

  test("stock entered in the form goes to the pre-orders first", async () => {
    const bookId = await newBook();
    await paid(bookId, 2);
    const save = await form(bookId);
    expect(await save({ stock: 50 })).toMatchObject({ ok: true });
    expect(await copiesOf(bookId)).toEqual({ stock: 48, preordered: 2, owed: [0] });
  });
});
