import { beforeAll, expect, test } from "vitest";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { catalogueBook } from "~/test/factories-catalogue";
import { type Browser, customerBrowser, guestBrowser, testShop } from "~/test/shop";
import { pageHtml } from "~/test/pages";

const LOGIN_NEEDED = "You need to be logged in with admin credentials to access this page";
const PAGE = "/admin/products?add=1";
const LOGIN = `/login?redirectTo=${encodeURIComponent(PAGE)}`;

const shop = testShop();
let authorId: number;
let tagId: number;
beforeAll(async () => {
  await catalogueBook(shop.db.write, { title: "Gora", authors: ["Rabindranath Tagore"], tags: ["Novel"] });
  authorId = (await shop.db.read.selectFrom("authors").select("id").executeTakeFirstOrThrow()).id;
  tagId = (await shop.db.read.selectFrom("tags").select("id").executeTakeFirstOrThrow()).id;
});

const typed = () => ({
  intent: "save-book",
  title: "Ghare Baire & <b>more</b>",
  brief: "A house and the world.",
  price: "499.50",
  password: "never kept",
  authorId: String(authorId),
  booktagsId: String(tagId),
  authorText: "Half a na",
});

/** Posts a form without a session. @returns the browser, redirected to the login page */
async function postWithoutSession(fields: Record<string, string> = typed(), page = PAGE) {
  const browser = guestBrowser(shop);
  const response = await browser.post(page, fields);
  expect(response.status).toBe(303);
  expect(response.headers.get("Location")).toBe(`/login?redirectTo=${encodeURIComponent(page)}`);
  return browser;
}

async function logIn(browser: Browser, redirectTo = PAGE) {
  const { email } = await accountWithPassword(shop.db.write, PASSWORD, { role: "admin" });
  const response = await browser.post("/login", { username: email, password: PASSWORD, redirectTo });
  expect([response.status, response.headers.get("Location")]).toEqual([303, redirectTo]);
}

test("a guest who opens a back-office page is redirected to it after the login", async () => {
  const browser = guestBrowser(shop);
  const response = await browser.get("/admin/orders?status=packed");
  expect([response.status, response.headers.get("Location")]).toEqual([
    303,
    `/login?redirectTo=${encodeURIComponent("/admin/orders?status=packed")}`,
  ]);
  const login = await pageHtml(await browser.get(response.headers.get("Location")!));
  expect(login).toContain(LOGIN_NEEDED);
  expect(login).toContain("The back office opens after you log in.");
  expect(login).not.toContain("Your orders, wishlist and cart");
  expect(await pageHtml(await browser.get("/login"))).toContain("Your orders, wishlist and cart");
  await logIn(browser, "/admin/orders?status=packed");
});

test("the form is filled in again after the login, once", async () => {
  const before = await shop.db.read.selectFrom("books").selectAll().execute();
  const browser = await postWithoutSession();
  const login = await pageHtml(await browser.get(LOGIN));
  expect(login).toContain(LOGIN_NEEDED);
  expect(login).toContain("What you typed is kept for an hour");
  expect(login).not.toContain("Ghare Baire");
  await logIn(browser);
  const html = await pageHtml(await browser.get(PAGE));
  expect(html).toContain("You were logged out before this was saved");
  expect(html).toContain('value="Ghare Baire &amp; &lt;b&gt;more&lt;/b&gt;"');
  expect(html).toContain("A house and the world.</textarea>");
  expect(html).toContain('value="499.50"');
  expect(html).toContain("Rabindranath Tagore");
  expect(html).toMatch(/<input(?=[^>]*type="checkbox")(?=[^>]*name="authorId")(?=[^>]*checked)[^>]*>/);
  expect(html).toContain('value="Half a na"');
  expect(html).not.toContain("never kept");
  expect(await pageHtml(await browser.get(PAGE))).not.toContain("Ghare Baire");
  expect(await shop.db.read.selectFrom("books").selectAll().execute()).toEqual(before);
});

test("a kept form is shown only on its page, and not after a logout", async () => {
  const browser = await postWithoutSession({ name: "Zubaan" }, "/admin/publishers?add=1");
  await logIn(browser, "/admin");
  expect(await pageHtml(await browser.get("/admin/authors?add=1"))).not.toContain("Zubaan");
  expect(await pageHtml(await browser.get("/admin/publishers?add=1"))).toContain('value="Zubaan"');

  const shared = guestBrowser(shop);
  await logIn(shared, "/admin");
  await shared.post("/logout", {});
  await shared.post("/admin/publishers?add=1", { name: "Yoda Press" });
  await logIn(shared, "/admin");
  expect(await pageHtml(await shared.get("/admin/publishers?add=1"))).not.toContain("Yoda Press");
});

test("forms over 64 kB, and posts to URLs that are not pages, are not kept", async () => {
  const browser = await postWithoutSession({ ...typed(), description: "x".repeat(70_000) });
  expect(await pageHtml(await browser.get(LOGIN))).not.toContain("What you typed is kept");
  const other = guestBrowser(shop);
  const answer = await other.post("/admin/choices/authors", { name: "Nobody" });
  expect(answer.headers.get("Location")).toBe("/login?redirectTo=%2Fadmin");
});

test("a customer is redirected to the store", async () => {
  const customer = await customerBrowser(shop);
  expect((await customer.post(PAGE, typed())).headers.get("Location")).toBe("/");
});
