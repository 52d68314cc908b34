import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addToCart } from "~/domain/cart/cart.server";
import { ADDRESS, createAccount, createAddress, createBook } from "~/test/factories";
import { Browser, signedIn, startTestShop, type TestShop } from "~/test/shop";

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.remove());

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
const orders = () => db().selectFrom("orders").selectAll().where("account_id", "=", accountId).execute();
const addresses = () =>
  db().selectFrom("addresses").selectAll().where("account_id", "=", accountId).execute();
const page = async (path = "/checkout") =>
  (await (await browser.get(path)).text()).replaceAll("<!-- -->", "");
/** The id of the address that is chosen on a page. */
const chosen = (html: string) => Number(/id="address-(\d+)"[^>]* checked/.exec(html)?.[1]);
/** Which form the button posts: another than its own is named. */
const buttonOf = (html: string) =>
  /<button[^>]*value="place-order"[^>]*>/.exec(html)![0].match(/ form="([^"]*)"/)?.[1] ?? "place-order";

describe("Place Order with an address being typed", () => {
  const place = (path: string, fields: object) =>
    browser.post(path, { intent: "place-order", expectedTotal: 60_000, addressId: 0, ...fields });

  test("saves the new address first, and the order goes there, not to the one saved before", async () => {
    const old = await createAddress(shop.db.write, accountId);
    const html = await page("/checkout?add=1");
    expect(buttonOf(html)).toBe("address-form");
    // The order goes where the page shows: nothing else can be chosen beside the open form.
    expect(html).not.toContain(`id="address-${old}"`);
    const answer = await place("/checkout?add=1", TYPED);
    const [order] = await orders();
    expect(answer.headers.get("Location")).toBe(`/checkout/pay/${order!.id}`);
    expect(order).toMatchObject({ fullname: "Asha Rao", place: "Thrissur" });
    expect(await addresses()).toMatchObject([{ id: old, place: ADDRESS.place }, { place: "Thrissur" }]);
    const pay = await page(`/checkout/pay/${order!.id}`);
    expect(pay).toContain("Delivered to");
    expect(pay).toContain("Thrissur, Kerala 682001");
  });

  test("saves the change of the one that is edited, and the order goes there", async () => {
    const id = await createAddress(shop.db.write, accountId);
    await createAddress(shop.db.write, accountId, { is_default: 1, place: "Kollam" });
    expect(buttonOf(await page(`/checkout?edit=${id}`))).toBe("address-form");
    await place(`/checkout?edit=${id}`, { ...TYPED, addressId: id });
    expect(await orders()).toMatchObject([{ place: "Thrissur" }]);
    expect(await addresses()).toMatchObject([{ id, place: "Thrissur" }, { place: "Kollam" }]);
  });

  test("its mistakes and doubts come back at the fields with all that was typed; nothing is ordered", async () => {
    const answer = await place("/checkout?add=1", { ...TYPED, place: "", pincode: "4110" });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain("Place is required");
    expect(html).toContain("PIN codes have six digits. Is 4110 right?");
    expect(html).toMatch(/name="askedPincode" value="4110"/);
    expect(html).toMatch(/name="fullname"[^>]* value="Asha Rao"/);
    expect(await orders()).toEqual([]);
    await place("/checkout?add=1", { ...TYPED, pincode: "4110", askedPincode: "4110" });
    expect(await orders()).toMatchObject([{ pincode: "4110" }]);
  });

  test("an order that is refused leaves the address saved and chosen, with the reason", async () => {
    const other = await createAddress(shop.db.write, accountId, { is_default: 1 });
    const answer = await place("/checkout?add=1", { ...TYPED, expectedTotal: 1 });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain("The total has changed to ₹600.00.");
    const saved = (await addresses()).find(({ id }) => id !== other)!;
    expect(chosen(html)).toBe(saved.id);
    expect(buttonOf(html)).toBe("place-order");
  });

  test("another customer's address is not found", async () => {
    const theirs = await createAddress(shop.db.write, await createAccount(shop.db.write));
    expect((await place("/checkout?add=1", { ...TYPED, addressId: theirs })).status).toBe(404);
    expect(await orders()).toEqual([]);
  });
});

describe("a guest's cart beside the login", () => {
  const withBooks = async () => {
    const guest = new Browser(shop.origin);
    const sold = await createBook(shop.db.write, { title: "Gone", price: 10_000, stock: 1 });
    const two = [await createBook(shop.db.write, { title: "Gora <b>", price: 30_000 }), sold];
    for (const bookId of two) await guest.post("/cart", { intent: "add", bookId });
    await shop.db.write.updateTable("books").set({ hidden: 1 }).where("id", "=", sold).execute();
    return guest;
  };
  const text = async (guest: Browser, path: string) =>
    (await (await guest.get(path)).text()).replaceAll("<!-- -->", "");
  const lines = (html: string) =>
    [...html.matchAll(/name="itemId" value="(\d+)"/g)].map((match) => match[1]!);

  test("names books, problems, the total and the delivery; a book can be taken out", async () => {
    const guest = await withBooks();
    expect((await guest.get("/cart")).headers.get("Location")).toBe("/login?redirectTo=%2Fcart");
    for (const path of ["/login", "/register"]) {
      const html = await text(guest, `${path}?redirectTo=%2Fcart`);
      expect(html).toContain("Log in or register to check out. Your 2 books are kept.");
      expect(html).toContain("Gora &lt;b&gt;");
      expect(html).toContain("This book is no longer available");
      expect(html).toMatch(/<dd>₹300\.00<\/dd>/);
      expect(html).toContain("Free delivery, by ");
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

  test("stands there for whoever comes from the cart or the checkout alone, and is nobody else's to change", async () => {
    const [guest, other] = [await withBooks(), await withBooks()];
    for (const path of ["/login", "/login?redirectTo=%2Forders", "/login?redirectTo=%2Fcarts"])
      expect(await text(guest, path)).not.toContain("Your cart");
    expect(await text(guest, "/login?redirectTo=%2Fcheckout")).toContain("Your cart");
    expect(await text(new Browser(shop.origin), "/login?redirectTo=%2Fcart")).not.toContain("Your cart");
    const [first] = lines(await text(guest, "/login?redirectTo=%2Fcart"));
    await other.post("/cart", { intent: "remove", itemId: first! });
    expect(lines(await text(guest, "/login?redirectTo=%2Fcart"))).toHaveLength(2);
    const changed = await guest.post("/cart", { intent: "update", itemId: first!, quantity: 3 });
    expect(changed.headers.get("Location")).toContain("/login");
  });
});

test("what cannot be added is told with the book's name and the reason, by form and in place", async () => {
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
    // Where scripts run the answer comes first, and the message with what is loaded after it.
    const inPlace = await browser.post("/cart.data", { ...add, stay: "on" });
    expect([inPlace.status, await inPlace.text()]).toEqual([200, expect.stringContaining('"ok",false')]);
    expect(await page("/books")).toContain(words);
  }
  expect(await page("/cart")).not.toContain("Gora");
});

test("the summary shows what is bought, when it comes and the way to change it", async () => {
  await createAddress(shop.db.write, accountId);
  const html = await page();
  expect(html).toContain("Kari &lt;b&gt;</a>");
  expect(html).toContain("2 copies");
  expect(html).toMatch(/Delivery by (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ \w+/);
  expect(html).toMatch(/href="\/cart"[^>]*>Edit cart/);
});

describe("a payment that came to nothing", () => {
  test.each([
    [{ intent: "failed", description: "Card <b> declined" }, "Payment failed: Card &lt;b&gt; declined"],
    [{ intent: "cancelled" }, "Payment cancelled"],
  ])(
    "after %j the page goes on saying so, with the way to pay and the address kept",
    async (result, said) => {
      await createAddress(shop.db.write, accountId, { is_default: 1 });
      const other = await createAddress(shop.db.write, accountId, { place: "Kollam" });
      await browser.post("/checkout", { intent: "place-order", addressId: other, expectedTotal: 60_000 });
      const [order] = await orders();
      await browser.post(`/checkout/pay/${order!.id}`, result);
      await page(); // the message that shows once
      const html = await page();
      expect(html).toContain(said);
      expect(html).toMatch(new RegExp(`href="/checkout/pay/${order!.id}"[^>]*>Pay`));
      expect(chosen(html)).toBe(other);

      await shop.db.write.updateTable("orders").set({ pay_by: "2026-01-01T00:00:00.000Z" }).where("id", "=", order!.id).execute(); // oxfmt-ignore
      expect(await page()).not.toContain(said);
    },
  );

  test("nobody else can write it", async () => {
    const address = await createAddress(shop.db.write, accountId);
    await browser.post("/checkout", { intent: "place-order", addressId: address, expectedTotal: 60_000 });
    const [order] = await orders();
    const stranger = await signedIn(shop, await createAccount(shop.db.write));
    await stranger.post(`/checkout/pay/${order!.id}`, { intent: "failed", description: "x" });
    await stranger.get(`/checkout/return/${order!.id}?outcome=cancelled`);
    expect(await orders()).toMatchObject([{ payment_problem: null }]);
    await browser.get(`/checkout/return/${order!.id}?outcome=cancelled`);
    expect(await orders()).toMatchObject([{ payment_problem: "Payment cancelled" }]);
  });
});
