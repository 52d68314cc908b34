import { expect, test } from "vitest";
import { createAccount, createAddress, createBook, setSettings } from "~/test/factories";
import { guestBrowser, signedIn, testShop } from "~/test/shop";

const shop = testShop();

test("21 additions to one cart, 20 of them at once, give 21 copies", async () => {
  await setSettings(shop.db.write, { mostCopies: 100 });
  const book = await createBook(shop.db.write, { stock: 100 });
  const guest = guestBrowser(shop);
  await guest.post("/cart", { intent: "add", bookId: book, redirectTo: "/books" });
  await Promise.all(
    Array.from({ length: 20 }, () =>
      guest.post("/cart", { intent: "add", bookId: book, redirectTo: "/books" }),
    ),
  );
  const items = await shop.db.read
    .selectFrom("cart_items")
    .select(["book_id", "quantity"])
    .where("book_id", "=", book)
    .execute();
  expect(items).toEqual([{ book_id: book, quantity: 21 }]);
});

test("of 200 simultaneous buyers of a book with 5 copies, exactly 5 get one", async () => {
  const db = shop.db.write;
  const book = await createBook(db, { stock: 5 });
  const buyers = [];
  for (let n = 0; n < 200; n += 1) {
    const account = await createAccount(db);
    const address = await createAddress(db, account);
    const browser = await signedIn(shop, account);
    const { id: cart } = await db
      .insertInto("carts")
      .values({ account_id: account, session_hash: null, updated_at: new Date().toISOString() })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("cart_items")
      .values({ cart_id: cart, book_id: book, quantity: 1, added_at: new Date().toISOString() })
      .execute();
    buyers.push({ browser, address });
  }
  const answers = await Promise.all(
    buyers.map(({ browser, address }) =>
      browser.post("/checkout", { intent: "place-order", addressId: address }),
    ),
  );
  expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
  const lines = await shop.db.read
    .selectFrom("order_lines as l")
    .innerJoin("orders as o", "o.id", "l.order_id")
    .where("l.book_id", "=", book)
    .where("o.state", "=", "pending")
    .select("l.quantity")
    .execute();
  expect(lines).toEqual(Array.from({ length: 5 }, () => ({ quantity: 1 })));
  const { stock } = await shop.db.read
    .selectFrom("books")
    .select("stock")
    .where("id", "=", book)
    .executeTakeFirstOrThrow();
  expect(stock).toBe(0);
});
