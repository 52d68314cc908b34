import { describe, expect, test, vi } from "vitest";
import { readCart } from "~/domain/sales/cart/cart.server";
import { listSaved } from "~/domain/sales/cart/saved-items.server";
import { findEditableBook } from "~/domain/catalogue/books/staff/staff-books.server";
import { stopLink } from "~/domain/readers/waiting/stop-link.server";
import { addToWishlist } from "~/domain/readers/wishlist/wishlist.server";
import { guestClient, staffClient, tokenClient } from "~/test/api";
import { createAddress, createBook, createStaff } from "~/test/factories";
import { createShopOrder } from "~/test/orders";
import {
  type Browser,
  customerBrowser,
  guestBrowser,
  signedIn,
  staffBrowser,
  testShop,
  LIMITED,
  withSettings,
} from "~/test/shop";
import { openPage } from "~/test/pages";

const shop = testShop();

const book = (given: Parameters<typeof createBook>[1] = {}) =>
  createBook(shop.db.write, { authors: ["Asha Devi"], tags: ["Tale"], ...given });
const set = (id: number, values: { stock?: number; hidden?: 0 | 1 }) =>
  shop.db.write.updateTable("books").set(values).where("id", "=", id).execute();

/** Posts, and follows the redirect. @returns the page it leads to */
async function posted(browser: Browser, url: string, fields: Record<string, string | number>) {
  const response = await browser.post(url, fields);
  expect(response.status).toBe(303);
  const to = response.headers.get("Location")!;
  return { to, html: (await openPage(browser, to)).html };
}

async function customer(given: { email?: string } = {}) {
  const browser = await customerBrowser(shop, given);
  const id = browser.accountId;
  const lines = async () => (await readCart(shop.db.read, { accountId: id })).lines;
  const itemOf = async (bookId: number) => (await lines()).find((line) => line.bookId === bookId)!.itemId;
  return { id, browser, lines, itemOf };
}

describe("saved for later", () => {
  test("a line is saved below the cart and moved back, with messages", async () => {
    const { browser, itemOf, lines } = await customer();
    const gora = await book({ title: "Gora", stock: 5 });
    await browser.post("/cart", { intent: "add", bookId: gora, quantity: 3 });
    const saved = await posted(browser, "/cart/saved", { intent: "save", itemId: await itemOf(gora) });
    expect(saved.to).toBe("/cart");
    expect(saved.html).toContain("Saved &quot;Gora&quot; for later");
    expect(saved.html).toContain("Your cart is empty");
    const section = saved.html.split('id="saved-for-later"')[1]!;
    for (const text of ["Saved for later", "Gora", "₹250.00", "× 3", "In stock", "Move to cart", "Remove"])
      expect(section).toContain(text);

    const moved = await posted(browser, "/cart/saved", { intent: "move", bookId: gora });
    expect(moved.html).toContain("Moved &quot;Gora&quot; to your cart");
    expect(moved.html).not.toContain('id="saved-for-later"');
    expect(await lines()).toMatchObject([{ bookId: gora, quantity: 3 }]);
    const again = await posted(browser, "/cart/saved", { intent: "move", bookId: gora });
    expect(again.html).toContain("“Gora” is no longer saved for later.");
  });

  test("hidden books show their title and can only be removed; sold-out ones say so", async () => {
    const { browser, itemOf } = await customer();
    const [hidden, soldOut] = [await book({ title: "Withdrawn" }), await book({ title: "Sold" })];
    for (const bookId of [hidden, soldOut]) {
      await browser.post("/cart", { intent: "add", bookId });
      await browser.post("/cart/saved", { intent: "save", itemId: await itemOf(bookId) });
    }
    await set(hidden, { hidden: 1 });
    await set(soldOut, { stock: 0 });
    const { html } = await openPage(browser, "/cart");
    const section = html.split('id="saved-for-later"')[1]!.split("</section>")[0]!;
    expect(section).toContain("Withdrawn");
    expect(section).toContain("This book is no longer available");
    expect(section).toContain("Out of stock");
    expect(section).not.toContain("Move to cart");
    expect(section).not.toContain(`/books/${hidden}`);
    const removed = await posted(browser, "/cart/saved", { intent: "remove", bookId: hidden });
    expect(removed.html).toContain("Removed &quot;Withdrawn&quot; from the books saved for later");
    expect(removed.html.split('id="saved-for-later"')[1]).not.toContain("Withdrawn");
  });

  test("guests are sent to the login and back to the cart; staff and invalid forms are refused", async () => {
    const guest = await guestBrowser(shop).post("/cart/saved", { intent: "save", itemId: 1 });
    expect(guest.headers.get("Location")).toBe("/login?redirectTo=%2Fcart%2Fsaved");
    const { browser } = await customer();
    expect((await browser.get("/cart/saved")).headers.get("Location")).toBe("/cart");
    const nonsense: Record<string, string>[] = [
      {},
      { intent: "drop", bookId: "1" },
      { intent: "move" },
      { intent: "save", itemId: "x" },
    ];
    for (const fields of nonsense) expect((await browser.post("/cart/saved", fields)).status).toBe(400);
    const admin = await staffBrowser(shop);
    expect((await admin.post("/cart/saved", { intent: "remove", bookId: 1 })).headers.get("Location")).toBe(
      "/admin",
    );
  });

  test("twenty moves at once move a book once; other customers' lines and books cannot be changed", async () => {
    const { id, browser, itemOf, lines } = await customer();
    const stranger = await customer();
    const gora = await book({ stock: 100 });
    await browser.post("/cart", { intent: "add", bookId: gora, quantity: 4 });
    const itemId = await itemOf(gora);
    await stranger.browser.post("/cart/saved", { intent: "save", itemId });
    expect(await lines()).toHaveLength(1);
    await browser.post("/cart/saved", { intent: "save", itemId });
    for (const intent of ["move", "remove"])
      await stranger.browser.post("/cart/saved", { intent, bookId: gora });
    expect(await listSaved(shop.db.read, id)).toMatchObject([{ bookId: gora, quantity: 4 }]);
    await Promise.all(
      Array.from({ length: 20 }, () => browser.post("/cart/saved", { intent: "move", bookId: gora })),
    );
    expect(await lines()).toMatchObject([{ bookId: gora, quantity: 4 }]);
    expect(await stranger.lines()).toEqual([]);
  });

  test("the API saves, lists, moves and removes", async () => {
    const { id, itemOf } = await customer();
    const client = await tokenClient(shop, id);
    const bookId = await book({ title: "Kari", stock: 3, sale_price: 19_950 });
    await client.post("/carts/", { bookId, qty: 2 });
    const line = await itemOf(bookId);
    expect((await client.post("/carts/save", { id: line })).body).toEqual({
      result: 1,
      msg: 'Saved "Kari" for later',
    });
    expect(await client.post("/carts/save", { id: line })).toMatchObject({ status: 404 });
    expect((await client.get("/carts/saved")).body).toEqual([
      {
        bookId,
        title: "Kari",
        price: 199.5,
        qty: 2,
        quantity: 2,
        coverpage: "default.webp",
        coverImage: "default.webp",
        available: 3,
        releaseDate: null,
      },
    ]);
    expect((await client.post("/carts/saved/move", { bookId })).body).toMatchObject({ result: 1 });
    expect(await client.post("/carts/saved/remove", { bookId })).toMatchObject({ status: 404 });
    await client.post("/carts/save", { id: await itemOf(bookId) });
    await set(bookId, { stock: 0 });
    expect((await client.post("/carts/saved/move", { bookId })).body).toEqual({
      result: 0,
      msg: "Out of stock",
    });
    expect((await client.post("/carts/saved/remove", { bookId })).body).toMatchObject({ result: 1 });
    expect((await client.get("/carts/saved")).body).toEqual([]);
  });
});

describe("the wishlist", () => {
  const countIn = (html: string) => Number(/Wishlist(?:<span[^>]*>)+(\d+)/.exec(html)?.[1] ?? 0);

  test("the menu's count follows books that are added, removed, hidden and moved", async () => {
    const { browser } = await customer();
    const books = [await book(), await book(), await book()];
    const at = `/books/${books[0]}`;
    expect(countIn((await openPage(browser, at)).html)).toBe(0);
    for (const [n, bookId] of books.entries()) {
      const { html } = await posted(browser, "/wishlist", { intent: "add", bookId, redirectTo: at });
      expect(countIn(html)).toBe(n + 1);
    }
    await set(books[2]!, { hidden: 1 });
    expect(countIn((await openPage(browser, at)).html)).toBe(2);
    expect(countIn((await posted(browser, "/wishlist", { intent: "move", bookId: books[1]! })).html)).toBe(1);
    expect(countIn((await posted(browser, "/wishlist", { intent: "remove", bookId: books[0]! })).html)).toBe(
      0,
    );
    await set(books[2]!, { hidden: 0 });
    expect(countIn((await openPage(browser, at)).html)).toBe(1);
  });

  test("a book's page says that it is on the list, and removes it", async () => {
    const { id, browser } = await customer();
    const gora = await book();
    const at = `/books/${gora}`;
    expect((await openPage(browser, at)).html).toContain("Add to Wishlist");
    await addToWishlist(shop.db.write, id, gora);
    const { html } = await openPage(browser, at);
    expect(html).toContain("On your wishlist");
    expect(html).not.toContain("Add to Wishlist");
    const removed = await posted(browser, "/wishlist", { intent: "remove", bookId: gora, redirectTo: at });
    expect(removed.to).toBe(at);
    expect(removed.html).toContain("Removed from your wishlist");
    expect(removed.html).toContain("Add to Wishlist");
  });

  test("moves all available books to the cart; the others stay, with a message", async () => {
    const { id, browser, lines } = await customer();
    const [one, two, soldOut] = [await book(), await book(), await book({ title: "Sold", stock: 0 })];
    for (const bookId of [one, two, soldOut]) await addToWishlist(shop.db.write, id, bookId);
    expect((await openPage(browser, "/wishlist")).html).toContain("Move all available to cart");
    const moved = await posted(browser, "/wishlist", { intent: "move-all" });
    expect(moved.html).toContain("Added 2 books to your cart; 1 book cannot be added in more copies now");
    expect(moved.html).toContain("Sold");
    expect(moved.html).not.toContain("Move all available to cart");
    expect((await lines()).map((line) => line.bookId).sort()).toEqual([one, two].sort());
    const nothing = await posted(browser, "/wishlist", { intent: "move-all" });
    expect(nothing.html).toContain("Nothing on your wishlist could be added to your cart");
    expect(
      (await guestBrowser(shop).post("/wishlist", { intent: "move-all" })).headers.get("Location"),
    ).toMatch(/^\/login/);
  });

  test("twenty moves of a book put one copy into the cart; a refused move leaves it on the list", async () => {
    const { id, browser, lines } = await customer();
    const [gora, soldOut] = [await book({ stock: 100 }), await book({ title: "Sold", stock: 0 })];
    for (const bookId of [gora, soldOut]) await addToWishlist(shop.db.write, id, bookId);
    const move = (bookId: number) => browser.post("/wishlist", { intent: "move", bookId });
    await Promise.all(Array.from({ length: 20 }, () => move(gora)));
    expect(await lines()).toMatchObject([{ bookId: gora, quantity: 1 }]);
    await move(soldOut);
    expect((await openPage(browser, "/wishlist")).html).toContain("Sold");
  });
});

describe("stock alerts", () => {
  const FORM = "Tell me when it is back";
  const alerts = (bookId: number) =>
    shop.db.read
      .selectFrom("stock_alerts")
      .select(["email", "account_id", "told_at"])
      .where("book_id", "=", bookId)
      .orderBy("id")
      .execute();

  test("the form is only on pages of sold-out books: with an email field for guests, not for staff", async () => {
    const [soldOut, inStock] = [await book({ stock: 0 }), await book()];
    const { browser } = await customer();
    const staff = await staffBrowser(shop);
    await staff.get("/?preview=on");
    const [guest, own, inside, there] = [
      (await openPage(guestBrowser(shop), `/books/${soldOut}`)).html,
      (await openPage(browser, `/books/${soldOut}`)).html,
      (await openPage(staff, `/books/${soldOut}`)).html,
      (await openPage(guestBrowser(shop), `/books/${inStock}`)).html,
    ];
    expect(guest).toContain(FORM);
    expect(guest).toContain('id="notify-email"');
    expect(own).toContain(FORM);
    expect(own).not.toContain('id="notify-email"');
    expect(inside).not.toContain(FORM);
    expect(there).not.toContain(FORM);
    const tags = [
      await guestBrowser(shop).get(`/books/${soldOut}`),
      await guestBrowser(shop).get(`/books/${soldOut}`),
    ];
    expect(tags[0]!.headers.get("ETag")).toBeTruthy();
    expect(tags[1]!.headers.get("ETag")).toBe(tags[0]!.headers.get("ETag"));
  });

  test("a guest's wrong address comes back on the form's own page; a right one always gets the same answer", async () => {
    const gora = await book({ title: "Gora", stock: 0 });
    const wrong = await guestBrowser(shop).post(`/books/${gora}/notify`, { intent: "ask", email: "asha@" });
    const html = await wrong.text();
    expect(wrong.status).toBe(400);
    expect(html).toContain("Please enter a valid email address");
    expect(html).toMatch(/<input[^>]*value="asha@"/);
    expect(html).toMatch(
      /<input[^>]*id="notify-email"[^>]*autofocus|<input[^>]*autofocus[^>]*id="notify-email"/i,
    );
    expect(html).toContain("Gora");
    const said: string[] = [];
    for (const email of ["asha@example.com", " Asha@Example.com"]) {
      const answer = await posted(guestBrowser(shop), `/books/${gora}/notify`, { intent: "ask", email });
      expect(answer.to).toBe(`/books/${gora}-gora`);
      const browser = guestBrowser(shop);
      await browser.post(`/books/${gora}/notify`, { intent: "ask", email });
      said.push(/We will email [^<]*/.exec((await openPage(browser, answer.to)).html)![0]);
    }
    expect(said).toEqual(Array(2).fill("We will email asha@example.com once, when &quot;Gora&quot; is back"));
    expect(await alerts(gora)).toEqual([{ email: "asha@example.com", account_id: null, told_at: null }]);
  });

  test("a book in stock needs no alert; hidden and unknown ones are a 404", async () => {
    const [inStock, hidden] = [await book({ title: "There" }), await book({ stock: 0, hidden: 1 })];
    const answer = await posted(guestBrowser(shop), `/books/${inStock}/notify`, {
      email: "asha@example.com",
    });
    expect(answer.to).toBe(`/books/${inStock}-there`);
    expect((await guestBrowser(shop).get(`/books/${inStock}/notify`)).headers.get("Location")).toBe(
      `/books/${inStock}-there`,
    );
    for (const id of [hidden, 999_999, "x", "1e3"]) {
      expect(
        (await guestBrowser(shop).post(`/books/${id}/notify`, { email: "asha@example.com" })).status,
      ).toBe(404);
      expect((await guestBrowser(shop).get(`/books/${id}/notify`)).status).toBe(404);
    }
    expect(await alerts(inStock)).toEqual([]);
  });

  test("a customer's alert goes to the account's address, shows on both pages and can be withdrawn", async () => {
    const { id, browser } = await customer({ email: "meera.k@example.com" });
    const stranger = await customer();
    const gora = await book({ title: "Gora", stock: 0 });
    const asked = await posted(browser, `/books/${gora}/notify`, {
      intent: "ask",
      email: "victim@example.com",
    });
    expect(asked.html).toContain("We will email meera.k@example.com once");
    expect(asked.html).toContain("email you once, when it is back.");
    expect(await alerts(gora)).toMatchObject([{ email: "meera.k@example.com", account_id: id }]);
    const list = await openPage(browser, "/wishlist");
    expect(list.html).toContain("Waiting for");
    expect(list.html).toContain("Gora");
    expect((await openPage(stranger.browser, "/wishlist")).html).not.toContain("Waiting for");

    const withdrawal = { intent: "withdraw", redirectTo: "/wishlist" };
    await stranger.browser.post(`/books/${gora}/notify`, withdrawal);
    expect(
      (await guestBrowser(shop).post(`/books/${gora}/notify`, withdrawal)).headers.get("Location"),
    ).toMatch(/^\/login/);
    expect(await alerts(gora)).toHaveLength(1);
    await set(gora, { hidden: 1 });
    const withdrawn = await posted(browser, `/books/${gora}/notify`, withdrawal);
    expect(withdrawn.to).toBe("/wishlist");
    expect(withdrawn.html).toContain("We will not email you about this book");
    expect(withdrawn.html).not.toContain("Waiting for");
    expect(await alerts(gora)).toEqual([]);
    const away = await browser.post(`/books/${gora}/notify`, {
      intent: "withdraw",
      redirectTo: "//evil.example",
    });
    expect(away.headers.get("Location")).toBe("/wishlist");
  });

  test("staff see how many wait; restocking queues each mail at once, once", async () => {
    const staffId = await createStaff(shop.db.write);
    const title = `Restocked ${Date.now()}`;
    const gora = await book({ title, stock: 0 });
    for (const email of ["one@example.com", "two@example.com"])
      await guestBrowser(shop).post(`/books/${gora}/notify`, { email });
    const list = await openPage(
      await signedIn(shop, staffId),
      `/admin/products?q=${encodeURIComponent(title)}`,
    );
    expect(list.html).toContain("2 waiting");
    const {
      price,
      stock: _,
      authors,
      tags,
      publisher,
      language,
      ...stored
    } = (await findEditableBook(shop.db.read, gora))!;
    const saved = await (
      await tokenClient(shop, staffId)
    ).post("/books/update", {
      bookId: gora,
      title: stored.title,
      brief: stored.brief,
      isbn13: "9780143065838",
      price: price / 100,
      stock: 4,
      booktagsId: tags.map(({ id }) => id),
      authorId: authors.map(({ id }) => id),
      publisherId: publisher.id,
      languageId: language.id,
    });
    expect(saved.body).toMatchObject({ result: 1 });
    const mailed = () =>
      shop.db.read
        .selectFrom("outgoing_mails")
        .select("recipient")
        .where("subject", "=", `Kitab: "${title}" is back`)
        .orderBy("id")
        .execute();
    await vi.waitFor(async () => expect(await mailed()).toHaveLength(2), 8_000);
    expect((await mailed()).map(({ recipient }) => recipient)).toEqual([
      "one@example.com",
      "two@example.com",
    ]);
    expect((await alerts(gora)).every(({ told_at }) => told_at !== null)).toBe(true);
    expect((await openPage(guestBrowser(shop), `/books/${gora}`)).html).not.toContain(FORM);
  });

  test("the link in the mail shows a button; only the button stops the mails", async () => {
    const gora = await book({ stock: 0 });
    await guestBrowser(shop).post(`/books/${gora}/notify`, { email: "stop+me@example.com" });
    await guestBrowser(shop).post(`/books/${gora}/notify`, { email: "other@example.com" });
    const link = stopLink("", "stop+me@example.com");
    const shown = await guestBrowser(shop).get(link);
    const html = await shown.text();
    expect(shown.status).toBe(200);
    expect(shown.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(html).toContain("Stop these mails");
    expect(await alerts(gora)).toHaveLength(2);
    const fields = Object.fromEntries(new URL(link, shop.origin).searchParams);
    for (const wrong of [{ ...fields, to: "other@example.com" }, { ...fields, token: "x" }, {}]) {
      expect((await guestBrowser(shop).post("/books/notify/stop", wrong)).status).toBe(400);
      expect((await guestBrowser(shop).get(`/books/notify/stop?${new URLSearchParams(wrong)}`)).status).toBe(
        400,
      );
    }
    expect(await alerts(gora)).toHaveLength(2);
    const stopped = await posted(guestBrowser(shop), "/books/notify/stop", fields);
    expect(stopped.to).toBe("/");
    expect((await alerts(gora)).map(({ email }) => email)).toEqual(["other@example.com"]);
    expect((await openPage(guestBrowser(shop), link)).html).toContain("There is nothing to stop");
  });

  test("the API takes a guest's address and uses a customer's own", async () => {
    const { id } = await customer({ email: "by.api@example.com" });
    const [gora, inStock] = [await book({ title: "Gora", stock: 0 }), await book({ title: "There" })];
    const [guest, client] = [guestClient(shop), await tokenClient(shop, id)];
    const ask = (who: typeof guest, bookId: number, body: object) =>
      who.post(`/browsebooks/${bookId}/notify`, body);
    const words = (email: string) => `We will email ${email} once, when "Gora" is back`;
    for (let n = 0; n < 2; n += 1)
      expect((await ask(guest, gora, { email: "Guest@example.com" })).body).toEqual({
        result: 1,
        msg: words("guest@example.com"),
      });
    for (const body of [{}, { email: "victim@example.com" }])
      expect((await ask(client, gora, body)).body).toEqual({ result: 1, msg: words("by.api@example.com") });
    expect((await alerts(gora)).map(({ email }) => email)).toEqual([
      "guest@example.com",
      "by.api@example.com",
    ]);
    expect(await ask(guest, gora, {})).toMatchObject({
      status: 400,
      body: { errors: { email: [expect.any(String)] } },
    });
    expect((await ask(guest, gora, { email: "x" })).body).toMatchObject({
      result: 0,
      msg: "Please enter a valid email address",
    });
    expect((await ask(guest, inStock, { email: "a@example.com" })).body).toEqual({
      result: 0,
      msg: '"There" is in stock',
    });
    expect(await ask(guest, 999_999, { email: "a@example.com" })).toMatchObject({ status: 404 });
  });
});

describe("limits", () => {
  withSettings(shop, LIMITED);

  test("stock alerts are limited by IP address and by email address", async () => {
    const gora = await createBook(shop.db.write, { stock: 0 });
    const ask = (ip: number, email: string) =>
      guestBrowser(shop).request(`/books/${gora}/notify`, {
        method: "POST",
        headers: { "X-Forwarded-For": `10.0.0.${ip}` },
        body: new URLSearchParams({ email }),
      });
    const statuses = async (calls: Promise<Response>[]) =>
      (await Promise.all(calls)).filter(({ status }) => status === 429).length;
    const thirtyOne = Array.from({ length: 31 }, (_, n) => n);
    expect(await statuses(thirtyOne.map((n) => ask(200, `reader${n}@example.com`)))).toBe(1);
    expect(await statuses(thirtyOne.map((n) => ask(n, "one@example.com")))).toBe(1);
    const refused = await ask(200, "kept@example.com");
    const html = await refused.text();
    expect(refused.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(html).toContain("Too many tries.");
    expect(html).toContain("kept@example.com");
  });
});

describe("books that are not out yet", () => {
  const DAY = "2999-01-12";
  const forthcoming = (preorder_limit: number | null, title = "The Long Wait") =>
    book({ title, stock: 0, publishing_status: "forthcoming", published_on: DAY, preorder_limit });
  const bookPage = async (id: number) => (await openPage(guestBrowser(shop), `/books/${id}`)).html;
  /** Without the tags of markup, which React puts between parts of a sentence. */
  const said = (html: string) => html.replace(/<!-- -->/g, "");

  test("can be pre-ordered where staff allow it, and say their day; others wait", async () => {
    const [open, closed] = [await forthcoming(7), await forthcoming(null)];
    const page = await bookPage(open);
    expect(page).toContain("Out on 12 Jan 2999");
    expect(page).toMatch(/>Pre-order<span class="sr-only">/);
    expect(page).not.toContain(">Add to Cart<");
    const waiting = await bookPage(closed);
    for (const text of ["Forthcoming", "Not out yet", "Tell me when it is out"])
      expect(waiting).toContain(text);
    const gone = await book({ stock: 0, publishing_status: "out_of_print" });
    const noMore = await bookPage(gone);
    expect(noMore).toContain(">Out of print<");
    expect(noMore).not.toContain("Tell me when");
    const asked = { intent: "ask", email: "asha@example.com" };
    expect((await posted(guestBrowser(shop), `/books/${gone}/notify`, asked)).html).toContain(
      "is out of print",
    );

    const list = await guestBrowser(shop).get("/books?sort=newest");
    expect(await list.text()).toContain("Pre-order · Out on 12 Jan 2999");
    const read = async (id: number) =>
      ((await guestClient(shop).get(`/browsebooks/${id}`)).body as unknown as { book: object }).book;
    expect(await read(open)).toMatchObject({ stock: 7, availability: "preorder", releaseDate: DAY });
    expect(await read(closed)).toMatchObject({ stock: 0, availability: "forthcoming", releaseDate: DAY });
    expect(await read(gone)).toMatchObject({ stock: 0, availability: "out_of_print", releaseDate: null });
  });

  test("make an order wait, which cart, checkout, order and back office say", async () => {
    const { browser, id } = await customer();
    const [open, here] = [await forthcoming(7), await book()];
    for (const bookId of [open, here]) await browser.post("/cart", { intent: "add", bookId });
    await createAddress(shop.db.write, id);
    const notice =
      "We send an order as a whole: this one from 12 Jan 2999, when “The Long Wait” is released. To have the other books sooner, order them separately.";
    for (const url of ["/cart", "/checkout"]) {
      const html = said((await openPage(browser, url)).html);
      for (const text of [notice, "Pre-order · Out on 12 Jan 2999", "by 19 Jan 2999"])
        expect(html, url).toContain(text);
    }
    const { orderId, accountId } = await createShopOrder(shop, "paid", { bookId: open });
    const own = await signedIn(shop, accountId);
    expect(said((await openPage(own, `/orders/${orderId}`)).html)).toContain(
      "We send this order from 12 Jan 2999, when “The Long Wait” is released.",
    );

    const staff = await staffBrowser(shop);
    const listed = (await openPage(staff, "/admin/orders?preorder=waiting")).html;
    expect(listed).toContain("Pre-order, from 12 Jan 2999");
    expect(listed).not.toContain("Mark as packed");
    const why = `Order #${orderId} is a pre-order: “The Long Wait” is released on 12 Jan 2999. It cannot be marked as packed before`;
    const many = await posted(staff, "/admin/orders", { intent: "pack", order: orderId });
    expect(many.html).toContain(why);
    expect((await posted(staff, `/admin/orders/${orderId}`, { intent: "pack" })).html).toContain(why);
    const shown = said((await openPage(staff, `/admin/orders/${orderId}`)).html);
    expect(shown).toContain("It can be packed from then on.");
    expect(shown).not.toContain("Mark as packed");
    const client = await staffClient(shop);
    expect((await client.post(`/orders/admin/${orderId}/packing`, {})).body).toEqual({ result: 0, msg: why });
    const { body } = await client.get(`/orders/admin/${orderId}`);
    expect(body).toMatchObject({ dispatchFrom: DAY, items: [{ releaseDate: DAY }] });
    expect(body).not.toMatchObject({ nextSteps: expect.arrayContaining(["packing"]) as string[] });

    const form = (await openPage(staff, `/admin/products?edit=${open}`)).html;
    expect(said(form)).toContain("1 order waits for 1 copy of this book.");
  });
});
