import { beforeEach, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { addToWishlist, moveAllToCart, moveToCart } from "~/domain/readers/wishlist/wishlist.server";
import { createTestDatabase } from "~/test/database";
import { createAccount, createAddress, createBook, createGuestSession } from "~/test/factories";
import { placeOrderFor } from "~/test/orders";
import { CART_MAX, type CartOwner } from "./cart";
import { addToCart, mergeGuestCart, readCart, removeItem, setQuantity } from "./cart.server";
import { reorderedInWords } from "./reorder";
import { reorder } from "./reorder.server";
import { listSaved, moveSavedToCart, saveForLater } from "./saved-items.server";

const FULL = "Your cart is full: it holds 200 different books";
let db: Db;
let accountId: number;
let owner: CartOwner;

beforeEach(async () => {
  db = (await createTestDatabase()).write;
  accountId = await createAccount(db);
  owner = { accountId };
});

const put = (of: CartOwner, bookId: number) => addToCart(db, of, { bookId, quantity: 1 });
const booksOf = async (of: CartOwner) => (await readCart(db, of)).lines.map(({ bookId }) => bookId);

/** Puts so many new books into a cart. @returns their ids */
async function fill(of: CartOwner, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await createBook(db));
  for (const id of ids) expect(await put(of, id)).toMatchObject({ ok: true });
  return ids;
}

test("a full cart takes no other book, but more copies of its own; each refusal says why", async () => {
  const [ordered, saved, wished, gone] = [
    await createBook(db, { title: "Gora" }),
    await createBook(db, { title: "Kari" }),
    await createBook(db, { title: "Umrao" }),
    await createBook(db, { title: "Nirmala", stock: 0 }),
  ];
  await put(owner, ordered);
  const orderId = await placeOrderFor(db, { accountId, addressId: await createAddress(db, accountId) });
  await db.deleteFrom("cart_items").execute();
  await put(owner, saved);
  const [line] = (await readCart(db, owner)).lines;
  await saveForLater(db, accountId, { itemId: line!.itemId });
  await addToWishlist(db, accountId, wished);
  const own = await fill(owner, CART_MAX);

  expect(await put(owner, wished)).toEqual({ ok: false, reason: "full", title: "Umrao", message: FULL });
  expect(await put(owner, gone)).toMatchObject({ reason: "out_of_stock" });
  expect(await moveSavedToCart(db, accountId, saved)).toMatchObject({ reason: "full", message: FULL });
  expect(await listSaved(db, accountId)).toHaveLength(1);
  expect(await moveToCart(db, accountId, wished)).toMatchObject({ reason: "full" });
  expect(await moveAllToCart(db, accountId)).toEqual({ moved: 0, stayed: 1, isCartFull: true });
  expect(reorderedInWords((await reorder(db, { orderId, accountId }))!)).toEqual([
    { kind: "error", text: `${FULL}. Not added: 1 book` },
  ]);
  expect(await put(owner, own[0]!)).toMatchObject({ ok: true, quantity: 2 });
  const { itemId } = (await readCart(db, owner)).lines[1]!;
  expect(await setQuantity(db, owner, { itemId, quantity: 2 })).toMatchObject({ ok: true });
  expect(await booksOf(owner)).toEqual(own);

  expect(await removeItem(db, owner, { itemId })).toBe(true);
  expect(await reorder(db, { orderId, accountId })).toMatchObject([{ added: 1, isCartFull: false }]);
  expect(await booksOf(owner)).toHaveLength(CART_MAX);
});

test("at login the customer's lines stay, and of the guest's those are taken that fit", async () => {
  const sessionHash = await createGuestSession(db);
  const guest = { sessionHash };
  const own = await fill(owner, CART_MAX - 2);
  const theirs = await fill(guest, 3);
  await put(guest, own[0]!);
  await db.transaction().execute((trx) => mergeGuestCart(trx, sessionHash, accountId));
  expect(await booksOf(owner)).toEqual([...own, ...theirs.slice(0, 2)]);
  expect((await readCart(db, owner)).lines[0]).toMatchObject({ quantity: 2 });
  expect(await booksOf(guest)).toEqual([]);
});
