import { expect, test } from "vitest";
import { createTestDatabase, failing } from "~/test/database";
import { createAccount, createBook } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createPendingOrder } from "~/test/orders";
import { addToCart, readCart } from "./cart.server";
import { SAVED_MAX } from "./saved-items";
import { listSaved, moveSavedToCart, removeSaved, saveForLater } from "./saved-items.server";

async function shopper() {
  const { write: db, executeScript } = await createTestDatabase();
  const accountId = await createAccount(db);
  const owner = { accountId };
  return {
    db,
    executeScript,
    accountId,
    put: async (bookId: number, quantity = 1) => {
      expect((await addToCart(db, owner, { bookId, quantity })).ok).toBe(true);
      return (await readCart(db, owner)).lines.find((line) => line.bookId === bookId)!.itemId;
    },
    /** Writes to the table without checking the stock. */
    saved: (bookId: number, quantity: number, saved_at = "2026-02-01T00:00:00.000Z") =>
      db
        .insertInto("saved_items")
        .values({ account_id: accountId, book_id: bookId, quantity, saved_at })
        .execute(),
    inCart: async () => (await readCart(db, owner)).lines.map(({ bookId, quantity }) => [bookId, quantity]),
    saves: async () => (await listSaved(db, accountId)).map(({ bookId, quantity }) => [bookId, quantity]),
  };
}

test("a line is saved with its copies, which add to those saved before; the last saved comes first", async () => {
  const { db, accountId, put, inCart, saves } = await shopper();
  const [gora, kari] = [await createBook(db, { title: "Gora" }), await createBook(db)];
  const save = async (itemId: number, day: string) => saveForLater(db, accountId, { itemId }, new Date(day));
  expect(await save(await put(gora, 2), "2026-02-01")).toEqual({ ok: true, title: "Gora" });
  await save(await put(kari), "2026-02-02");
  expect(await inCart()).toEqual([]);
  expect(await saves()).toEqual([
    [kari, 1],
    [gora, 2],
  ]);
  await save(await put(gora, 3), "2026-02-03");
  expect(await saves()).toEqual([
    [gora, 5],
    [kari, 1],
  ]);
});

test("moving adds to the line in the cart", async () => {
  const { db, accountId, put, saved, inCart, saves } = await shopper();
  const bookId = await createBook(db, { title: "Gora", stock: 5 });
  await put(bookId, 2);
  await saved(bookId, 3);
  expect(await moveSavedToCart(db, accountId, bookId)).toEqual({
    ok: true,
    title: "Gora",
    moved: 3,
    left: 0,
    message: 'Moved "Gora" to your cart',
  });
  expect(await inCart()).toEqual([[bookId, 5]]);
  expect(await saves()).toEqual([]);
});

test("only as many copies are moved as the stock allows; the rest stays saved", async () => {
  const { db, accountId, put, saved, inCart, saves } = await shopper();
  const bookId = await createBook(db, { title: "Gora", stock: 4 });
  await put(bookId, 1);
  await saved(bookId, 5);
  expect(await moveSavedToCart(db, accountId, bookId)).toMatchObject({
    ok: true,
    moved: 3,
    left: 2,
    message: 'Moved 3 of 5 copies of "Gora" to your cart: Only 4 left in stock',
  });
  expect(await inCart()).toEqual([[bookId, 4]]);
  expect(await saves()).toEqual([[bookId, 2]]);
  expect(await moveSavedToCart(db, accountId, bookId)).toEqual({
    ok: false,
    reason: "too_many",
    title: "Gora",
    message: "Only 4 left in stock",
  });
  expect(await saves()).toEqual([[bookId, 2]]);
});

test("copies held by the customer's own unpaid order can be moved, as in the cart", async () => {
  const { db, accountId, saved, inCart } = await shopper();
  const order = await createPendingOrder(db, new MemoryGateway(), {
    accountId,
    quantity: 2,
    book: { stock: 2 },
  });
  await db.deleteFrom("cart_items").execute();
  await saved(order.bookId, 2);
  expect(await listSaved(db, accountId)).toMatchObject([{ available: 2, problem: null }]);
  expect(await moveSavedToCart(db, accountId, order.bookId)).toMatchObject({ ok: true, moved: 2 });
  expect(await inCart()).toEqual([[order.bookId, 2]]);
});

test("sold-out and hidden books stay saved with their problem, and can be removed", async () => {
  const { db, accountId, put, saves } = await shopper();
  const [soldOut, hidden] = [
    await createBook(db, { title: "Sold out" }),
    await createBook(db, { title: "Hidden" }),
  ];
  const items = [await put(soldOut), await put(hidden)];
  await db.updateTable("books").set({ stock: 0 }).where("id", "=", soldOut).execute();
  await db.updateTable("books").set({ hidden: 1 }).where("id", "=", hidden).execute();
  for (const item of items) expect((await saveForLater(db, accountId, { itemId: item })).ok).toBe(true);
  const found = await listSaved(db, accountId);
  expect(found.find(({ bookId }) => bookId === hidden)).toMatchObject({
    title: expect.any(String),
    available: 0,
    problem: "unavailable",
  });
  expect(found.find(({ bookId }) => bookId === soldOut)).toMatchObject({ problem: "out_of_stock" });
  expect(await moveSavedToCart(db, accountId, soldOut)).toMatchObject({
    title: "Sold out",
    message: "Out of stock",
  });
  expect(await moveSavedToCart(db, accountId, hidden)).toMatchObject({
    reason: "unavailable",
    message: "“Hidden” is no longer available",
  });
  expect(await saves()).toHaveLength(2);
  expect(await removeSaved(db, accountId, soldOut)).toEqual({ ok: true, title: "Sold out" });
  expect(await removeSaved(db, accountId, hidden)).toEqual({ ok: true, title: "Hidden" });
  expect(await saves()).toEqual([]);
});

test("a full list refuses another book, but adds copies of a book already saved", async () => {
  const { db, accountId, put, saved, inCart, saves } = await shopper();
  const books: number[] = [];
  for (let n = 0; n <= SAVED_MAX; n += 1) books.push(await createBook(db));
  for (const bookId of books.slice(0, SAVED_MAX)) await saved(bookId, 1);
  const one = books.at(-1)!;
  const item = await put(one);
  expect(await saveForLater(db, accountId, { itemId: item })).toEqual({
    ok: false,
    reason: "full",
    message: `You can save ${SAVED_MAX} books for later; remove one first`,
  });
  expect(await inCart()).toEqual([[one, 1]]);
  expect((await saveForLater(db, accountId, { itemId: await put(books[0]!) })).ok).toBe(true);
  expect(await saves()).toHaveLength(SAVED_MAX);
});

test("another customer's cart lines and saved books cannot be changed", async () => {
  const { db, accountId, put, saved, inCart, saves } = await shopper();
  const stranger = await createAccount(db);
  const [gora, kari] = [await createBook(db), await createBook(db, { title: "Kari" })];
  const item = await put(gora);
  await saved(kari, 2);
  await addToCart(db, { accountId: stranger }, { bookId: kari, quantity: 1 });
  expect(await saveForLater(db, stranger, { itemId: item })).toMatchObject({
    ok: false,
    message: "This book is no longer in your cart.",
  });
  expect(await moveSavedToCart(db, stranger, kari)).toMatchObject({
    ok: false,
    message: "“Kari” is no longer saved for later.",
  });
  expect(await removeSaved(db, stranger, kari)).toEqual({
    ok: false,
    reason: "not_found",
    message: "“Kari” is no longer saved for later.",
  });
  expect(await listSaved(db, stranger)).toEqual([]);
  expect(await inCart()).toEqual([[gora, 1]]);
  expect(await saves()).toEqual([[kari, 2]]);
  expect((await readCart(db, { accountId: stranger })).lines).toMatchObject([{ quantity: 1 }]);
  expect(await moveSavedToCart(db, accountId, gora), "in the cart, not saved").toMatchObject({ ok: false });
});

test("of twenty concurrent saves or moves only one succeeds", async () => {
  const { db, accountId, put, inCart, saves } = await shopper();
  const bookId = await createBook(db, { stock: 100 });
  const item = await put(bookId, 3);
  const twenty = <Result>(run: () => Promise<Result>) => Promise.all(Array.from({ length: 20 }, run));
  const saved = await twenty(() => saveForLater(db, accountId, { itemId: item }));
  expect(saved.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await saves()).toEqual([[bookId, 3]]);
  const moved = await twenty(() => moveSavedToCart(db, accountId, bookId));
  expect(moved.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await inCart()).toEqual([[bookId, 3]]);
  expect(await saves()).toEqual([]);
});

test.each([
  ["saving", "cart_items"],
  ["moving", "saved_items"],
])("%s that fails half-way changes nothing", async (action, table) => {
  const { db, executeScript, accountId, put, saved, inCart, saves } = await shopper();
  const [gora, kari] = [await createBook(db), await createBook(db)];
  const item = await put(gora, 2);
  await saved(kari, 2);
  await failing({ executeScript }, `delete on ${table}`, "the power went");
  const attempt =
    action === "saving"
      ? saveForLater(db, accountId, { itemId: item })
      : moveSavedToCart(db, accountId, kari);
  await expect(attempt).rejects.toThrow("the power went");
  expect(await inCart()).toEqual([[gora, 2]]);
  expect(await saves()).toEqual([[kari, 2]]);
});
