import { beforeAll, describe, expect, test } from "vitest";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { copiesField } from "~/domain/sales/orders/returns/returns";
import { ADDRESS, createAddress, createBook } from "~/test/factories";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { createShopOrder, type PlacedOrder } from "~/test/orders";
import { readPage } from "~/test/pages";
import { type Browser, customerBrowser, guestBrowser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
const FILLED_IN = "What you typed is filled in again";
const ON_LOGIN = "What you typed is kept for an hour";

let order: PlacedOrder;
let asha: { id: number; email: string };
let mark: string;
beforeAll(async () => {
  const { write } = shop.db;
  const { id, email } = await accountWithPassword(write, PASSWORD);
  asha = { id, email };
  order = await createShopOrder(shop, "delivered");
  mark = await markShownTo(await signedIn(shop, id));
});

/** For whom the browser's forms say they are shown. */
async function markShownTo(browser: Browser): Promise<string> {
  const { html } = await readPage(browser.get("/account/addresses?add=1"));
  return /name="typedBy" value="([^"]+)"/.exec(html)![1]!;
}

async function logIn(browser: Browser, accountId: number) {
  const cookie = (await signedIn(shop, accountId)).cookieHeader();
  browser.setCookie("kitab", cookie.slice("kitab=".length));
}

/** Sends a form without any cookie. @returns the browser, led to the login page */
async function sendWithoutSession(page: string, fields: Record<string, string>) {
  const browser = guestBrowser(shop);
  const to = `/login?redirectTo=${encodeURIComponent(page)}`;
  expect(await readPage(browser.post(page, fields))).toMatchObject({ status: 303, to });
  return browser;
}

const TYPED = { ...ADDRESS, fullname: "Asha & Ravi Rao", place: "Thrissur", mobile: "9845012345" };

describe("what a customer typed before they noticed that the session was over", () => {
  test("is in the form again after the login, once; the guest's cart is merged as ever", async () => {
    const { write } = shop.db;
    const bookId = await createBook(write, { title: "Kari", price: 30_000, stock: 9 });
    await addToCart(write, { accountId: asha.id }, { bookId, quantity: 1 });
    const page = "/checkout?add=1";
    const fields = { ...TYPED, typedBy: mark, typedIn: "address-form", intent: "place-order" };
    const browser = await sendWithoutSession(page, fields);
    const login = await readPage(browser.get(`/login?redirectTo=${encodeURIComponent(page)}`));
    expect(login.html).toContain(ON_LOGIN);
    expect(login.html).not.toContain("Thrissur");
    const cart = { intent: "add", bookId, quantity: 2 };
    expect((await browser.post("/cart", cart)).status).toBe(303);

    const given = { username: asha.email, password: PASSWORD, redirectTo: page };
    expect(await readPage(browser.post("/login", given))).toMatchObject({ status: 303, to: page });
    const { html } = await readPage(browser.get(page));
    expect(html).toContain(FILLED_IN);
    for (const value of ["Asha &amp; Ravi Rao", "Thrissur", "9845012345", ADDRESS.pincode])
      expect(html).toContain(`value="${value}"`);
    expect(html).toContain("3 copies");
    expect((await readPage(browser.get(page))).html).not.toContain("Thrissur");
    const orders = await write.selectFrom("orders").select("id").where("account_id", "=", asha.id).execute();
    expect(orders).toEqual([]);
  });

  test("the address chosen for the order is chosen again", async () => {
    const { write } = shop.db;
    const customer = await customerBrowser(shop);
    const { accountId } = customer;
    const bookId = await createBook(write, { stock: 9 });
    await addToCart(write, { accountId }, { bookId, quantity: 1 });
    const chosen = await createAddress(write, accountId);
    await createAddress(write, accountId, { is_default: 1 });
    const typedBy = await markShownTo(customer);
    const fields = { addressId: String(chosen), expectedTotal: "1", typedBy, intent: "place-order" };
    const browser = await sendWithoutSession("/checkout", fields);
    await logIn(browser, accountId);
    const { html } = await readPage(browser.get("/checkout"));
    expect(/id="address-(\d+)"[^>]* checked/.exec(html)?.[1]).toBe(String(chosen));
  });

  test("a review, an address of the address book, a return and the reason of a cancellation are kept too", async () => {
    const browserOf = (accountId: number) => signedIn(shop, accountId);
    const owner = await markShownTo(await browserOf(order.accountId));
    const bookId = await createBook(shop.db.write, { title: "Rudali" });
    const paid = await createShopOrder(shop, "paid");
    const payer = await markShownTo(await browserOf(paid.accountId));
    const forms: [string, number, string, Record<string, string>, RegExp[]][] = [
      [
        `/books/${bookId}-rudali?tab=reviews`,
        asha.id,
        mark,
        { rating: "4", remarks: "A slow, <b>good</b> book.", intent: "review" },
        [/A slow, &lt;b&gt;good&lt;\/b&gt; book\.<\/textarea>/, /id="review-rating-4"[^>]* checked/],
      ],
      [
        "/account/addresses?add=1",
        asha.id,
        mark,
        { ...TYPED, typedIn: "address-form", intent: "save-address" },
        [/value="Thrissur"/],
      ],
      [
        `/orders/${order.orderId}/return`,
        order.accountId,
        owner,
        { [copiesField(order.bookId)]: "1", reason: "damaged", remarks: "Torn at the spine" },
        [/Torn at the spine<\/textarea>/, /<option value="damaged" selected/],
      ],
      [
        `/orders/${paid.orderId}?confirm=cancel`,
        paid.accountId,
        payer,
        { reason: "Ordered twice", intent: "cancel" },
        [/Ordered twice<\/textarea>/],
      ],
    ];
    for (const [page, accountId, typedBy, fields, shown] of forms) {
      const browser = await sendWithoutSession(page, { ...fields, typedBy });
      await logIn(browser, accountId);
      const { html } = await readPage(browser.get(page));
      for (const text of shown) expect(html).toMatch(text);
      expect((await readPage(browser.get(page))).html).not.toMatch(shown[0]!);
    }
  });

  test("fills in only its own form of a page with several", async () => {
    const fields = {
      firstName: "Ashalata",
      lastName: "Rao",
      typedBy: mark,
      typedIn: "names",
      intent: "names",
    };
    const browser = await sendWithoutSession("/account", fields);
    await logIn(browser, asha.id);
    const { html } = await readPage(browser.get("/account"));
    expect(html).toContain('value="Ashalata"');
    expect(html.split(FILLED_IN)).toHaveLength(2);
    expect(html).toMatch(/name="showRecommendations"[^>]* checked|checked[^>]* name="showRecommendations"/);
  });

  test("is given to nobody else who logs in on that browser, and not back to the first one after that", async () => {
    const page = "/account/addresses?add=1";
    const browser = await sendWithoutSession(page, { ...TYPED, typedBy: mark, typedIn: "address-form" });
    const other = await customerBrowser(shop);
    await logIn(browser, other.accountId);
    expect((await readPage(browser.get(page))).html).not.toContain("Thrissur");
    await logIn(browser, asha.id);
    expect((await readPage(browser.get(page))).html).not.toContain("Thrissur");
  });

  test.each([
    ["says nothing of whom it was shown to", ""],
    ["has a mark that the shop has not made", "1.aaaaaaaaaaaaaaaa"],
  ])("is not kept when the form %s", async (_, typedBy) => {
    const browser = await sendWithoutSession("/account/addresses?add=1", { ...TYPED, typedBy });
    expect(browser.cookieNames()).not.toContain("stashed-form");
    expect((await readPage(browser.get("/login"))).html).not.toContain(ON_LOGIN);
  });

  test("is not kept when it is longer than any form", async () => {
    const fields = { ...TYPED, typedBy: mark, remarks: "x".repeat(17_000) };
    const browser = await sendWithoutSession("/account/addresses?add=1", fields);
    expect(browser.cookieNames()).not.toContain("stashed-form");
  });
});
