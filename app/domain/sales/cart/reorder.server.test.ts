import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createAccount, createAddress, createBook, setSettings } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createOrder, createPendingOrder, placeOrderFor } from "~/test/orders";
import { addToCart, readCart } from "./cart.server";
import { type ReorderedBook, reorderedInWords } from "./reorder";
import { reorder } from "./reorder.server";

let db: Db;
let accountId: number;
const gateway = new MemoryGateway();

beforeEach(async () => {
  db = (await createTestDatabase()).write;
  accountId = await createAccount(db);
});

/** A delivered order of these books; the cart is empty afterwards. @param copies by book id */
async function orderOf(copies: Record<number, number>): Promise<number> {
  for (const [bookId, quantity] of Object.entries(copies)) {
    const added = await addToCart(db, { accountId }, { bookId: Number(bookId), quantity });
    if (!added.ok) throw new Error(added.message);
  }
  const addressId = await createAddress(db, accountId);
  const orderId = await placeOrderFor(db, { accountId, addressId });
  await db.deleteFrom("cart_items").execute();
  // A delivered order holds no stock any more.
  const at = "2026-11-21T06:00:00.000Z";
  const over = {
    state: "delivered",
    paid_at: at,
    delivered_at: at,
    invoice_no: `R/${orderId}`,
  } as const;
  await db.updateTable("orders").set(over).where("id", "=", orderId).execute();
  return orderId;
}
const setStock = (bookId: number, stock: number) =>
  db.updateTable("books").set({ stock }).where("id", "=", bookId).execute();
const inCart = async () =>
  (await readCart(db, { accountId })).lines.map(({ bookId, quantity }) => [bookId, quantity]);
const again = async (orderId: number) => (await reorder(db, { orderId, accountId }))!;

test("adds all books of the order to the cart, on top of copies already there", async () => {
  const [gora, devdas] = [await createBook(db, { title: "Gora" }), await createBook(db, { title: "Devdas" })];
  const orderId = await orderOf({ [gora]: 2, [devdas]: 1 });
  const books = await again(orderId);
  expect(await inCart()).toEqual([
    [gora, 2],
    [devdas, 1],
  ]);
  expect(reorderedInWords(books)).toEqual([
    { kind: "success", text: 'Added 2 copies of "Gora" and 1 copy of "Devdas" to your cart' },
  ]);
  await again(orderId);
  expect(await inCart()).toEqual([
    [gora, 4],
    [devdas, 2],
  ]);
});

test("adds only the copies in stock, and names the hidden and sold-out books left out", async () => {
  const titles = ["Gora", "Devdas", "Godaan", "Nirmala", "Umrao"];
  const ids: number[] = [];
  for (const title of titles) ids.push(await createBook(db, { title, stock: 20 }));
  const [few, hidden, gone, partly, full] = ids as [number, number, number, number, number];
  const orderId = await orderOf({ [few]: 3, [hidden]: 1, [gone]: 2, [partly]: 3, [full]: 1 });
  await setStock(few, 2);
  await db.updateTable("books").set({ hidden: 1 }).where("id", "=", hidden).execute();
  await setStock(gone, 0);
  await addToCart(db, { accountId }, { bookId: partly, quantity: 2 });
  await addToCart(db, { accountId }, { bookId: full, quantity: 1 });
  await setStock(partly, 4);
  await setStock(full, 1);

  const books = await again(orderId);
  expect(await inCart()).toEqual([
    [partly, 4],
    [full, 1],
    [few, 2],
  ]);
  expect(reorderedInWords(books)).toEqual([
    { kind: "success", text: 'Added 2 copies of "Gora" and 2 copies of "Nirmala" to your cart' },
    {
      kind: "info",
      text: 'Only 2 of 3 copies of "Gora" and 2 of 3 copies of "Nirmala" could be added: there are no more in stock',
    },
    { kind: "info", text: 'Your cart already has all available copies of "Umrao"' },
    { kind: "info", text: 'Not available now: "Devdas" and "Godaan"' },
  ]);
});

test("when no copy is available the cart is not changed, and no empty cart is created", async () => {
  const bookId = await createBook(db, { title: "Gora" });
  const orderId = await orderOf({ [bookId]: 2 });
  await db.deleteFrom("carts").execute();
  await setStock(bookId, 0);
  expect(reorderedInWords(await again(orderId))).toEqual([
    { kind: "error", text: 'Not available now: "Gora"' },
  ]);
  expect(await db.selectFrom("carts").selectAll().execute()).toEqual([]);
});

test("copies held by the customer's own unpaid order are available", async () => {
  const order = await createOrder(db, gateway, "paid", { accountId, book: { stock: 5 }, quantity: 2 });
  await createPendingOrder(db, gateway, { accountId, bookId: order.bookId, quantity: 3 });
  await db.deleteFrom("cart_items").execute();
  const books = await again(order.orderId);
  expect(books).toMatchObject([{ wanted: 2, added: 2 }]);
});

test("another customer's order is not found, and nothing is added", async () => {
  const order = await createOrder(db, gateway, "delivered", { quantity: 1 });
  expect(await reorder(db, { orderId: order.orderId, accountId })).toBeNull();
  expect(await reorder(db, { orderId: 999, accountId })).toBeNull();
  expect(await db.selectFrom("cart_items").selectAll().execute()).toEqual([]);
});

test("twenty concurrent requests never exceed the stock", async () => {
  const bookId = await createBook(db, { stock: 50 });
  const orderId = await orderOf({ [bookId]: 3 });
  await setStock(bookId, 31);
  await setSettings(db, { mostCopies: 100 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => again(orderId)));
  expect(await inCart()).toEqual([[bookId, 31]]);
  expect(answers.reduce((sum, [book]) => sum + book!.added, 0)).toBe(31);
});

describe("the messages", () => {
  const many = (count: number, given: Partial<ReorderedBook> = {}): ReorderedBook[] =>
    Array.from({ length: count }, (_, index) => {
      const title = `Book ${index + 1}`;
      const left = { inCart: 0, limitedTo: null, isCartFull: false };
      return { bookId: index + 1, title, wanted: 1, added: 1, ...left, ...given };
    });

  test("name the first books of a long list and count the others", () => {
    const [message] = reorderedInWords(many(30));
    expect(message!.text).toMatch(
      /^Added 1 copy of "Book 1", .* 1 copy of "Book 8" and 22 more to your cart$/,
    );
    expect(reorderedInWords(many(8))[0]!.text).toMatch(/"Book 7" and 1 copy of "Book 8" to your cart$/);
  });

  test.each([
    ["five long lists of Devanagari titles", "गोदान ".repeat(40)],
    ["titles of quotation marks", '"'.repeat(60)],
    ["backslashes", "\\".repeat(60)],
    ...Array.from({ length: 20 }, (_, at): [string, string] => [
      `titles of ${3 * at + 3} letters`,
      "ग़".repeat(3 * at + 3),
    ]),
  ])("fit into a cookie even with %s", (_, title) => {
    const messages = reorderedInWords([
      ...many(40, { title, wanted: 3 }),
      ...many(40, { title, added: 0, inCart: 2 }),
      ...many(40, { title, added: 0 }),
      ...many(40, { title, wanted: 3, limitedTo: 10 }),
      ...many(40, { title, added: 0, isCartFull: true }),
    ]);
    expect(messages).toHaveLength(6);
    const json = JSON.stringify(JSON.stringify(messages.map((message) => ({ ...message, id: "12345678" }))));
    const length = encodeURIComponent(btoa(unescape(encodeURIComponent(json)))).length;
    expect(length).toBeLessThan(3800);
  });
});
