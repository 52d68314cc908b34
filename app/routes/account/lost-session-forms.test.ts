import { beforeAll, expect, test } from "vitest";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { OTHER_SCREENS } from "~/test/checks/admin-screens";
import { createAddress, createBook } from "~/test/factories";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { createShopOrder } from "~/test/orders";
import { pageHtml, readPage } from "~/test/pages";
import { guestBrowser, signedIn, testShop } from "~/test/shop";
import { typedForms } from "~/test/checks/typed-forms";

const shop = testShop();

/**
 * The pages of customers, by their routes, with the forms into which something is typed or chosen: "kept" if it is there
 * again after a login, "sent" if guests may send it. A new page or form makes the test fail until it stands here.
 */
const PAGES: [pattern: string, pages: Record<string, Record<string, string>>][] = [
  ["/books/:id", { "/books/{book}-kari?tab=reviews": { buy: "sent", "Submit Review": "kept" } }],
  ["/wishlist", { "/wishlist": {} }],
  // The number of copies is the cart's: the page shows it again, and each press changes it by one.
  ["/cart", { "/cart": { "coupon-form": "kept", Update: "lost quantity" } }],
  [
    "/checkout",
    {
      "/checkout": { "place-order": "kept" },
      "/checkout?add=1": { "address-form": "kept" },
      "/checkout?edit={address}": { "address-form": "kept" },
    },
  ],
  ["/checkout/pay/:orderId", { "/checkout/pay/{pending}": {} }],
  ["/checkout/return/:orderId", { "/checkout/return/{pending}": {} }],
  ["/checkout/confirmation/:orderId", { "/checkout/confirmation/{paid}": {} }],
  // Codes and passwords are typed again.
  ["/login/code", {}],
  ["/login/email/code", {}],
  ["/change-password", { "/change-password": {} }],
  ["/account", { "/account": { names: "kept", "change-email": "kept", "preferences-form": "kept" } }],
  ["/account/addresses", { "/account/addresses?add=1": { "address-form": "kept" } }],
  ["/account/quotations", {}],
  ["/account/statement", {}],
  ["/account/statement/file", {}],
  ["/account/devices", { "/account/devices": {} }],
  ["/account/passkeys", { "/account/passkeys": {} }],
  ["/account/connections", { "/account/connections": {} }],
  ["/account/data", { "/account/data": {} }],
  ["/account/data/download", {}],
  ["/account/data/deletion", { "/account/data/deletion": {} }],
  ["/orders", { "/orders": {} }],
  ["/orders/:orderId", { "/orders/{paid}?confirm=cancel": { "Cancel order": "kept" } }],
  ["/orders/:orderId/return", { "/orders/{delivered}/return": { "Request return": "kept" } }],
  ["/orders/:orderId/invoice", {}],
  ["/orders/:orderId/documents/:documentId", {}],
  ["/orders/:orderId/proforma", {}],
];

let accountId: number;
let facts: Record<string, number>;
beforeAll(async () => {
  const { write } = shop.db;
  ({ id: accountId } = await accountWithPassword(write, PASSWORD));
  const orders = [];
  for (const state of ["paid", "delivered", "pending"] as const)
    orders.push([state, (await createShopOrder(shop, state, { accountId })).orderId]);
  const book = await createBook(write, { title: "Kari", stock: 20 });
  await addToCart(write, { accountId }, { bookId: book, quantity: 1 });
  const address = await createAddress(write, accountId);
  await createAddress(write, accountId, { is_default: 1 });
  facts = { address, book, ...Object.fromEntries(orders) };
});

/** What became of what was typed into each form of the page when the session had ended. */
async function fates(page: string): Promise<Record<string, string>> {
  const fates: Record<string, string> = {};
  const browser = await signedIn(shop, accountId);
  for (const form of typedForms(await pageHtml(browser.get(page)), page)) {
    const names = Object.keys(form.changed);
    if (names.length === 0) continue;
    const sent = Object.entries({ ...form.fields, ...form.changed }).filter(([, value]) => value !== null);
    const guest = guestBrowser(shop);
    const answer = await readPage(
      guest.post(form.action, Object.fromEntries(sent) as Record<string, string>),
    );
    const back = /^\/login\?redirectTo=(.*)$/.exec(answer.to ?? "")?.[1];
    if (back === undefined) {
      fates[form.key] = "sent";
      continue;
    }
    const session = (await signedIn(shop, accountId)).cookieHeader();
    guest.setCookie("kitab", session.slice("kitab=".length));
    const forms = typedForms(await pageHtml(guest.get(decodeURIComponent(back))), page);
    const shown = forms.find(({ key }) => key === form.key)?.fields ?? {};
    const lost = names.filter((name) => (shown[name] ?? null) !== form.changed[name]);
    fates[form.key] = ["kept", ...lost].join(" ").replace(/^kept (?=.)/, "lost ");
  }
  return fates;
}

test("what a customer types into any form is there again after the login that it needs", async () => {
  const found = [];
  for (const [pattern, pages] of PAGES) {
    const known: Record<string, Record<string, string>> = {};
    for (const page of Object.keys(pages))
      known[page] = await fates(page.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name])));
    found.push([pattern, known]);
  }
  expect(found).toEqual(PAGES);
});

test("every page that leads guests to the login stands in the table", async () => {
  const guest = guestBrowser(shop);
  const led: string[] = [];
  for (const { path, pattern } of OTHER_SCREENS) {
    const { to } = await readPage(guest.get(path));
    if (to?.startsWith("/login")) led.push(pattern);
  }
  expect(PAGES.map(([pattern]) => pattern)).toEqual(expect.arrayContaining(led));
});
