import { beforeEach, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { ADDRESS, createAccount, createBook, setSettings } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createPaidOrder, createPendingOrder, payOrder } from "~/test/orders";
import { saveAddress } from "~/domain/kit/addresses/addresses.server";
import { lapse } from "../payments/lapse.server";
import { listOrders } from "./customer-orders.server";
import { findOrder } from "./orders.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const HOUR_LATER = new Date("2026-11-21T07:00:00.000Z");

let db: Db;
let accountId: number;
const gateway = new MemoryGateway();

beforeEach(async () => {
  db = (await createTestDatabase()).write;
  accountId = await createAccount(db);
});

const paidOrder = (of = accountId) => createPaidOrder(db, gateway, { accountId: of, quantity: 2, now: NOW });

test("orders are listed newest first, with the amount paid", async () => {
  const paid = await paidOrder();
  const pending = await createPendingOrder(db, gateway, { accountId, now: HOUR_LATER });
  const { rows, count } = await listOrders(db, accountId);
  expect(count).toBe(2);
  expect(rows).toEqual([
    {
      id: pending.orderId,
      invoiceNo: null,
      date: HOUR_LATER.toISOString(),
      state: "pending",
      isPickUp: false,
      itemCount: 1,
      total: 25_000,
      paymentWay: "online",
      dueAtDoor: 0,
      amountPaid: 0,
      openReturn: null,
      books: [{ bookId: pending.bookId, title: expect.any(String), cover: null }],
      more: 0,
    },
    {
      id: paid.orderId,
      invoiceNo: "KB/26-27/000001",
      date: NOW.toISOString(),
      state: "paid",
      isPickUp: false,
      itemCount: 2,
      total: 50_000,
      paymentWay: "online",
      dueAtDoor: 0,
      amountPaid: 50_000,
      openReturn: null,
      books: [{ bookId: paid.bookId, title: expect.any(String), cover: null }],
      more: 0,
    },
  ]);
});

test("a row names the first three books, and how many more there are", async () => {
  const order = await createPendingOrder(db, gateway, { accountId, now: NOW });
  const line = await db
    .selectFrom("order_lines")
    .selectAll()
    .where("order_id", "=", order.orderId)
    .executeTakeFirstOrThrow();
  for (const title of ["B", "C", "D", "E"]) {
    const bookId = await createBook(db, { title, cover: `${title}.webp` });
    await db
      .insertInto("order_lines")
      .values({ ...line, id: undefined, book_id: bookId, title })
      .execute();
  }
  const [row] = (await listOrders(db, accountId)).rows;
  expect(row!.books.map(({ title, cover }) => [title, cover])).toEqual([
    [line.title, null],
    ["B", "B.webp"],
    ["C", "C.webp"],
  ]);
  expect(row!.more).toBe(2);
});

test("the search finds orders by their number or invoice number", async () => {
  const first = await paidOrder();
  const second = await paidOrder();
  const found = async (typed: string) => (await listOrders(db, accountId, typed)).rows.map((row) => row.id);
  expect(await found(`#${second.orderId}`)).toEqual([second.orderId]);
  expect(await found(` ${first.orderId} `)).toEqual([first.orderId]);
  expect(await found("kb/26-27/000002")).toEqual([second.orderId]);
  expect(await found("000001")).toEqual([first.orderId]);
  expect(await found("99999")).toEqual([]);
  expect(await found("%")).toEqual([]);
  expect(await found("  ")).toEqual([second.orderId, first.orderId]);
});

test("the list has pages; a page number that is too high gives the last page", async () => {
  const book = await createBook(db, { stock: 100 });
  await setSettings(db, { mostCopies: 100, mostUnpaidOrders: 100 });
  for (let n = 0; n < 23; n += 1) {
    await createPendingOrder(db, gateway, { accountId, bookId: book, now: NOW });
    await lapse(db, HOUR_LATER);
  }
  expect(await listOrders(db, accountId)).toMatchObject({ count: 23, page: 1, pageCount: 2 });
  const last = await listOrders(db, accountId, "", 9);
  expect(last).toMatchObject({ page: 2 });
  expect(last.rows).toHaveLength(3);
});

test("an order replaced before it was paid is not listed, unless money came in for it", async () => {
  const replaced = await createPendingOrder(db, gateway, { accountId, now: NOW });
  const current = await createPendingOrder(db, gateway, { accountId, now: NOW });
  const listed = async () => (await listOrders(db, accountId)).rows.map((row) => row.id);
  expect(await listed()).toEqual([current.orderId]);
  expect(await findOrder(db, accountId, replaced.orderId)).toMatchObject({ cancelReason: "superseded" });
  await payOrder(db, gateway, replaced, { now: NOW });
  expect(await listed()).toEqual([current.orderId, replaced.orderId]);
});

test("an order keeps the address and prices of when it was placed", async () => {
  const order = await paidOrder();
  await saveAddress(db, accountId, order.addressId, { ...ADDRESS, place: "Elsewhere" });
  await db.updateTable("books").set({ price: 99, hidden: 1 }).where("id", "=", order.bookId).execute();
  expect(await findOrder(db, accountId, order.orderId)).toMatchObject({
    state: "paid",
    etaDate: "2026-11-28",
    address: ADDRESS,
    lines: [{ bookId: order.bookId, unitPrice: 25_000, quantity: 2, lineTotal: 50_000, isVisible: false }],
    totals: { itemCount: 2, subtotal: 50_000, discount: 0, shipping: 0, tax: 0, total: 50_000 },
    payments: [{ status: "captured", method: "card" }],
    refunds: [],
  });
});

test("another customer's orders are neither listed, found by search, nor shown", async () => {
  const order = await paidOrder();
  const stranger = await createAccount(db);
  expect((await listOrders(db, stranger)).rows).toEqual([]);
  expect((await listOrders(db, stranger, String(order.orderId))).rows).toEqual([]);
  expect(await findOrder(db, stranger, order.orderId)).toBeNull();
  expect(await findOrder(db, accountId, 999_999)).toBeNull();
});
