import { beforeEach, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import type { OrderState } from "~/domain/sales/orders/orders";
import { createTestDatabase } from "~/test/database";
import { createAccount, createBook } from "~/test/factories";
import { insertOrder } from "~/test/factories-orders";

// Tests the triggers orders_together_add and orders_together_take_back.

let db: ShopDatabase;
let accountId: number;
let books: number[];

beforeEach(async () => {
  db = await createTestDatabase();
  accountId = await createAccount(db.write);
  books = [];
  for (let n = 0; n < 3; n += 1) books.push(await createBook(db.write));
});

async function orderOf(bookIds: number[]): Promise<number> {
  const orderId = await insertOrder(db.write, { accountId, state: "pending" });
  const line = { order_id: orderId, title: "A book", mrp: 100, unit_price: 100, quantity: 2, hsn: "4901" };
  await db.write
    .insertInto("order_lines")
    .values(bookIds.map((book_id) => ({ ...line, book_id, tax_rate: 0 })))
    .execute();
  return orderId;
}

async function moveTo(orderId: number, state: OrderState) {
  const isPaid = state !== "cancelled";
  await db.write
    .updateTable("orders")
    .set({ state, cancel_reason: isPaid ? null : "payment_timeout" })
    .$if(isPaid, (query) => query.set({ paid_at: "2026-01-02T00:00:00.000Z", invoice_no: `BT/${orderId}` }))
    .where("id", "=", orderId)
    .execute();
}

/** Each pair once, as "1+2: 3" by the books' indexes; checks that both rows of a pair agree. */
async function pairs(): Promise<string[]> {
  const rows = await db.read.selectFrom("bought_together").selectAll().orderBy("book_id").execute();
  const count = new Map(rows.map((row) => [`${row.book_id} ${row.other_id}`, row.order_count]));
  for (const row of rows) expect(count.get(`${row.other_id} ${row.book_id}`)).toBe(row.order_count);
  return rows
    .filter((row) => row.book_id < row.other_id)
    .map((row) => `${books.indexOf(row.book_id)}+${books.indexOf(row.other_id)}: ${row.order_count}`)
    .sort();
}

test("counts an order once, when it is paid", async () => {
  const order = await orderOf(books);
  expect(await pairs()).toEqual([]);
  await moveTo(order, "paid");
  const counted = ["0+1: 1", "0+2: 1", "1+2: 1"];
  expect(await pairs()).toEqual(counted);
  for (const state of ["packed", "shipped", "delivered"] as const) await moveTo(order, state);
  expect(await pairs()).toEqual(counted);
  await moveTo(await orderOf([books[0]!, books[1]!]), "paid");
  expect(await pairs()).toEqual(["0+1: 2", "0+2: 1", "1+2: 1"]);
});

test.each(["cancelled", "refunded"] as const)("no longer counts a paid order that is %s", async (state) => {
  await moveTo(await orderOf([books[0]!, books[1]!]), "paid");
  const order = await orderOf(books);
  await moveTo(order, "paid");
  await moveTo(order, "delivered");
  await moveTo(order, state);
  expect(await pairs()).toEqual(["0+1: 1"]);
});

test("a lapsed unpaid order changes no counts; it counts when a late payment revives it", async () => {
  await moveTo(await orderOf([books[0]!, books[1]!]), "paid");
  const order = await orderOf(books);
  await moveTo(order, "cancelled");
  expect(await pairs()).toEqual(["0+1: 1"]);
  await moveTo(order, "paid");
  expect(await pairs()).toEqual(["0+1: 2", "0+2: 1", "1+2: 1"]);
});

test("counts and uncounts only the first 20 of an order's 25 lines", async () => {
  while (books.length < 25) books.push(await createBook(db.write));
  // The latest book first: the limit goes by the order's lines, not by the ids of the books.
  const lines = books.toReversed();
  const order = await orderOf(lines);
  await moveTo(order, "paid");
  const found = await pairs();
  expect(found).toHaveLength((20 * 19) / 2);
  expect(found.some((pair) => /^[0-4]\+/.test(pair))).toBe(false);
  await moveTo(order, "refunded");
  expect(await pairs()).toEqual([]);
});

test("a change of the pairs raises the catalogue version", async () => {
  const order = await orderOf(books);
  const before = await db.catalogueVersion();
  await moveTo(order, "paid");
  const paid = await db.catalogueVersion();
  await moveTo(order, "refunded");
  expect([paid > before, (await db.catalogueVersion()) > paid]).toEqual([true, true]);
});
