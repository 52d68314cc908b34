import { describe, expect, test } from "vitest";
import { copiesField } from "~/domain/sales/orders/returns/returns";
import { makeStamp } from "~/http/request/limits/spam-guard.server";
import { GUARD_FIELDS, NOT_OURS } from "~/page-data/spam-guard";
import { tokenClient } from "~/test/api";
import { createAddress, createBook, setSettings } from "~/test/factories";
import { createShopOrder, requestReturn } from "~/test/orders";
import { formFields, pageHtml, readPage } from "~/test/pages";
import { customerBrowser, guestBrowser, sendMany, testShop, LIMITED, withSettings } from "~/test/shop";

const shop = testShop();
withSettings(shop, { ...LIMITED, formTiming: true });

const guards = (shownMsAgo: number, hidden = "") => ({
  [GUARD_FIELDS.empty]: hidden,
  [GUARD_FIELDS.shown]: makeStamp(Date.now() - shownMsAgo),
});
const slow = () => guards(3000);
const quick = () => guards(0);
const filled = () => guards(3000, "casino");

const rows = async (
  table: "accounts" | "newsletter_subscribers" | "stock_alerts" | "wanted_titles" | "reviews",
) =>
  (
    await shop.db.read
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow()
  ).n;
const mails = async () => (await shop.db.read.selectFrom("outgoing_mails").select("id").execute()).length;

const person = {
  firstName: "Asha",
  lastName: "Rao",
  email: "asha@example.com",
  password: "Monsoon-Verandah-9",
  confirmPassword: "Monsoon-Verandah-9",
  terms: "on",
};

/** Each public form of guests: its page, what is typed, where its answer leads, and what it writes. */
const FORMS = [
  ["/register", person, "/login", () => rows("accounts")],
  ["/newsletter", { email: "reader@example.com" }, "/", () => rows("newsletter_subscribers")],
  ["/books/1/notify", { email: "waits@example.com" }, "/books/1-gora", () => rows("stock_alerts")],
  ["/books/wanted", { title: "Lost", email: "wants@example.com" }, "/books", () => rows("wanted_titles")],
  ["/forgot-password", { email: "asha@example.com" }, "/", mails],
  ["/login/email", { email: "coded@example.com" }, "/login/email/code", mails],
] as const;

describe("public forms", () => {
  test("a program that fills in the hidden field gets the usual answer, but nothing is done", async () => {
    await createBook(shop.db.write, { title: "Gora", stock: 0 });
    for (const [page, typed, to, written] of FORMS) {
      const before = await written();
      const caught = await readPage(guestBrowser(shop).post(page, { ...typed, ...filled() }));
      expect([page, caught.status, caught.to]).toEqual([page, 303, to]);
      expect([page, await written()]).toEqual([page, before]);
      const sent = await readPage(guestBrowser(shop).post(page, { ...typed, ...slow() }));
      expect([page, sent.status, sent.to]).toEqual([page, 303, to]);
      expect([page, (await written()) > before]).toEqual([page, true]);
    }
  });

  test("a form sent at once is held back and done", async () => {
    const quickly = [
      ["/register", { ...person, email: "quick@example.com" }, "/login", () => rows("accounts")],
      ["/newsletter", { email: "quick@example.com" }, "/", () => rows("newsletter_subscribers")],
      ["/forgot-password", { email: "asha@example.com" }, "/", mails],
    ] as const;
    const before = await Promise.all(quickly.map(([, , , written]) => written()));
    const answers = await Promise.all(
      quickly.map(([page, typed]) => readPage(guestBrowser(shop).post(page, { ...typed, ...quick() }))),
    );
    expect(answers.map(({ status, to }) => [status, to])).toEqual(quickly.map(([, , to]) => [303, to]));
    for (const [at, [page, , , written]] of quickly.entries())
      expect([page, (await written()) > before[at]!]).toEqual([page, true]);
  });

  test("a form without the shop's stamp comes back with what was typed and a stamp, and can be sent again", async () => {
    for (const [page, typed, , written] of FORMS) {
      const before = await written();
      const guest = guestBrowser(shop);
      for (const guard of [{}, { [GUARD_FIELDS.shown]: "made up" }]) {
        const { status, html } = await readPage(guest.post(page, { ...typed, ...guard }));
        expect([page, status]).toEqual([page, 400]);
        expect([page, html.includes(NOT_OURS)]).toEqual([page, true]);
        expect([page, html.includes(`value="${typed.email}"`)]).toEqual([page, true]);
        const shown = formFields(html, page)[GUARD_FIELDS.shown];
        expect([page, shown]).toEqual([page, expect.stringMatching(/^[\w-]{14}$/)]);
      }
      expect([page, await written()]).toEqual([page, before]);
    }
  });

  test("a customer's review is guarded; asking for a mail by one press is not", async () => {
    const bookId = await createBook(shop.db.write, { stock: 0 });
    const customer = await customerBrowser(shop);
    const page = `/books/${bookId}`;
    const review = { rating: 5, remarks: "Read it twice." };
    const before = await rows("reviews");
    const refused = await readPage(customer.post(page, review));
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(NOT_OURS);
    expect(refused.html).toContain("Read it twice.</textarea>");
    expect((await customer.post(page, { ...review, ...filled() })).status).toBe(303);
    expect(await rows("reviews")).toBe(before);
    expect((await customer.post(page, { ...review, ...slow() })).status).toBe(303);
    expect(await rows("reviews")).toBe(before + 1);
    const alerts = await rows("stock_alerts");
    expect((await customer.post(`${page}/notify`, { intent: "ask" })).status).toBe(303);
    expect(await rows("stock_alerts")).toBe(alerts + 1);
  });

  test("pages that are kept for guests have the fields, hidden from people and screen readers", async () => {
    const html = await pageHtml(guestBrowser(shop).get("/"));
    expect(html).toMatch(
      /<div class="sr-only" aria-hidden="true"><label>[^<]*<input tabindex="-1" autoComplete="off" name="topic"\/>/i,
    );
    expect(formFields(html, "/newsletter")).toEqual({
      [GUARD_FIELDS.shown]: expect.stringMatching(/^[\w-]{14}$/),
    });
  });
});

describe("limits by account, for pages and API together", () => {
  const TOO_MANY = /within the hour\. Please wait (?:a minute|\d+ minutes) and try again\./;

  test("30 orders an hour; the checkout keeps what was typed; refused orders are not counted", async () => {
    await setSettings(shop.db.write, { mostUnpaidOrders: 1000, mostCopies: 100 });
    const customer = await customerBrowser(shop);
    const { accountId } = customer;
    const addressId = await createAddress(shop.db.write, accountId);
    const bookId = await createBook(shop.db.write, { price: 10_000, stock: 1000 });
    const order = async (quantity: number, more: object = {}) => {
      await customer.post("/cart", { intent: "add", bookId, quantity: 1, redirectTo: "/cart" });
      await shop.db.write.updateTable("cart_items").set({ quantity }).where("book_id", "=", bookId).execute();
      return customer.post("/checkout", { intent: "place-order", addressId, ...more });
    };
    for (let n = 0; n < 5; n++) expect((await order(1, { expectedTotal: 1 })).status).toBe(400);
    for (let n = 0; n < 30; n++) expect([n, (await order(1 + n)).status]).toEqual([n, 303]);
    // The same order again is no new one, but nothing can be told before it is tried.
    const refused = await order(50, { fullname: "" });
    expect(refused.status).toBe(400);
    const stopped = await order(50);
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("Retry-After"))).toBeGreaterThan(0);
    const html = await stopped.text();
    expect(html).toMatch(TOO_MANY);
    expect(html).toContain("Many orders were placed");
    const client = await tokenClient(shop, accountId);
    const call = await client.post("/checkout/checkout", { address: addressId, cartItems: [] });
    expect([call.status, call.body.msg]).toEqual([429, expect.stringMatching(TOO_MANY)]);
    expect(Number(call.headers.get("Retry-After"))).toBeGreaterThan(0);
    const orders = await shop.db.read
      .selectFrom("orders")
      .select("id")
      .where("account_id", "=", accountId)
      .execute();
    expect(orders).toHaveLength(30);
  });

  test("30 reviews an hour", async () => {
    const bookId = await createBook(shop.db.write);
    const customer = await customerBrowser(shop);
    const client = await tokenClient(shop, customer.accountId);
    for (let n = 0; n < 15; n++) {
      const review = { rating: 4, remarks: `Read it ${n} times.`, ...slow() };
      expect((await customer.post(`/books/${bookId}`, review)).status).toBe(303);
      expect((await client.post("/ratings", { bookid: bookId, rate: 4, remarks: "Again." })).status).toBe(
        200,
      );
    }
    const stopped = await customer.post(`/books/${bookId}`, { rating: 4, remarks: "One more.", ...slow() });
    expect(stopped.status).toBe(429);
    const html = await stopped.text();
    expect(html).toMatch(TOO_MANY);
    expect(html).toContain("One more.</textarea>");
    const call = await client.post("/ratings", { bookid: bookId, rate: 4, remarks: "One more." });
    expect([call.status, call.body.msg]).toEqual([429, expect.stringMatching(TOO_MANY)]);
    expect(
      (
        await (
          await customerBrowser(shop)
        ).post(`/books/${bookId}`, { rating: 4, remarks: "Mine.", ...slow() })
      ).status,
    ).toBe(303);
  });

  test("15 return requests an hour; refused ones are not counted", async () => {
    const customer = await customerBrowser(shop);
    const { accountId } = customer;
    const client = await tokenClient(shop, accountId);
    const delivered = () => createShopOrder(shop, "delivered", { accountId });
    const ask = async ({ orderId, bookId }: { orderId: number; bookId: number }, remarks = "") =>
      customer.post(`/orders/${orderId}/return`, { [copiesField(bookId)]: 1, reason: "damaged", remarks });
    const requestsOf = async (orderId: number) =>
      (
        await shop.db.read
          .selectFrom("return_requests")
          .select("id")
          .where("order_id", "=", orderId)
          .execute()
      ).length;
    const asked = await delivered();
    await requestReturn(shop.db.write, asked);
    for (let n = 0; n < 5; n++) await ask(asked);
    for (let n = 0; n < 15; n++) {
      const order = await delivered();
      await ask(order);
      expect([n, await requestsOf(order.orderId)]).toEqual([n, 1]);
    }
    const last = await delivered();
    const stopped = await ask(last, "The cover is torn");
    expect(stopped.status).toBe(429);
    const html = await stopped.text();
    expect(html).toMatch(TOO_MANY);
    expect(html).toContain("The cover is torn");
    const items = [{ bookId: last.bookId, qty: 1 }];
    const call = await client.post(`/customer/orders/${last.orderId}/return`, {
      items,
      reason: "damaged",
      remarks: "",
    });
    expect([call.status, call.body.msg]).toEqual([429, expect.stringMatching(TOO_MANY)]);
  });

  test("300 additions to the wishlist an hour", async () => {
    const bookId = await createBook(shop.db.write);
    const customer = await customerBrowser(shop);
    const client = await tokenClient(shop, customer.accountId);
    const headers = { Authorization: `Bearer ${client.token}` };
    const added = await sendMany(shop, 300, "/api/v1/customer/wishlist", { headers, body: { bookId } });
    expect(added.map(({ status }) => status)).toEqual(Array.from({ length: 300 }, () => 200));
    const call = await client.post("/customer/wishlist", { bookId });
    expect([call.status, call.body.msg]).toEqual([429, expect.stringMatching(TOO_MANY)]);
    await customer.post("/wishlist", { intent: "add", bookId, redirectTo: "/books" });
    expect(await pageHtml(customer.get("/books"))).toContain("The wishlist was changed very often");
  });
});
