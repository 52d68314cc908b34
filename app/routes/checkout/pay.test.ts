import { expect, test } from "vitest";
import { checkoutForm, customerWithOrder, payInWindow, payPage } from "~/test/paying";
import { type Browser, testShop } from "~/test/shop";
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
    expect(await said(browser)).toContain("Payment successful! Your order has been placed.");
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
  expect(await said(mine.browser)).toContain("Payment failed: ");
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
  expect(await said(browser)).toContain(message);
  expect(await stateOf(orderId)).toBe("pending");
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
