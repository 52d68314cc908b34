import { expect, test } from "vitest";
import { createBook } from "~/test/factories";
import { createShopOrder } from "~/test/orders";
import { isOnPostgres } from "~/test/databases/postgres";
import { type Browser, guestBrowser, ownShop, signedIn, staffBrowser } from "~/test/shop";

const shop = ownShop({ COUNT_ROUND_TRIPS: "1" });

/** Asks for a page. @returns how many questions to the database waited for each other, from the session to the view */
async function roundTrips(browser: Browser, url: string): Promise<number> {
  const before = shop.output().length;
  const answer = await browser.get(url);
  await answer.text();
  expect(answer.status).toBe(200);
  const { pathname, search } = new URL(answer.url);
  const printed = () => shop.output().slice(before).split(`round trips ${pathname}${search} `).at(1);
  await expect.poll(printed).toMatch(/^\d+\n/);
  return Number.parseInt(printed()!, 10);
}

// Each page is opened twice: for the first time since the catalogue changed, and again. What shoppers see of their own takes
// three: the session, what is theirs, and what that refers to. A list of the back office also counts first, and reads the
// rules for second steps.
test("what a page reads is asked side by side", async () => {
  const db = shop.db.write;
  const bookId = await createBook(db, {});
  const order = await createShopOrder(shop, "paid");
  const customer = await signedIn(shop, order.accountId);
  await customer.post("/cart", { intent: "add", bookId, quantity: 1 });
  const found: Record<string, number[]> = {};
  const ask = async (who: string, browser: Browser, pages: string[]) => {
    for (const page of pages)
      found[`${who} ${page}`] = [await roundTrips(browser, page), await roundTrips(browser, page)];
  };
  const orderPage = `/orders/${order.orderId}`;
  const bookPage = `/books/${bookId}`;
  await ask("guest", guestBrowser(shop), ["/", "/books", bookPage]);
  const own = ["/cart", "/checkout", "/orders", orderPage, "/account"];
  await ask("customer", customer, ["/", "/books", bookPage, ...own]);
  const screens = ["", "/orders", orderPage, "/products", "/customers"];
  await ask(
    "staff",
    await staffBrowser(shop),
    screens.map((screen) => `/admin${screen}`),
  );
  // PostgreSQL is asked for the version of the catalogue too, at moments that differ.
  if (isOnPostgres)
    return expect(own.map((page) => found[`customer ${page}`]![1]).filter((trips) => trips! > 3)).toEqual([]);
  expect(found).toEqual({
    "guest /": [7, 0],
    "guest /books": [4, 0],
    [`guest ${bookPage}`]: [4, 0],
    "customer /": [2, 2],
    "customer /books": [5, 2],
    [`customer ${bookPage}`]: [6, 2],
    "customer /cart": [4, 2],
    "customer /checkout": [2, 2],
    "customer /orders": [3, 3],
    [`customer ${orderPage}`]: [2, 2],
    "customer /account": [3, 3],
    "staff /admin": [4, 4],
    "staff /admin/orders": [5, 5],
    [`staff /admin${orderPage}`]: [3, 3],
    "staff /admin/products": [8, 7],
    "staff /admin/customers": [4, 4],
  });
});
