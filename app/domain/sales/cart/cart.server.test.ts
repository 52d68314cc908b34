import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createAccount, createBook, createGuestSession, setSettings } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createPendingOrder } from "~/test/orders";
import { saveForLater } from "./saved-items.server";
import { addToCart, cartCount, mergeGuestCart, readCart, removeItem, setQuantity } from "./cart.server";

async function customerWithCart(given: { stock?: number; quantity?: number } = {}) {
  const database = await createTestDatabase();
  const db = database.write;
  const accountId = await createAccount(db);
  const owner = { accountId };
  const bookId = await createBook(db, {
    title: "Kari",
    stock: given.stock ?? 5,
    authors: ["A. Rao", "B. Sen"],
  });
  if (given.quantity) await addToCart(db, owner, { bookId, quantity: given.quantity });
  const itemId = (await readCart(db, owner)).lines[0]?.itemId ?? 0;
  return { db, owner, accountId, bookId, itemId };
}

test("adding the same book again adds up in one line", async () => {
  const { db, owner, bookId } = await customerWithCart();
  expect(await addToCart(db, owner, { bookId, quantity: 2 })).toEqual({
    ok: true,
    title: "Kari",
    quantity: 2,
  });
  expect(await addToCart(db, owner, { bookId, quantity: 3 })).toEqual({
    ok: true,
    title: "Kari",
    quantity: 5,
  });
  expect((await readCart(db, owner)).lines).toMatchObject([
    { bookId, quantity: 5, authors: ["A. Rao", "B. Sen"] },
  ]);
  expect(await cartCount(db, owner)).toBe(5);
});

test("an owner with further fields is the same owner: the book that is asked for is added", async () => {
  const { db, owner, bookId } = await customerWithCart();
  const other = await createBook(db, { title: "Gora", stock: 0 });
  const wide = { ...owner, bookId: other, quantity: 9, at: "x", cartId: 0 };
  expect(await addToCart(db, wide, { bookId, quantity: 1 })).toMatchObject({ ok: true, title: "Kari" });
  expect(await cartCount(db, owner)).toBe(1);
});

test("21 concurrent requests add 21 copies", async () => {
  const { db, owner, bookId } = await customerWithCart({ stock: 100 });
  await setSettings(db, { mostCopies: 100 });
  await Promise.all(Array.from({ length: 21 }, () => addToCart(db, owner, { bookId, quantity: 1 })));
  expect(await cartCount(db, owner)).toBe(21);
});

test("adding more than the stock is refused and changes nothing", async () => {
  const { db, owner, bookId } = await customerWithCart({ stock: 3, quantity: 2 });
  expect(await addToCart(db, owner, { bookId, quantity: 2 })).toEqual({
    ok: false,
    reason: "too_many",
    title: "Kari",
    message: "Only 3 left in stock",
  });
  expect(await cartCount(db, owner)).toBe(2);
  const soldOut = await createBook(db, { stock: 0 });
  const refused = await addToCart(db, owner, { bookId: soldOut, quantity: 1 });
  expect(refused).toMatchObject({ ok: false, reason: "out_of_stock", message: "Out of stock" });
});

test("hidden and unknown books cannot be added", async () => {
  const { db, owner } = await customerWithCart();
  const hidden = await createBook(db, { hidden: 1 });
  for (const bookId of [hidden, 999_999]) {
    expect(await addToCart(db, owner, { bookId, quantity: 1 })).toMatchObject({
      ok: false,
      reason: "not_found",
    });
  }
  expect(await cartCount(db, owner)).toBe(0);
});

test("the cart uses the catalogue's present prices, and charges the sale price", async () => {
  const { db, owner, bookId } = await customerWithCart({ quantity: 2 });
  await db.updateTable("books").set({ price: 30_000, sale_price: 19_900 }).where("id", "=", bookId).execute();
  const cart = await readCart(db, owner);
  expect(cart.lines).toMatchObject([
    { price: 30_000, salePrice: 19_900, unitPrice: 19_900, lineTotal: 39_800 },
  ]);
  expect(cart.totals).toEqual({
    itemCount: 2,
    subtotal: 39_800,
    discount: 0,
    shipping: 0,
    tax: 0,
    total: 39_800,
  });
});

test("lines with a hidden or sold-out book or too many copies have a problem and block the order", async () => {
  const { db, owner, bookId } = await customerWithCart({ stock: 5, quantity: 4 });
  expect((await readCart(db, owner)).isOrderable).toBe(true);
  const problem = async (book: { hidden?: 0 | 1; stock?: number }) => {
    await db.updateTable("books").set(book).where("id", "=", bookId).execute();
    const cart = await readCart(db, owner);
    expect(cart.isOrderable).toBe(false);
    return {
      problem: cart.lines[0]!.problem,
      available: cart.lines[0]!.available,
      counted: cart.totals.itemCount,
    };
  };
  expect(await problem({ stock: 3 })).toEqual({ problem: "too_many", available: 3, counted: 4 });
  expect(await problem({ stock: 0 })).toEqual({ problem: "out_of_stock", available: 0, counted: 0 });
  expect(await problem({ hidden: 1, stock: 9 })).toEqual({
    problem: "unavailable",
    available: 0,
    counted: 0,
  });
});

test("a quantity below 1 is ignored, and one above the stock is refused", async () => {
  const { db, owner, itemId } = await customerWithCart({ stock: 3, quantity: 1 });
  expect(await setQuantity(db, owner, { itemId, quantity: 0 })).toEqual({ ok: true, quantity: 1 });
  expect(await setQuantity(db, owner, { itemId, quantity: -4 })).toEqual({ ok: true, quantity: 1 });
  expect(await setQuantity(db, owner, { itemId, quantity: 3 })).toEqual({ ok: true, quantity: 3 });
  expect(await setQuantity(db, owner, { itemId, quantity: 4 })).toMatchObject({
    ok: false,
    message: "Only 3 left in stock",
  });
  expect(await cartCount(db, owner)).toBe(3);
});

test("a line with more copies than the stock can be lowered, but not raised", async () => {
  const { db, owner, itemId, bookId } = await customerWithCart({ stock: 9, quantity: 9 });
  await db.updateTable("books").set({ stock: 2 }).where("id", "=", bookId).execute();
  expect(await setQuantity(db, owner, { itemId, quantity: 8 })).toEqual({ ok: true, quantity: 8 });
  expect(await setQuantity(db, owner, { itemId, quantity: 9 })).toMatchObject({
    ok: false,
    message: "Only 2 left in stock",
  });
});

test("another owner's line can be neither changed nor removed", async () => {
  const { db, owner, itemId } = await customerWithCart({ quantity: 2 });
  const other = { accountId: await createAccount(db) };
  const guest = { sessionHash: await createGuestSession(db) };
  for (const stranger of [other, guest]) {
    expect(await setQuantity(db, stranger, { itemId, quantity: 1 })).toMatchObject({ reason: "not_found" });
    expect(await removeItem(db, stranger, { itemId })).toBe(false);
    expect((await readCart(db, stranger)).lines).toEqual([]);
  }
  expect(await cartCount(db, owner)).toBe(2);
  expect(await removeItem(db, owner, { itemId })).toBe(true);
  expect(await removeItem(db, owner, { itemId })).toBe(false);
  expect(await cartCount(db, owner)).toBe(0);
});

test("a line that was taken out is not another book's line, and a line's book is compared with the one shown", async () => {
  const { db, owner, accountId, itemId: seen, bookId } = await customerWithCart({ quantity: 1 });
  const other = await createBook(db);
  await removeItem(db, owner, { itemId: seen, bookId });
  await addToCart(db, owner, { bookId: other, quantity: 1 });
  const { itemId } = (await readCart(db, owner)).lines[0]!;
  expect(itemId).not.toBe(seen);
  const stale = [
    { itemId: seen },
    { itemId: seen, bookId },
    { itemId: seen, bookId: other },
    { itemId, bookId },
  ];
  for (const line of stale) {
    expect(await setQuantity(db, owner, { ...line, quantity: 4 })).toMatchObject({ reason: "not_found" });
    expect(await removeItem(db, owner, line)).toBe(false);
    expect(await saveForLater(db, accountId, line)).toMatchObject({ reason: "not_found" });
  }
  expect((await readCart(db, owner)).lines).toMatchObject([{ bookId: other, quantity: 1 }]);
  expect(await setQuantity(db, owner, { itemId, bookId: other, quantity: 2 })).toMatchObject({ ok: true });
});

test("copies held by the customer's own unpaid order are available to this customer only", async () => {
  const { write: db } = await createTestDatabase();
  const order = await createPendingOrder(db, new MemoryGateway(), { book: { stock: 4 }, quantity: 4 });
  const owner = { accountId: order.accountId };
  expect((await readCart(db, owner)).lines).toMatchObject([{ available: 4, problem: null }]);
  const other = { accountId: await createAccount(db) };
  expect(await addToCart(db, other, { bookId: order.bookId, quantity: 1 })).toMatchObject({
    message: "Out of stock",
  });
});

test("at login the guest's cart is added to the customer's, up to the stock", async () => {
  const { write: db } = await createTestDatabase();
  const sessionHash = await createGuestSession(db);
  const accountId = await createAccount(db);
  const [both, guestOnly, soldOut] = [
    await createBook(db, { stock: 5 }),
    await createBook(db, { stock: 5 }),
    await createBook(db, { stock: 5 }),
  ];
  await addToCart(db, { accountId }, { bookId: both, quantity: 3 });
  await addToCart(db, { sessionHash }, { bookId: both, quantity: 4 });
  await addToCart(db, { sessionHash }, { bookId: guestOnly, quantity: 2 });
  await addToCart(db, { sessionHash }, { bookId: soldOut, quantity: 1 });
  await db.updateTable("books").set({ stock: 0 }).where("id", "=", soldOut).execute();

  await db.transaction().execute((trx) => mergeGuestCart(trx, sessionHash, accountId));

  const lines = (await readCart(db, { accountId })).lines.map(({ bookId, quantity, problem }) => ({
    bookId,
    quantity,
    problem,
  }));
  expect(lines).toEqual([
    { bookId: both, quantity: 5, problem: null },
    { bookId: guestOnly, quantity: 2, problem: null },
    { bookId: soldOut, quantity: 1, problem: "out_of_stock" },
  ]);
  expect(await cartCount(db, { sessionHash })).toBe(0);
});

test("merging never lowers the quantity of the customer's own line", async () => {
  const { write: db } = await createTestDatabase();
  const sessionHash = await createGuestSession(db);
  const accountId = await createAccount(db);
  const book = await createBook(db, { stock: 5 });
  await addToCart(db, { accountId }, { bookId: book, quantity: 4 });
  await addToCart(db, { sessionHash }, { bookId: book, quantity: 2 });
  await db.updateTable("books").set({ stock: 1 }).where("id", "=", book).execute();
  await db.transaction().execute((trx) => mergeGuestCart(trx, sessionHash, accountId));
  expect(await cartCount(db, { accountId })).toBe(4);
});
