import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createAccount, createAddress, createBook, setSettings } from "~/test/factories";
import { placeOrder } from "../checkout/place-order.server";
import { startSession } from "~/domain/people/accounts/sessions.server";
import { moveToCart, addToWishlist } from "~/domain/readers/wishlist/wishlist.server";
import { addToCart, mergeGuestCart, readCart, setQuantity } from "./cart.server";
import { reorderedInWords } from "./reorder";
import { reorder } from "./reorder.server";
import { moveSavedToCart, saveForLater } from "./saved-items.server";

const TEN =
  "You can order at most 10 copies of one book. We keep the rest for other readers; for 20 copies or more, ask us.";

let db: Db;
let accountId: number;
let bookId: number;

beforeEach(async () => {
  db = (await createTestDatabase()).write;
  accountId = await createAccount(db);
  bookId = await createBook(db, { title: "Kari", stock: 100 });
});

const owner = () => ({ accountId });
const add = (quantity: number) => addToCart(db, owner(), { bookId, quantity });
const line = async () => (await readCart(db, owner())).lines[0]!;
const place = async () =>
  placeOrder(db, accountId, { addressId: await createAddress(db, accountId), gateway: "sandbox" });

describe("the limit of ten copies of a book in an order, a setting", () => {
  test("adding and changing the quantity stop at ten, even with more in stock", async () => {
    expect(await add(11)).toMatchObject({ ok: false, reason: "over_limit", message: TEN });
    expect(await add(10)).toMatchObject({ ok: true, quantity: 10 });
    expect(await add(1)).toMatchObject({ ok: false, message: TEN });
    const { itemId, most, problem } = await line();
    expect({ most, problem }).toEqual({ most: 10, problem: null });
    const raised = await setQuantity(db, owner(), { itemId, quantity: 11 });
    expect(raised).toMatchObject({ ok: false, reason: "over_limit", message: TEN });
    expect((await line()).quantity).toBe(10);
  });

  test("when the stock is smaller than the limit, the message is about the stock", async () => {
    await db.updateTable("books").set({ stock: 10 }).execute();
    expect(await add(11)).toMatchObject({ reason: "too_many", message: "Only 10 left in stock" });
  });

  test("a book of the wishlist is not moved to the cart beyond the limit", async () => {
    await add(10);
    await addToWishlist(db, accountId, bookId);
    expect(await moveToCart(db, accountId, bookId)).toMatchObject({ ok: false, message: TEN });
  });

  test("when a saved book is moved to the cart, the copies beyond the limit stay saved", async () => {
    await add(8);
    await saveForLater(db, accountId, await line());
    await add(5);
    expect(await moveSavedToCart(db, accountId, bookId)).toMatchObject({
      ok: true,
      moved: 5,
      left: 3,
      message: `Moved 5 of 8 copies of "Kari" to your cart: ${TEN}`,
    });
    expect(await moveSavedToCart(db, accountId, bookId)).toMatchObject({ ok: false, message: TEN });
  });

  test("'Order again' adds copies up to ten and says so", async () => {
    await add(7);
    const placed = await place();
    if (!placed.ok) throw new Error(placed.message);
    const books = await reorder(db, { orderId: placed.orderId, accountId });
    expect(books).toMatchObject([{ wanted: 7, added: 3, limitedTo: 10 }]);
    expect((await line()).quantity).toBe(10);
    expect(reorderedInWords(books!).map(({ text }) => text)).toContain(
      `${TEN} Added: 3 of 7 copies of "Kari"`,
    );
  });

  test("merging a guest's cart with a customer's stops at ten", async () => {
    await add(6);
    const { idHash } = await startSession(db, { accountId: null, remember: true, userAgent: null });
    await addToCart(db, { sessionHash: idHash }, { bookId, quantity: 9 });
    await db.transaction().execute((trx) => mergeGuestCart(trx, idHash, accountId));
    expect((await line()).quantity).toBe(10);
  });

  test("after the limit was lowered, a line above it can only be lowered, and blocks the order", async () => {
    await setSettings(db, { mostCopies: 20 });
    await add(15);
    await setSettings(db, { mostCopies: 10 });
    const { itemId, problem, most } = await line();
    expect({ problem, most }).toEqual({ problem: "over_limit", most: 10 });
    expect(await place()).toMatchObject({ ok: false, reason: "lines", message: `Kari: ${TEN}` });
    expect(await setQuantity(db, owner(), { itemId, quantity: 12 })).toMatchObject({ ok: true });
    expect(await setQuantity(db, owner(), { itemId, quantity: 10 })).toMatchObject({ ok: true });
    expect(await place()).toMatchObject({ ok: true });
  });
});
