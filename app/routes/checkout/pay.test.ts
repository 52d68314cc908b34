import { expect, test } from "vitest";
import { checkoutForm, customerWithOrder, payInWindow, payPage } from "~/test/paying";
import { flashMessages, readPage } from "~/test/pages";
import { type Browser, guestBrowser, testShop } from "~/test/shop";
import { insertOrder } from "~/test/factories-orders";
import { orderState } from "~/test/orders";

const shop = testShop();

const customer = () => customerWithOrder(shop);
const stateOf = (orderId: number) => orderState(shop.db.read, orderId);
/** The next page, with its message. */
const said = async (browser: Browser) => (await browser.get("/books")).text();

test("shows the amount and a form that works without scripts", async () => {
  const { browser, orderId } = await customer();
  const page = await browser.get(payPage(orderId));
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("Pay ₹500.00");
  expect(page.headers.get("Content-Security-Policy")).toContain("form-action 'self'");
});

test("confirms the window's result once, also when posted again", async () => {
  const { browser, orderId } = await customer();
  const paid = await payInWindow(shop, await checkoutForm(browser, orderId));
  for (let time = 0; time < 2; time++) {
    const answer = await browser.post(payPage(orderId), { intent: "confirm", ...paid });
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      `/checkout/confirmation/${orderId}`,
    ]);
    const { html } = await readPage(browser.get(`/checkout/confirmation/${orderId}`));
    expect(html.split("Payment successful! Your order has been placed.")).toHaveLength(2);
    expect(flashMessages(html)).toEqual([]);
  }
  expect(await stateOf(orderId)).toBe("paid");
  const again = await browser.get(payPage(orderId));
  expect([again.status, again.headers.get("Location")]).toEqual([303, `/checkout/confirmation/${orderId}`]);
});

test("refuses a payment made for another order", async () => {
  const [mine, other] = [await customer(), await customer()];
  await checkoutForm(mine.browser, mine.orderId);
  const paid = await payInWindow(shop, await checkoutForm(other.browser, other.orderId));
  const answer = await mine.browser.post(payPage(mine.orderId), { intent: "confirm", ...paid });
  expect(answer.headers.get("Location")).toBe("/checkout");
  expect((await readPage(mine.browser.get("/checkout"))).html).toContain("Payment failed: ");
  expect(await stateOf(mine.orderId)).toBe("pending");
});

test.each([
  [{ intent: "failed", description: "Card declined" }, "Payment failed: Card declined"],
  [{ intent: "failed", description: "" }, "Payment failed: Unknown error"],
  [{ intent: "failed" }, "Payment failed: Unknown error"],
  [{ intent: "cancelled" }, "Payment cancelled"],
])("goes back to the checkout after %j", async (fields, message) => {
  const { browser, orderId } = await customer();
  const answer = await browser.post(payPage(orderId), fields);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/checkout"]);
  const { html } = await readPage(browser.get("/checkout"));
  expect(html).toContain(message);
  expect(flashMessages(html)).toEqual([]);
  expect(await stateOf(orderId)).toBe("pending");
});

test("after a failed payment and a changed total only the change is told", async () => {
  const { browser, orderId } = await customer();
  await browser.post(payPage(orderId), { intent: "failed", description: "Card declined" });
  const failed = await readPage(browser.get("/checkout"));
  expect(failed.html).toContain("Payment failed: Card declined");
  const addressId = /id="address-(\d+)"/.exec(failed.html)![1]!;
  const sent = { intent: "place-order", expectedTotal: "100", addressId };
  const refused = await readPage(browser.post("/checkout", sent));
  expect(refused.status).toBe(400);
  const [shown] = refused.html.split("</main>");
  expect(shown).toContain("The total has changed");
  expect(shown).not.toContain("Payment failed");
});

test("refuses other intents", async () => {
  const { browser, orderId } = await customer();
  expect((await browser.post(payPage(orderId), { intent: "gift" })).status).toBe(400);
  expect((await browser.post(payPage(orderId), {})).status).toBe(400);
});

test("is a 404 for other customers", async () => {
  const [mine, other] = [await customer(), await customer()];
  expect((await other.browser.get(payPage(mine.orderId))).status).toBe(404);
  for (const intent of ["confirm", "failed", "cancelled"]) {
    expect((await other.browser.post(payPage(mine.orderId), { intent })).status).toBe(404);
  }
  for (const id of ["0", "999999", "1e1", "-1", "x"]) {
    expect((await mine.browser.get(`/checkout/pay/${id}`)).status).toBe(404);
  }
  const guest = await fetch(new URL(payPage(mine.orderId), shop.origin), { redirect: "manual" });
  expect(guest.headers.get("Location")).toBe(
    `/login?redirectTo=${encodeURIComponent(payPage(mine.orderId))}`,
  );
});

test("sends an order that can no longer be paid to its own page, with the reason", async () => {
  const { browser, orderId } = await customer();
  await shop.db.write
    .updateTable("orders")
    .set({ pay_by: "2026-01-01T00:00:00.000Z" })
    .where("id", "=", orderId)
    .execute();
  const answer = await browser.get(payPage(orderId));
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/orders/${orderId}`]);
  expect(await said(browser)).toContain("This order can no longer be paid");
});

test("an order that a newer one replaced is shown with that one, and offers no second purchase of its books", async () => {
  const { browser, orderId } = await customer();
  const { account_id: accountId } = await shop.db.read
    .selectFrom("orders")
    .select("account_id")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  const newer = await insertOrder(shop.db.write, { accountId, state: "paid" });
  const other = await customer();
  await shop.db.write
    .updateTable("orders")
    .set({ state: "cancelled", cancel_reason: "superseded" })
    .where("id", "=", orderId)
    .execute();
  const answer = await browser.get(payPage(orderId));
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/orders/${orderId}`]);
  const { html } = await readPage(browser.get(`/orders/${orderId}`));
  expect(html).toContain("This order was replaced by a newer one before it was paid.");
  expect(html).toContain(`href="/orders/${newer}"`);
  expect(html).not.toContain(`href="/orders/${other.orderId}"`);
  expect(html).not.toContain("can no longer be paid");
  expect(html).not.toContain("Order again");
  expect((await readPage(browser.get(`/orders/${newer}`))).html).toContain("Order again");
});

test("is always a document of its own", async () => {
  const { browser, orderId } = await customer();
  const answer = await browser.get(`${payPage(orderId)}.data`);
  const answered = `${await answer.text()} ${JSON.stringify([...answer.headers])}`;
  expect(answered).toContain(payPage(orderId));
  expect(answered).toMatch(/reload|x-remix-reload-document/i);
  expect(answered).not.toContain("order_");
});

test("its message survives another redirect", async () => {
  const { browser, orderId } = await customer();
  await browser.post(payPage(orderId), { intent: "cancelled" });
  await shop.db.write.deleteFrom("cart_items").execute();
  const checkout = await browser.get("/checkout");
  expect([checkout.status, checkout.headers.get("Location")]).toEqual([303, "/cart"]);
  expect(await (await browser.get("/cart")).text()).toContain("Payment cancelled");
});

test("Back after paying leads to the paid order, not to a checkout that says 'not paid yet'", async () => {
  const { browser, orderId } = await customer();
  await browser.post(payPage(orderId), { intent: "cancelled" });
  const unpaid = await browser.get("/checkout");
  expect(unpaid.headers.get("Cache-Control")).toBe("private, no-store");
  expect(await unpaid.text()).toContain("is not paid yet");
  const paid = await payInWindow(shop, await checkoutForm(browser, orderId));
  await browser.post(payPage(orderId), { intent: "confirm", ...paid });
  for (const page of ["/checkout", payPage(orderId)])
    expect(await readPage(browser.get(page))).toMatchObject({
      status: 303,
      to: `/checkout/confirmation/${orderId}`,
    });
  await shop.db.write
    .updateTable("orders")
    .set({ paid_at: new Date(Date.now() - 3_700_000).toISOString() })
    .where("id", "=", orderId)
    .execute();
  expect(await readPage(browser.get("/checkout"))).toMatchObject({ status: 303, to: "/cart" });
});

test("a browser stores no page of a logged-in person, and none with a message, which Back would show once more", async () => {
  const { browser } = await customer();
  for (const page of ["/cart", "/orders", "/account", "/checkout"])
    expect([page, (await browser.get(page)).headers.get("Cache-Control")]).toEqual([
      page,
      "private, no-store",
    ]);
  const guest = guestBrowser(shop);
  await guest.get("/orders");
  const page = await guest.get("/recent");
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  expect((await guest.get("/recent")).headers.get("Cache-Control")).toBe("private, no-cache");
});
