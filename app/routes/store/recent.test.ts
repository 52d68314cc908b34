import { beforeAll, expect, test } from "vitest";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { createAccount } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { flashMessages, openPage, readPage } from "~/test/pages";
import { guestBrowser, signedIn, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
let books: number[];

beforeAll(async () => {
  books = [];
  for (let n = 1; n <= 12; n += 1) books.push(await catalogueBook(shop.db.write, { title: `Title ${n}` }));
});

const path = (at: number) => `/books/${books[at]}-title-${at + 1}`;
const RECENT = /^recent=([\d.]*);/;
const remembered = (answer: Response) =>
  answer.headers.getSetCookie().flatMap((cookie) => RECENT.exec(cookie)?.[1] ?? []);

/** The books' ids that a page lists, in their order. */
const listed = (html: string) => [
  ...new Set([...html.matchAll(/href="\/books\/(\d+)-[^"]*"/g)].map((match) => Number(match[1]))),
];

test("a book's page, rendered or kept, remembers the book in the browser's own cookie, once", async () => {
  const [one, other] = [guestBrowser(shop), guestBrowser(shop)];
  for (const browser of [one, other]) {
    const answer = await browser.get(path(0));
    expect(answer.headers.getSetCookie()).toEqual([
      `recent=${books[0]}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    ]);
    expect(answer.headers.get("Cache-Control")).toBe("private, max-age=0, must-revalidate");
  }
  const again = await one.get(path(0));
  expect(again.headers.getSetCookie()).toEqual([]);
  expect(again.headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
  expect(remembered(await one.get(path(1)))).toEqual([`${books[1]}.${books[0]}`]);
  expect(remembered(await other.get(path(2)))).toEqual([`${books[2]}.${books[0]}`]);
  const revalidated = await one.request(path(0), {
    headers: { "If-None-Match": again.headers.get("ETag")! },
  });
  expect([revalidated.status, remembered(revalidated)]).toEqual([304, [`${books[0]}.${books[1]}`]]);
  // Scripts fetch the data of the next page only.
  expect(remembered(await one.get(`${path(3)}.data`))).toEqual([`${books[3]}.${books[0]}.${books[1]}`]);
});

test("at most ten are remembered; a cookie that the shop cannot have written is replaced", async () => {
  const browser = guestBrowser(shop);
  let last: string[] = [];
  for (let at = 0; at < 12; at += 1) last = remembered(await browser.get(path(at)));
  expect(last).toEqual([books.slice(2).toReversed().join(".")]);
  expect(listed((await openPage(browser, "/recent")).html)).toEqual(books.slice(2).toReversed());
  browser.setCookie("recent", "1.x");
  expect(listed((await openPage(browser, "/recent")).html)).toEqual([]);
  expect(remembered(await browser.get(path(0)))).toEqual([`${books[0]}`]);
});

test.each([
  ["HEAD", { method: "HEAD" }],
  ["fetching in advance", { headers: { "Sec-Purpose": "prefetch;prerender" } }],
  ["a search engine", { headers: { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" } }],
])("%s is no look at a book", async (_, request) => {
  const customer = await signedIn(shop, await createAccount(shop.db.write));
  for (const browser of [guestBrowser(shop), customer])
    for (const at of [path(0), `${path(0)}.data`])
      expect(remembered(await browser.request(at, request))).toEqual([]);
});

test("staff's looks, and pages of unknown or hidden books, are not remembered", async () => {
  const staff = await staffBrowser(shop);
  await staff.get("/admin?preview=on");
  expect(remembered(await staff.get(path(0)))).toEqual([]);
  const hidden = await catalogueBook(shop.db.write, { title: "Unknown", hidden: 1 });
  for (const unknown of [`/books/${hidden}-unknown`, "/books/999999-nothing"])
    expect(remembered(await guestBrowser(shop).get(unknown))).toEqual([]);
});

test("the list leaves out what the store no longer shows, and a form empties it", async () => {
  const browser = guestBrowser(shop);
  const gone = await catalogueBook(shop.db.write, { title: "Gone" });
  await browser.get(path(0));
  await browser.get(`/books/${gone}-gone`);
  expect(listed((await openPage(browser, "/recent")).html)).toEqual([gone, books[0]]);
  await shop.db.write.updateTable("books").set({ hidden: 1 }).where("id", "=", gone).execute();
  expect(listed((await openPage(browser, "/recent")).html)).toEqual([books[0]]);
  expect(await readPage(browser.post("/recent", {}))).toMatchObject({ status: 303, to: "/recent" });
  const empty = await openPage(browser, "/recent");
  expect(flashMessages(empty.whole)).toContain("The list was emptied");
  expect(empty.html).toContain("No books yet");
  expect(browser.cookieNames()).not.toContain("recent");
});

test("a customer's cart and wishlist show it, without what is there already; logging out forgets it", async () => {
  const accountId = await createAccount(shop.db.write, { show_recommendations: 0 });
  await addToCart(shop.db.write, { accountId }, { bookId: books[0]!, quantity: 1 });
  const browser = await signedIn(shop, accountId);
  for (const at of [0, 1, 2]) await browser.get(path(at));
  const shelf = (html: string) =>
    listed(/<section aria-labelledby="recent"[^]*?<\/section>/.exec(html)?.[0] ?? "");
  expect(shelf((await openPage(browser, "/cart")).html)).toEqual([books[2], books[1]]);
  await browser.post("/wishlist", { intent: "add", bookId: books[1]! });
  expect(shelf((await openPage(browser, "/wishlist")).html)).toEqual([books[2], books[0]]);
  await browser.post("/logout", {});
  expect(browser.cookieNames()).not.toContain("recent");
});
