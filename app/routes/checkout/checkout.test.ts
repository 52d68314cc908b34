import { beforeEach, describe, expect, test } from "vitest";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { ADDRESS, createAccount, createAddress, createBook } from "~/test/factories";
import { type Browser, customerBrowser, guestBrowser, signedIn, testShop } from "~/test/shop";
import { flashMessages, formFields, pageHtml } from "~/test/pages";

const shop = testShop();

let accountId: number;
let browser: Browser;
beforeEach(async () => {
  const db = shop.db.write;
  accountId = await createAccount(db);
  const bookId = await createBook(db, { title: "Kari <b>", price: 30_000, stock: 9 });
  await addToCart(db, { accountId }, { bookId, quantity: 2 });
  browser = await signedIn(shop, accountId);
});

const TYPED = { ...ADDRESS, fullname: "Asha Rao", place: "Thrissur" };
const db = () => shop.db.read;
const orders = () =>
  db().selectFrom("orders").selectAll().where("account_id", "=", accountId).orderBy("id").execute();
const addresses = () =>
  db().selectFrom("addresses").selectAll().where("account_id", "=", accountId).orderBy("id").execute();
const page = (path = "/checkout") => pageHtml(browser.get(path));
/** The id of the address chosen on a page. */
const chosen = (html: string) => Number(/id="address-(\d+)"[^>]* checked/.exec(html)?.[1]);
/** The id of the form that the button posts; its own has no form attribute. */
const buttonOf = (html: string) =>
  /<button[^>]*value="place-order"[^>]*>/.exec(html)![0].match(/ form="([^"]*)"/)?.[1] ?? "place-order";

describe("Place Order with an open address form", () => {
  const place = (path: string, fields: object) =>
    browser.post(path, { intent: "place-order", expectedTotal: 60_000, addressId: 0, ...fields });

  test("saves the new address first and orders to it, not to the one saved before", async () => {
    const old = await createAddress(shop.db.write, accountId);
    const html = await page("/checkout?add=1");
    expect(buttonOf(html)).toBe("address-form");
    // With the form open, no saved address can be chosen.
    expect(html).not.toContain(`id="address-${old}"`);
    const answer = await place("/checkout?add=1", TYPED);
    const [order] = await orders();
    expect(answer.headers.get("Location")).toBe(`/checkout/pay/${order!.id}`);
    expect(order).toMatchObject({ fullname: "Asha Rao", place: "Thrissur" });
    expect(await addresses()).toMatchObject([{ id: old, place: ADDRESS.place }, { place: "Thrissur" }]);
    const pay = await page(`/checkout/pay/${order!.id}`);
    expect(pay).toContain("Deliver to");
    expect(pay).toContain("Thrissur, Kerala 682001");
  });

  test("saves the edited address and orders to it", async () => {
    const id = await createAddress(shop.db.write, accountId);
    await createAddress(shop.db.write, accountId, { is_default: 1, place: "Kollam" });
    expect(buttonOf(await page(`/checkout?edit=${id}`))).toBe("address-form");
    await place(`/checkout?edit=${id}`, { ...TYPED, addressId: id });
    expect(await orders()).toMatchObject([{ place: "Thrissur" }]);
    expect(await addresses()).toMatchObject([{ id, place: "Thrissur" }, { place: "Kollam" }]);
  });

  test("shows errors and doubts at the fields with everything typed; nothing is ordered", async () => {
    const typed = { ...TYPED, place: "", pincode: "4110", state: "Maharastra", email: "nobody" };
    const answer = await place("/checkout?add=1", typed);
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain("Please check the form for errors");
    expect(html).toContain("Place is required");
    expect(html).toMatch(
      /<input[^>]* autofocus=""[^>]* name="place"|<input[^>]* name="place"[^>]* autofocus=""/,
    );
    expect(html).toContain("Please enter a valid email address");
    expect(html).toMatch(/name="email"[^>]* value="nobody"/);
    expect(html).toContain("India has no state called Maharastra. Is it right?");
    expect(html).toContain("PIN codes have six digits. Is 4110 right?");
    expect(html).toMatch(/name="askedPincode" value="4110"/);
    expect(html).toMatch(/name="fullname"[^>]* value="Asha Rao"/);
    expect(await orders()).toEqual([]);
    await place("/checkout?add=1", { ...TYPED, pincode: "4110", askedPincode: "4110" });
    expect(await orders()).toMatchObject([{ pincode: "4110" }]);
  });

  test("a refused order leaves the address saved and chosen, with the reason", async () => {
    const other = await createAddress(shop.db.write, accountId, { is_default: 1 });
    const answer = await place("/checkout?add=1", { ...TYPED, expectedTotal: 1 });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain("The total has changed to ₹600.00.");
    const saved = (await addresses()).find(({ id }) => id !== other)!;
    expect(chosen(html)).toBe(saved.id);
    expect(buttonOf(html)).toBe("place-order");
  });

  test("another customer's address is a 404", async () => {
    const theirs = await createAddress(shop.db.write, await createAccount(shop.db.write));
    expect((await place("/checkout?add=1", { ...TYPED, addressId: theirs })).status).toBe(404);
    expect(await orders()).toEqual([]);
  });
});

describe("a guest's cart beside the login", () => {
  const withBooks = async () => {
    const guest = guestBrowser(shop);
    const sold = await createBook(shop.db.write, { title: "Gone", price: 10_000, stock: 1 });
    const two = [await createBook(shop.db.write, { title: "Gora <b>", price: 30_000 }), sold];
    for (const bookId of two) await guest.post("/cart", { intent: "add", bookId });
    await shop.db.write.updateTable("books").set({ hidden: 1 }).where("id", "=", sold).execute();
    return guest;
  };
  const text = (guest: Browser, path: string) => pageHtml(guest.get(path));
  const lines = (html: string) =>
    [...html.matchAll(/name="itemId" value="(\d+)"/g)].map((match) => match[1]!);

  test("shows books, problems, the total and delivery; a book can be removed", async () => {
    const guest = await withBooks();
    expect((await guest.get("/cart")).headers.get("Location")).toBe("/login?redirectTo=%2Fcart");
    for (const path of ["/login", "/register"]) {
      const html = await text(guest, `${path}?redirectTo=%2Fcart`);
      expect(html).toContain("Log in or register to check out. Your 2 books are kept.");
      expect(html).toContain("Gora &lt;b&gt;");
      expect(html).toContain("This book is no longer available");
      expect(html).toMatch(/<dd>₹300\.00<\/dd>/);
      expect(html).toContain("Free delivery. ");
      expect(lines(html)).toHaveLength(2);
    }
    const [first] = lines(await text(guest, "/login?redirectTo=%2Fcart"));
    const redirectTo = "/login?redirectTo=%2Fcart";
    const removed = await guest.post("/cart", { intent: "remove", itemId: first!, redirectTo });
    expect(removed.headers.get("Location")).toBe(redirectTo);
    const html = await text(guest, redirectTo);
    expect(html).toContain("The cart item deleted!");
    expect(html).toContain("Your book is kept.");
  });

  test("is only shown when coming from the cart or checkout; other guests cannot change it", async () => {
    const [guest, other] = [await withBooks(), await withBooks()];
    for (const path of ["/login", "/login?redirectTo=%2Forders", "/login?redirectTo=%2Fcarts"])
      expect(await text(guest, path)).not.toContain("Your cart");
    expect(await text(guest, "/login?redirectTo=%2Fcheckout")).toContain("Your cart");
    expect(await text(guestBrowser(shop), "/login?redirectTo=%2Fcart")).not.toContain("Your cart");
    const [first] = lines(await text(guest, "/login?redirectTo=%2Fcart"));
    await other.post("/cart", { intent: "remove", itemId: first! });
    expect(lines(await text(guest, "/login?redirectTo=%2Fcart"))).toHaveLength(2);
    const changed = await guest.post("/cart", { intent: "update", itemId: first!, quantity: 3 });
    expect(changed.headers.get("Location")).toContain("/login");
  });
});

test("an old tab's line is refused, and the page then shows the cart as it is", async () => {
  const browser = await customerBrowser(shop);
  const shown = await createBook(shop.db.write, { title: "Godan" });
  const other = await createBook(shop.db.write, { title: "Gora" });
  await browser.post("/cart", { intent: "add", bookId: shown });
  const line = formFields(await pageHtml(browser.get("/cart")), "/cart/saved");
  expect(line).toMatchObject({ bookId: `${shown}`, was: "1" });
  await browser.post("/cart", { ...line, intent: "remove" });
  await browser.post("/cart", { intent: "add", bookId: other });
  const refusals = [
    ["/cart", { intent: "update", quantity: 2 }, "Failed to update the cart item quantity! “Godan” is no"],
    ["/cart", { intent: "remove" }, "Failed to delete the cart item! “Godan” is no"],
    ["/cart/saved", { intent: "save" }, "“Godan” is no"],
  ] as const;
  for (const [path, fields, message] of refusals) {
    const answer = await browser.post(path, { ...line, ...fields });
    expect(answer.headers.get("Location")).toBe("/cart");
    const html = await pageHtml(browser.get("/cart"));
    expect(html).toContain(`${message} longer in your cart.`);
    expect(html.match(/Godan/g)).toHaveLength(html.match(/“Godan” is no longer/g)!.length);
    expect(formFields(html, "/cart/saved")).toMatchObject({ bookId: `${other}`, was: "1" });
  }
});

test("a refused addition names the book and the reason, with and without scripts", async () => {
  const soldOut = await createBook(shop.db.write, { title: "Godan", stock: 0 });
  const few = await createBook(shop.db.write, { title: "Gora <i>", stock: 2 });
  const refused = [
    [soldOut, 1, "Error in adding &quot;Godan&quot; to your cart: Out of stock"],
    [few, 3, "Error in adding &quot;Gora &lt;i&gt;&quot; to your cart: Only 2 left in stock"],
  ] as const;
  for (const [bookId, quantity, words] of refused) {
    const add = { intent: "add", bookId, quantity, redirectTo: "/books" };
    const posted = await browser.post("/cart", add);
    expect([posted.status, posted.headers.get("Location")]).toEqual([303, "/books"]);
    expect(await page("/books")).toContain(words);
    // With scripts the answer comes first, and the message with the data loaded after it.
    const inPlace = await browser.post("/cart.data", { ...add, stay: "on" });
    expect([inPlace.status, await inPlace.text()]).toEqual([200, expect.stringContaining('"ok",false')]);
    expect(await page("/books")).toContain(words);
  }
  expect(await page("/cart")).not.toContain("Gora");
});

test("what is refused about one book of several names it", async () => {
  const { write } = shop.db;
  const id = await createBook(write, { title: "Rudali", stock: 5 });
  await addToCart(write, { accountId }, { bookId: id, quantity: 1 });
  await write
    .insertInto("saved_items")
    .values({ account_id: accountId, book_id: id, quantity: 1, saved_at: "2026-11-01T00:00:00.000Z" })
    .execute();
  const set = (changed: { stock?: number; hidden?: 0 | 1 }) =>
    write.updateTable("books").set(changed).where("id", "=", id).execute();
  const said = async (path: string, fields: Record<string, string | number>) => {
    await browser.post(path, fields);
    return flashMessages(await page("/cart"));
  };
  const { id: itemId } = await db()
    .selectFrom("cart_items")
    .select("id")
    .where("book_id", "=", id)
    .executeTakeFirstOrThrow();
  const more = { intent: "update", itemId, bookId: id, was: 1, quantity: 7 };
  const move = { intent: "move", bookId: id };
  expect(await said("/cart", more)).toEqual(["“Rudali”: Only 5 left in stock"]);
  await set({ stock: 0 });
  expect(await said("/cart", more)).toEqual(["“Rudali”: Out of stock"]);
  const soldOut = "Error in adding &quot;Rudali&quot; to your cart: Out of stock";
  expect(await said("/cart/saved", move)).toEqual([soldOut]);
  await browser.post("/wishlist", { intent: "add", bookId: id });
  await page("/cart");
  expect(await said("/wishlist", move)).toEqual([soldOut]);
  await set({ hidden: 1 });
  for (const [path, fields] of [
    ["/cart", more],
    ["/cart/saved", move],
  ] as const)
    expect(await said(path, fields)).toEqual(["“Rudali” is no longer available"]);
});

test("the summary shows the books, the day of delivery and a link to edit the cart", async () => {
  await createAddress(shop.db.write, accountId);
  const html = await page();
  expect(html).toContain("Kari &lt;b&gt;</a>");
  expect(html).toContain("2 copies");
  expect(html).toMatch(/Delivery by (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ \w+/);
  expect(html).toMatch(/href="\/cart"[^>]*>Edit cart/);
});

describe("a failed or cancelled payment", () => {
  test.each([
    [
      { intent: "failed", description: "Card <b> declined" },
      "Payment failed: Card &lt;b&gt; declined",
      "bg-bad-soft",
    ],
    // Whoever closed the window knows that nothing went wrong.
    [{ intent: "cancelled" }, "Payment cancelled", "bg-sunken"],
  ])(
    "after %j the checkout keeps the message, a link to pay and the address",
    async (result, said, ground) => {
      await createAddress(shop.db.write, accountId, { is_default: 1 });
      const other = await createAddress(shop.db.write, accountId, { place: "Kollam" });
      await browser.post("/checkout", { intent: "place-order", addressId: other, expectedTotal: 60_000 });
      const [order] = await orders();
      await browser.post(`/checkout/pay/${order!.id}`, result);
      await page(); // the flash, shown once
      const html = await page();
      expect(html).toContain(said);
      expect(/<section aria-label="Your unpaid order"[^>]*>/.exec(html)![0]).toContain(ground);
      expect(html).toMatch(new RegExp(`href="/checkout/pay/${order!.id}"[^>]*>Pay`));
      expect(chosen(html)).toBe(other);

      await shop.db.write.updateTable("orders").set({ pay_by: "2026-01-01T00:00:00.000Z" }).where("id", "=", order!.id).execute(); // oxfmt-ignore
      expect(await page()).not.toContain(said);
    },
  );

  test("other customers cannot set the message", async () => {
    const address = await createAddress(shop.db.write, accountId);
    await browser.post("/checkout", { intent: "place-order", addressId: address, expectedTotal: 60_000 });
    const [order] = await orders();
    const stranger = await customerBrowser(shop);
    await stranger.post(`/checkout/pay/${order!.id}`, { intent: "failed", description: "x" });
    await stranger.get(`/checkout/return/${order!.id}?outcome=cancelled`);
    expect(await orders()).toMatchObject([{ payment_problem: null }]);
    await browser.get(`/checkout/return/${order!.id}?outcome=cancelled`);
    expect(await orders()).toMatchObject([{ payment_problem: "Payment cancelled" }]);
  });
});

describe("an unpaid order at the checkout", () => {
  /** The variants of the two buttons, and the notice's text. */
  const shown = async () => {
    const html = await page();
    const notice = /<section aria-label="Your unpaid order"[\s\S]*?<\/section>/.exec(html)![0];
    const filled = (part: string) => part.match(/class="btn btn-primary/g)?.length ?? 0;
    const placing = /<button[^>]*value="place-order"[^>]*>/.exec(html)![0];
    return { text: notice.replace(/<[^>]+>/g, ""), pay: filled(notice), place: filled(placing) };
  };

  test("lists its books when the cart is another one; one of the two buttons is filled", async () => {
    const addressId = await createAddress(shop.db.write, accountId);
    await browser.post("/checkout", { intent: "place-order", addressId, expectedTotal: 60_000 });
    const same = await shown();
    expect(same).toMatchObject({ pay: 1, place: 0 });
    expect(same.text).not.toContain("Kari");
    const other = await createBook(shop.db.write, { title: "Rudali", stock: 5 });
    await addToCart(shop.db.write, { accountId }, { bookId: other, quantity: 1 });
    const changed = await shown();
    expect(changed).toMatchObject({ pay: 0, place: 1 });
    expect(changed.text).toContain("Kari &lt;b&gt; × 2");
    expect(changed.text).toContain("replaces this order");
    expect(changed.text).not.toContain("Rudali");
  });
});
