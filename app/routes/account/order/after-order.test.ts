import { beforeAll, describe, expect, test } from "vitest";
import { addToCart } from "~/domain/sales/cart/cart.server";
import type { OrderState } from "~/domain/sales/orders/orders";
import { createAccount, createBook, createStaff, setSettings } from "~/test/factories";
import {
  createCarrier,
  createShopOrder,
  type OrderOptions,
  orderRecords,
  orderState,
  type PlacedOrder,
} from "~/test/orders";
import { type Browser, customerBrowser, guestBrowser, signedIn, testShop } from "~/test/shop";
import { flashMessages, pageHtml, readPage } from "~/test/pages";

const shop = testShop();
let staffId: number;
let providerId: number;

beforeAll(async () => {
  staffId = await createStaff(shop.db.write);
  providerId = await createCarrier(shop.db.write);
});

/** An order of two books with its customer's browser. */
async function make(state: OrderState, given: OrderOptions = {}) {
  const order = await createShopOrder(shop, state, { staffId, providerId, quantity: 2, ...given });
  return { ...order, browser: await signedIn(shop, order.accountId), page: `/orders/${order.orderId}` };
}

const messageOn = async (browser: Browser, url: string) =>
  flashMessages(await pageHtml(browser.get(url)))
    .map((sentence) => `${sentence}|`)
    .join("")
    .replaceAll("&quot;", '"');
const stateOf = (order: PlacedOrder) => orderState(shop.db.read, order.orderId);

describe("cancelling", () => {
  test("shows a button and a question, and cancels the order", async () => {
    const { browser, page, ...order } = await make("paid");
    expect((await readPage(browser.get(page))).html).toContain(
      'href="/orders/' + order.orderId + '?confirm=cancel"',
    );
    const dialog = await readPage(browser.get(`${page}?confirm=cancel`));
    expect(dialog.html).toContain(`Cancel order #${order.orderId}?`);
    expect(dialog.html).toContain("₹500.00 goes back to the card or account you paid with");
    const answer = await readPage(browser.post(page, { intent: "cancel", reason: "Two by mistake" }));
    expect(answer).toMatchObject({ status: 303, to: page });
    expect(await messageOn(browser, page)).toBe(
      `Order #${order.orderId} is cancelled. We are returning ₹500.00 to you|`,
    );
    const { html } = await readPage(browser.get(`${page}?confirm=cancel`));
    expect(html).toContain("This order was cancelled at your request.");
    expect(html).not.toContain("<dialog");
    expect(html).not.toContain("Cancel order</a>");
  });

  test("a reason that is too long comes back with its message", async () => {
    const { browser, page, ...order } = await make("paid");
    const reason = "x".repeat(301);
    const answer = await readPage(browser.post(`${page}?confirm=cancel`, { intent: "cancel", reason }));
    expect(answer.status).toBe(400);
    expect(answer.html).toContain("Reason must be 300 characters or less");
    expect(answer.html).toContain(reason);
    expect(await stateOf(order)).toBe("paid");
  });

  test("says when it is too late, and changes nothing", async () => {
    const { browser, page, ...order } = await make("packed");
    expect((await readPage(browser.get(`${page}?confirm=cancel`))).html).not.toContain("Cancel order");
    const before = await orderRecords(shop.db.read, order);
    expect(await readPage(browser.post(page, { intent: "cancel" }))).toMatchObject({ status: 303, to: page });
    expect(await messageOn(browser, page)).toBe(
      `Order #${order.orderId} is packed already: it can no longer be cancelled|`,
    );
    expect(await orderRecords(shop.db.read, order)).toEqual(before);
  });

  test("twenty posts at once while staff pack: one cancellation or one packing, with the right stock and refunds", async () => {
    const { browser, page, ...order } = await make("paid", { book: { stock: 9 } });
    const staff = await signedIn(shop, staffId);
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => browser.post(page, { intent: "cancel" })),
      staff.post(`/admin/orders/${order.orderId}`, { intent: "pack" }),
      ...Array.from({ length: 10 }, () => browser.post(page, { intent: "cancel" })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
    const { row, book, refunds, events } = await orderRecords(shop.db.read, order);
    const isCancelled = row.state === "cancelled";
    expect(row.state).toBe(isCancelled ? "cancelled" : "packed");
    expect(book).toEqual(isCancelled ? { stock: 9, sold: 0 } : { stock: 7, sold: 2 });
    expect(refunds).toHaveLength(isCancelled ? 1 : 0);
    expect(events.filter(({ kind }) => kind === "cancelled" || kind === "packed")).toHaveLength(1);
  });
});

describe("access", () => {
  test("only the customer can change the order", async () => {
    const { page, ...order } = await make("paid");
    const delivered = await make("delivered");
    const stranger = await customerBrowser(shop);
    const staff = await signedIn(shop, staffId);
    const before = await orderRecords(shop.db.read, order);
    for (const intent of ["cancel", "reorder", "withdraw-return"]) {
      const fields = { intent, return: 1 };
      expect(await readPage(stranger.post(page, fields))).toMatchObject({ status: 404 });
      expect(await readPage(stranger.post("/orders/x", fields))).toMatchObject({ status: 404 });
      expect(await readPage(guestBrowser(shop).post(page, fields))).toMatchObject({
        status: 303,
        to: expect.stringMatching(/^\/login\?/),
      });
      expect(await readPage(staff.post(page, fields))).toMatchObject({ status: 303, to: "/admin" });
    }
    const fields = { [`copies-${delivered.bookId}`]: 1, reason: "damaged" };
    const returnPage = `${delivered.page}/return`;
    expect((await readPage(stranger.get(returnPage))).status).toBe(404);
    expect((await readPage(stranger.post(returnPage, fields))).status).toBe(404);
    expect((await readPage(stranger.get("/orders/x/return"))).status).toBe(404);
    expect((await readPage(stranger.post("/orders/x/return", fields))).status).toBe(404);
    expect(await readPage(guestBrowser(shop).post(returnPage, fields))).toMatchObject({ status: 303 });
    expect(await orderRecords(shop.db.read, order)).toEqual(before);
    expect(await shop.db.read.selectFrom("return_requests").selectAll().execute()).toEqual([]);
  });

  test("an unknown intent is refused", async () => {
    const { browser, page } = await make("paid");
    expect((await readPage(browser.post(page, { intent: "refund" }))).status).toBe(400);
  });
});

describe("Order again", () => {
  test("fills the cart and says what could not be added", async () => {
    const accountId = await createAccount(shop.db.write);
    const bookId = await createBook(shop.db.write, { title: "Gora", stock: 5 });
    const gone = await createBook(shop.db.write, { title: '"Devdas" <b>', stock: 1 });
    await addToCart(shop.db.write, { accountId }, { bookId: gone, quantity: 1 });
    const { browser, page } = await make("delivered", { accountId, bookId, quantity: 3 });
    expect((await readPage(browser.get(page))).html).toContain("Order again");
    expect(await readPage(browser.post(page, { intent: "reorder" }))).toMatchObject({
      status: 303,
      to: "/cart",
    });
    expect(await messageOn(browser, "/cart")).toBe(
      'Added 2 copies of "Gora" to your cart|' +
        'Only 2 of 3 copies of "Gora" could be added: there are no more in stock|' +
        'Not available now: ""Devdas" &lt;b&gt;"|',
    );
  });

  test("is not offered for an unpaid order", async () => {
    const { browser, page } = await make("pending");
    const { html } = await readPage(browser.get(page));
    expect(html).not.toContain("Order again");
    expect(html).toContain("?confirm=cancel");
  });
});

describe("returning books", () => {
  const returnOf = (
    { bookId }: PlacedOrder,
    copies: string | number,
    given: Record<string, string> = {},
  ) => ({
    [`copies-${bookId}`]: copies,
    reason: "damaged",
    remarks: "",
    ...given,
  });

  test("the form is offered within the return days and shows errors", async () => {
    const order = await make("delivered");
    const { browser, page } = order;
    expect((await readPage(browser.get(page))).html).toContain(`${page}/return`);
    const form = await readPage(browser.get(`${page}/return`));
    expect(form.html).toContain("of 2 copies: ");
    const answer = await readPage(
      browser.post(`${page}/return`, returnOf(order, "2.5", { reason: "other", remarks: "" })),
    );
    expect(answer.status).toBe(400);
    expect(answer.html).toContain("Copies must be a whole number");
    expect(answer.html).toContain("Please tell us why");
    expect(answer.html).toMatch(/<input[^>]*value="2\.5"[^>]*/);
    expect(answer.html).toMatch(/<option value="other" selected="">/);
    const tooMany = await readPage(browser.post(`${page}/return`, returnOf(order, 3)));
    expect([tooMany.status, tooMany.html.includes("At most 2 can be returned")]).toEqual([400, true]);
    const foreign = await readPage(
      browser.post(`${page}/return`, { "copies-99999": 1, reason: "damaged", remarks: "" }),
    );
    expect([foreign.status, foreign.html.includes("Book 99999 is not part of order")]).toEqual([400, true]);
  });

  test("a return is requested, shown, withdrawn, requested again and answered by staff", async () => {
    const order = await make("delivered");
    const { browser, page, orderId } = order;
    const returnPage = `${page}/return`;
    expect(
      await readPage(browser.post(returnPage, returnOf(order, 1, { remarks: "A <b>dent" }))),
    ).toMatchObject({
      status: 303,
      to: page,
    });
    expect(await messageOn(browser, page)).toBe(
      `Your return request for order #${orderId} is sent. We answer by email|`,
    );
    const shown = await readPage(browser.get(page));
    for (const words of ["Return requested", "Arrived damaged: A &lt;b&gt;dent", "Withdraw request"])
      expect(shown.html).toContain(words);
    expect(shown.html).not.toContain(`href="${returnPage}"`);
    expect((await readPage(browser.get("/orders"))).html).toContain("Return requested");
    // A second request is refused, and the form is not offered.
    await browser.post(returnPage, returnOf(order, 1));
    expect(await messageOn(browser, page)).toBe(`A return of order #${orderId} is under way already|`);
    expect(await readPage(browser.get(returnPage))).toMatchObject({ status: 303, to: page });

    const [request] = await shop.db.read
      .selectFrom("return_requests")
      .selectAll()
      .where("order_id", "=", orderId)
      .execute();
    await browser.post(page, { intent: "withdraw-return", return: request!.id });
    expect(await messageOn(browser, page)).toContain("is withdrawn");
    expect((await readPage(browser.post(page, { intent: "withdraw-return", return: "x" }))).status).toBe(404);

    await browser.post(returnPage, returnOf(order, 2));
    const staff = await signedIn(shop, staffId);
    const orderPath = `/admin/orders/${orderId}`;
    expect((await readPage(staff.get("/admin/orders"))).html).toContain("?return=requested");
    expect((await readPage(staff.get("/admin/orders?return=requested"))).html).toContain(`#${orderId}`);
    expect((await readPage(staff.get(orderPath))).html).toContain("?confirm=approve-return");
    const returnId = request!.id + 1;
    const answerOf = (answer: string, given: Record<string, string> = {}) =>
      staff.post(orderPath, { intent: "return", returnId, answer, ...given });
    const question = await readPage(staff.get(`${orderPath}?confirm=decline-return`));
    expect(question.html).toContain("Decline this return?");
    const empty = await readPage(
      staff.post(`${orderPath}?confirm=decline-return`, {
        intent: "return",
        returnId,
        answer: "decline",
        note: " ",
      }),
    );
    expect([empty.status, empty.html.includes("Please tell the customer why")]).toEqual([400, true]);
    expect(await readPage(answerOf("approve", { note: "By post" }))).toMatchObject({
      status: 303,
      to: orderPath,
    });
    expect(await messageOn(staff, orderPath)).toBe(`The return of order #${orderId} is approved|`);
    await answerOf("decline", { note: "No." });
    expect(await messageOn(staff, orderPath)).toBe("Kamini Iyer has approved this return already|");
    expect((await readPage(browser.get(page))).html).toContain("The shop writes: By post");

    // For damaged books 'restock' is not checked.
    expect((await readPage(staff.get(`${orderPath}?confirm=receive-return`))).html).toMatch(
      /<input type="checkbox"(?![^>]*checked)[^>]*name="restock"/,
    );
    const { stock } = (await orderRecords(shop.db.read, order)).book;
    await answerOf("received", { restock: "on" });
    expect(await messageOn(staff, orderPath)).toContain("is noted as received");
    expect((await orderRecords(shop.db.read, order)).book.stock).toBe(stock + 2);
    expect((await readPage(browser.get(page))).html).toContain("Books received");
    expect((await readPage(staff.get(`${orderPath}?confirm=approve-return`))).html).not.toContain("<dialog");

    const refund = await readPage(staff.get(`${orderPath}?confirm=refund&return=${returnId}&fill=yes`));
    expect(refund.html).toMatch(/name="amount"[^>]*value="500\.00"|value="500\.00"[^>]*name="amount"/);
    expect(refund.html).toContain('value="Returned books"');
  });

  test("proposes a refund of the returned copies only", async () => {
    const order = await make("delivered");
    await order.browser.post(`${order.page}/return`, returnOf(order, 1));
    const staff = await signedIn(shop, staffId);
    const { id } = await shop.db.read
      .selectFrom("return_requests")
      .select("id")
      .where("order_id", "=", order.orderId)
      .executeTakeFirstOrThrow();
    const orderPath = `/admin/orders/${order.orderId}`;
    await staff.post(orderPath, { intent: "return", returnId: id, answer: "approve", note: "" });
    expect((await readPage(staff.get(orderPath))).html).toContain(`?confirm=refund&amp;return=${id}`);
    expect((await readPage(staff.get(`${orderPath}?confirm=refund&return=${id}&fill=yes`))).html).toContain(
      'value="250.00"',
    );
    expect((await readPage(staff.get(`${orderPath}?confirm=refund&fill=yes`))).html).toContain(
      'value="500.00"',
    );
    expect((await readPage(staff.get(`${orderPath}?confirm=refund&return=99999&fill=yes`))).html).toContain(
      'value="500.00"',
    );
  });

  test("after the return days the page says when they ended", async () => {
    const order = await make("delivered", { now: new Date("2026-01-05T06:00:00.000Z") });
    expect(await readPage(order.browser.get(`${order.page}/return`))).toMatchObject({
      status: 303,
      to: order.page,
    });
    expect(await messageOn(order.browser, order.page)).toBe(
      `Books of order #${order.orderId} could be returned until 15 Jan 2026|`,
    );
    const { html } = await readPage(order.browser.get(order.page));
    expect(html).not.toContain("Return books");
    expect(html).toContain("Returns were possible until 15 Jan 2026.");
    await setSettings(shop.db.write, { returnDays: 0 });
    const without = await readPage(order.browser.get(order.page));
    await setSettings(shop.db.write, { returnDays: 10 });
    expect(without.html).not.toContain("Returns were possible");
  });
});
