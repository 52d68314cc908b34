import { describe, expect, test } from "vitest";
import { applyCoupon } from "~/domain/sales/cart/cart-coupon.server";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { guestClient, sessionClient, tokenClient } from "~/test/api";
import { createAddress } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { checkoutForm, payInWindow, payPage } from "~/test/paying";
import {
  type Browser,
  guestBrowser,
  signedIn,
  staffBrowser,
  testShop,
  LIMITED,
  withSettings,
} from "~/test/shop";
import { customerWithCart, orderState } from "~/test/orders";
import { formFields, pageHtml } from "~/test/pages";

const shop = testShop();

/** A customer with one book of ₹500 in the cart. */
async function buyer(coupon?: string) {
  const db = shop.db.write;
  const customer = await customerWithCart(db, { book: { price: 50_000, stock: 100 } });
  const { accountId } = customer;
  if (coupon) expect(await applyCoupon(db, { accountId }, coupon)).toMatchObject({ ok: true });
  return { ...customer, browser: await signedIn(shop, accountId) };
}

const apply = (browser: Browser, code: string) => browser.post("/cart", { intent: "apply-coupon", code });
const place = (browser: Browser, addressId: number, expectedTotal: number) =>
  browser.post("/checkout", { intent: "place-order", addressId, expectedTotal });
const usesOf = async (couponId: number) =>
  (
    await shop.db.read
      .selectFrom("coupons")
      .select("use_count")
      .where("id", "=", couponId)
      .executeTakeFirstOrThrow()
  ).use_count;

describe("the cart's form", () => {
  test("shows an offer that needs no code beside the field for one, and why a code gives way to it", async () => {
    const { code: ten } = await createCoupon(shop.db.write, { code: "PLAIN10", value: 1000 });
    const { browser } = await buyer(ten);
    const { id } = await createCoupon(shop.db.write, {
      code: "FESTIVAL",
      value: 2000,
      automatic: 1,
      minimum_subtotal: 50_000,
    });
    const html = await pageHtml(await browser.get("/cart"));
    for (const piece of [
      "Offer FESTIVAL</p>",
      "20% off</p>",
      "Coupon PLAIN10 is not applied: FESTIVAL takes off more.",
      "Discount (FESTIVAL)",
      "−₹100.00",
    ])
      expect(html).toContain(piece);
    await browser.post("/cart", { intent: "remove-coupon" });
    const without = await pageHtml(await browser.get("/cart"));
    expect(without).toContain("Offer FESTIVAL");
    expect(without).toContain("Apply");
    const refused = await apply(browser, "plain10");
    expect(refused.status).toBe(400);
    expect(await pageHtml(refused)).toContain("FESTIVAL takes off more");
    await shop.db.write.updateTable("coupons").set({ active: 0 }).where("id", "=", id).execute();
  });

  test("applies a coupon and removes it, without scripts", async () => {
    const { code } = await createCoupon(shop.db.write, { code: "WELCOME10" });
    const { browser } = await buyer();
    expect(await pageHtml(await browser.get("/cart"))).toContain("Apply");
    const applied = await apply(browser, " welcome 10");
    expect([applied.status, applied.headers.get("Location")]).toEqual([303, "/cart"]);
    const html = await pageHtml(await browser.get("/cart"));
    for (const piece of [
      "Coupon WELCOME10 is applied: 10% off",
      `Coupon ${code}</p>`,
      "10% off</p>",
      `Discount (${code})`,
      "−₹50.00",
      "₹450.00",
    ])
      expect(html).toContain(piece);
    const checkout = await pageHtml(await browser.get("/checkout"));
    expect(checkout).toContain(`Discount (${code})`);
    expect(checkout).toContain('name="expectedTotal" value="45000"');

    expect((await browser.post("/cart", { intent: "remove-coupon" })).status).toBe(303);
    const without = await pageHtml(await browser.get("/cart"));
    expect(without).toContain("The coupon is removed");
    expect(without).not.toContain("Discount (");
    expect((await browser.post("/cart", { intent: "remove-coupon" })).status).toBe(303);
  });

  test("a refused code is a 400 with the typed code, the message and the focus at the field", async () => {
    await createCoupon(shop.db.write, { code: "THOUSAND", minimum_subtotal: 100_000 });
    const { browser } = await buyer();
    for (const [typed, message] of [
      ['x"><b>', "This coupon code is not valid"],
      ["", "Please enter a coupon code"],
      ["thousand", "This coupon needs an order of ₹1,000 or more"],
    ] as const) {
      const answer = await apply(browser, typed);
      expect([typed, answer.status]).toEqual([typed, 400]);
      const html = await pageHtml(answer);
      expect(html).toContain(
        `id="coupon-error" class="text-bad min-h-5 text-sm font-medium whitespace-pre-line">${message}</p>`,
      );
      const input = /<input[^>]*id="coupon"[^>]*>/.exec(html)![0];
      expect(input).toContain(
        `value="${typed.replace('"', "&quot;").replaceAll(">", "&gt;").replace("<", "&lt;")}"`,
      );
      expect(input).toContain("autofocus");
      expect(input).toContain('aria-invalid="true"');
      expect(html).toContain("Order summary");
    }
  });

  test("refuses a form without the field, and guests", async () => {
    const { browser } = await buyer();
    expect((await browser.post("/cart", { intent: "apply-coupon" })).status).toBe(400);
    for (const intent of ["apply-coupon", "remove-coupon"]) {
      const answer = await guestBrowser(shop).post("/cart", { intent, code: "WELCOME10" });
      expect(answer.headers.get("Location")).toMatch(/^\/login\?/);
    }
  });
});

describe("from the cart to the paid order", () => {
  test("the discounted total is paid and shown on every page, and the coupon leaves the cart", async () => {
    const { id, code } = await createCoupon(shop.db.write, { kind: "amount", value: 12_345 });
    const { browser, addressId, accountId } = await buyer(code);
    const placed = await place(browser, addressId, 37_655);
    const orderId = Number(/\/checkout\/pay\/(\d+)$/.exec(placed.headers.get("Location")!)![1]);
    expect(await pageHtml(await browser.get(payPage(orderId)))).toContain("Pay ₹376.55");
    expect(await pageHtml(await browser.get("/cart"))).toContain(`Coupon ${code}`);
    const paid = await payInWindow(shop, await checkoutForm(browser, orderId));
    await browser.post(payPage(orderId), { intent: "confirm", ...paid });
    expect(await orderState(shop.db.read, orderId)).toBe("paid");
    const staff = await staffBrowser(shop);
    for (const html of [
      await pageHtml(await browser.get(`/checkout/confirmation/${orderId}`)),
      await pageHtml(await browser.get(`/orders/${orderId}`)),
      await pageHtml(await staff.get(`/admin/orders/${orderId}`)),
    ]) {
      expect(html).toContain(`Discount (${code})`);
      expect(html).toContain("−₹123.45");
      expect(html).toContain("₹376.55");
    }
    const cart = await shop.db.read
      .selectFrom("carts")
      .select("coupon_id")
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow();
    expect(cart.coupon_id).toBeNull();
    expect(await usesOf(id)).toBe(1);
    const api = await tokenClient(shop, accountId);
    expect((await api.get(`/customer/orderstatus/${orderId}`)).body).toMatchObject({
      subtotal: 500,
      discount: 123.45,
      couponcode: code,
      total: 376.55,
    });
  });

  test("an expired coupon is reported with the new total; the order can then be placed without it", async () => {
    const { id, code } = await createCoupon(shop.db.write);
    const { browser, addressId } = await buyer(code);
    await shop.db.write
      .updateTable("coupons")
      .set({ ends_at: "2025-12-31T18:30:00.000Z" })
      .where("id", "=", id)
      .execute();
    const refused = await place(browser, addressId, 45_000);
    expect(refused.status).toBe(400);
    const html = await pageHtml(refused);
    expect(html).toContain(`${code}: This coupon ended on 31 Dec 2025. The total has changed to ₹500.00.`);
    expect(html).toContain("Not applied: This coupon ended on 31 Dec 2025.");
    expect(formFields(html, "/checkout").expectedTotal).toBe("50000");
    expect((await place(browser, addressId, 50_000)).headers.get("Location")).toMatch(/^\/checkout\/pay\//);
    expect(await usesOf(id)).toBe(0);
  });
});

describe("limits under concurrent requests", () => {
  test("fifty checkouts with a coupon for five uses: five orders get it, the others a message", async () => {
    const { id, code } = await createCoupon(shop.db.write, { total_limit: 5 });
    const buyers = [];
    for (let n = 0; n < 50; n += 1) buyers.push(await buyer(code));
    const answers = await Promise.all(
      buyers.map(({ browser, addressId }) => place(browser, addressId, 45_000)),
    );
    const refused = answers.filter(({ status }) => status === 400);
    expect([answers.filter(({ status }) => status === 303).length, refused.length]).toEqual([5, 45]);
    for (const answer of refused)
      expect(await pageHtml(answer)).toContain(
        `${code}: This coupon has been used up. The total has changed to ₹500.00.`,
      );
    const orders = await shop.db.read
      .selectFrom("orders")
      .select(["discount", "total", "state"])
      .where("coupon_code", "=", code)
      .execute();
    expect(orders).toEqual(
      Array.from({ length: 5 }, () => ({ discount: 5000, total: 45_000, state: "pending" })),
    );
    expect(await usesOf(id)).toBe(5);
  });

  test("one customer in a browser and an app: a coupon limited to one use per customer is used once", async () => {
    const { id, code } = await createCoupon(shop.db.write, { customer_limit: 1 });
    const { browser, addressId, accountId, bookId } = await buyer(code);
    const elsewhere = await createAddress(shop.db.write, accountId, { place: "Thrissur" });
    const [app, tab] = [await tokenClient(shop, accountId), await sessionClient(shop, accountId)];
    const body = { address: elsewhere, cartItems: [{ bookId, qty: 1 }] };
    await Promise.all([
      place(browser, addressId, 45_000),
      app.post("/checkout/checkout", body),
      tab.post("/checkout/checkout", body),
      place(browser, addressId, 45_000),
    ]);
    const orders = await shop.db.read
      .selectFrom("orders")
      .select(["id", "state", "coupon_code"])
      .where("account_id", "=", accountId)
      .execute();
    expect(orders.filter(({ state }) => state === "pending")).toHaveLength(1);
    expect(orders.every(({ coupon_code }) => coupon_code === code)).toBe(true);
    expect(await usesOf(id)).toBe(1);

    const pending = orders.find(({ state }) => state === "pending")!;
    const paid = await payInWindow(shop, await checkoutForm(browser, pending.id));
    await browser.post(payPage(pending.id), { intent: "confirm", ...paid });
    await addToCart(shop.db.write, { accountId }, { bookId, quantity: 1 });
    expect(await pageHtml(await apply(browser, code))).toContain("You have used this coupon already");
  });
});

describe("limits", () => {
  withSettings(shop, LIMITED);

  test("codes cannot be guessed: after twenty unknown ones the customer must wait; known ones do not count", async () => {
    const db = shop.db.write;
    await createCoupon(db, { code: "KNOWN" });
    const { accountId: id } = await customerWithCart(db);
    const browser = await signedIn(shop, id);
    for (let n = 0; n < 25; n += 1) expect((await apply(browser, "known")).status).toBe(303);
    for (let n = 0; n < 20; n += 1) expect((await apply(browser, `GUESS${n}`)).status).toBe(400);
    const refused = await apply(browser, "GUESS20");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await pageHtml(refused)).toContain("Too many tries. Please wait 15 minutes and try again.");
    expect((await apply(browser, "known")).status).toBe(429);
    // The API shares the count; another visitor at this address is not limited.
    const app = await tokenClient(shop, id);
    expect(await app.post("/carts/coupon", { code: "KNOWN" })).toMatchObject({
      status: 429,
      body: { result: 0, msg: expect.stringContaining("Too many tries") },
    });
    expect((await guestClient(shop).post("/carts/coupon", { code: "GUESS" })).status).toBe(200);
  });
});
