import { expect, test } from "vitest";
import { createTestDatabase, failing } from "~/test/database";
import { catalogueBook, catalogueReader } from "~/test/factories-catalogue";
import { addToCart, readCart } from "~/domain/sales/cart/cart.server";
import {
  addToWishlist,
  isOnWishlist,
  listWishlist,
  moveAllToCart,
  moveToCart,
  removeFromWishlist,
  WISHLIST_MAX,
  wishlistCount,
} from "./wishlist.server";

test("adds a book once, lists the last added first, and removes it", async () => {
  const db = await createTestDatabase();
  const asha = await catalogueReader(db.write);
  const ravi = await catalogueReader(db.write);
  const gora = await catalogueBook(db.write, { title: "Gora" });
  const devdas = await catalogueBook(db.write, { title: "Devdas" });
  expect(await addToWishlist(db.write, asha, gora, new Date("2026-02-01"))).toEqual({
    ok: true,
    title: "Gora",
  });
  await addToWishlist(db.write, asha, devdas, new Date("2026-02-02"));
  expect(await addToWishlist(db.write, asha, gora, new Date("2026-02-03"))).toEqual({
    ok: true,
    title: "Gora",
  });
  expect((await listWishlist(db.read, asha)).map((book) => book.title)).toEqual(["Devdas", "Gora"]);
  expect(await isOnWishlist(db.read, asha, gora)).toBe(true);

  await removeFromWishlist(db.write, ravi, gora);
  expect(await isOnWishlist(db.read, asha, gora), "another's removal").toBe(true);
  expect(await listWishlist(db.read, ravi)).toEqual([]);
  await removeFromWishlist(db.write, asha, gora);
  await removeFromWishlist(db.write, asha, gora);
  expect((await listWishlist(db.read, asha)).map((book) => book.title)).toEqual(["Devdas"]);
});

test("refuses hidden and unknown books; leaves out books hidden later", async () => {
  const db = await createTestDatabase();
  const asha = await catalogueReader(db.write);
  const hidden = await catalogueBook(db.write, { title: "Hidden", hidden: 1 });
  const gora = await catalogueBook(db.write, { title: "Gora" });
  expect(await addToWishlist(db.write, asha, hidden)).toEqual({
    ok: false,
    reason: "not_found",
    message: "Book Not Found",
  });
  expect(await addToWishlist(db.write, asha, 999)).toEqual({
    ok: false,
    reason: "not_found",
    message: "Book Not Found",
  });
  await addToWishlist(db.write, asha, gora);
  await db.write.updateTable("books").set({ hidden: 1 }).where("id", "=", gora).execute();
  expect(await listWishlist(db.read, asha)).toEqual([]);
});

test("a full list refuses another book", async () => {
  const db = await createTestDatabase();
  const asha = await catalogueReader(db.write);
  const ids: number[] = [];
  for (let index = 0; index <= WISHLIST_MAX; index++)
    ids.push(await catalogueBook(db.write, { title: `Book ${index}` }));
  for (const id of ids.slice(0, WISHLIST_MAX))
    expect((await addToWishlist(db.write, asha, id)).ok).toBe(true);
  expect(await addToWishlist(db.write, asha, ids.at(-1)!)).toMatchObject({ ok: false });
  expect(await addToWishlist(db.write, asha, ids[0]!), "one that is on it already").toMatchObject({
    ok: true,
  });
  expect(await listWishlist(db.read, asha)).toHaveLength(WISHLIST_MAX);
});

/** A customer with these books on the wishlist, oldest first. */
async function wisher(...books: Parameters<typeof catalogueBook>[1][]) {
  const { write: db, executeScript } = await createTestDatabase();
  const asha = await catalogueReader(db);
  const ids: number[] = [];
  for (const [index, book] of books.entries()) {
    ids.push(await catalogueBook(db, { ...book, hidden: 0 }));
    await addToWishlist(db, asha, ids[index]!, new Date(Date.UTC(2026, 1, 1 + index)));
    if (book.hidden) await db.updateTable("books").set({ hidden: 1 }).where("id", "=", ids[index]!).execute();
  }
  const state = async () => ({
    wished: (await listWishlist(db, asha)).map((book) => book.title),
    cart: (await readCart(db, { accountId: asha })).lines.map((line) => [line.title, line.quantity]),
    count: await wishlistCount(db, asha),
  });
  return { db, executeScript, asha, ids, state };
}

test("the count is updated by adding, removing, moving, hiding and showing", async () => {
  const { db, asha, ids, state } = await wisher({ title: "Gora" }, { title: "Devdas" }, { title: "Kari" });
  const count = async () => (await state()).count;
  expect(await count()).toBe(3);
  await removeFromWishlist(db, asha, ids[0]!);
  expect(await count()).toBe(2);
  await moveToCart(db, asha, ids[1]!);
  expect(await count()).toBe(1);
  for (const hidden of [1, 0] as const) {
    await db.updateTable("books").set({ hidden }).where("id", "=", ids[2]!).execute();
    expect(await count()).toBe(hidden ? 0 : 1);
  }
});

test("moves one copy to the cart, added to those in it; keeps a book without available copies", async () => {
  const { db, asha, ids, state } = await wisher({ title: "Gora" }, { title: "Last", stock: 1 });
  const [gora, last] = ids as [number, number];
  await addToCart(db, { accountId: asha }, { bookId: gora, quantity: 2 });
  await addToCart(db, { accountId: asha }, { bookId: last, quantity: 1 });
  expect(await moveToCart(db, asha, gora)).toMatchObject({ ok: true, title: "Gora", quantity: 3 });
  expect(await moveToCart(db, asha, last)).toMatchObject({ ok: false, message: "Only 1 left in stock" });
  expect(await state()).toMatchObject({
    wished: ["Last"],
    cart: [
      ["Gora", 3],
      ["Last", 1],
    ],
  });
});

test("does not move books that are not on one's own list", async () => {
  const { db, ids, asha, state } = await wisher({ title: "Gora" });
  const ravi = await catalogueReader(db);
  expect(await moveToCart(db, ravi, ids[0]!)).toMatchObject({ ok: false, reason: "not_wished" });
  expect(await moveAllToCart(db, ravi)).toEqual({ moved: 0, stayed: 0, isCartFull: false });
  expect((await readCart(db, { accountId: ravi })).lines).toEqual([]);
  const other = await catalogueBook(db, { title: "Other" });
  expect(await moveToCart(db, asha, other)).toEqual({
    ok: false,
    reason: "not_wished",
    message: "“Other” is no longer on your wishlist.",
  });
  expect(await state()).toMatchObject({ wished: ["Gora"], cart: [] });
});

test("twenty moves at once put one copy into the cart", async () => {
  const { db, asha, ids, state } = await wisher(
    { title: "Gora", stock: 100 },
    { title: "Devdas", stock: 100 },
  );
  const moves = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 5 === 4 ? moveAllToCart(db, asha) : moveToCart(db, asha, ids[n % 2]!),
    ),
  );
  expect(moves.length).toBe(20);
  expect(await state()).toEqual({
    wished: [],
    cart: expect.arrayContaining([
      ["Gora", 1],
      ["Devdas", 1],
    ]),
    count: 0,
  });
});

test("moves all available books; sold-out and hidden books stay", async () => {
  const { db, asha, state } = await wisher(
    { title: "Gora" },
    { title: "Sold out", stock: 0 },
    { title: "Hidden", hidden: 1 },
    { title: "Devdas" },
  );
  expect(await moveAllToCart(db, asha)).toEqual({ moved: 2, stayed: 1, isCartFull: false });
  expect(await state()).toMatchObject({
    wished: ["Sold out"],
    cart: [
      ["Gora", 1],
      ["Devdas", 1],
    ],
  });
  await db.updateTable("books").set({ hidden: 0, stock: 5 }).execute();
  expect((await state()).wished).toEqual(["Hidden", "Sold out"]);
});

test.each(["one", "all"])("rolls back when moving %s fails", async (which) => {
  const { db, executeScript, asha, ids, state } = await wisher({ title: "Gora" }, { title: "Devdas" });
  await failing({ executeScript }, "delete on wishlist_items", "the power went", `old.book_id = ${ids[1]}`);
  const attempt = which === "one" ? moveToCart(db, asha, ids[1]!) : moveAllToCart(db, asha);
  await expect(attempt).rejects.toThrow("the power went");
  expect(await state()).toEqual({ wished: ["Devdas", "Gora"], cart: [], count: 2 });
});
