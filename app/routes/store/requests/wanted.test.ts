import { beforeEach, describe, expect, test } from "vitest";
import { createBook } from "~/test/factories";
import { formFields, openPage, pageHtml, readPage } from "~/test/pages";
import { customerBrowser, guestBrowser, LIMITED, testShop, withSettings } from "~/test/shop";

const shop = testShop();
const PAGE = "/books/wanted";
const rows = () =>
  shop.db.read.selectFrom("wanted_titles").select(["title", "author", "email"]).orderBy("id").execute();

beforeEach(async () => {
  await shop.db.write.deleteFrom("wanted_titles").execute();
  await createBook(shop.db.write, { title: "Gora" });
});

test("an empty search asks for the title; the answer is the same each time, and leads back", async () => {
  const guest = guestBrowser(shop);
  const { html } = await openPage(guest, "/books?q=lost+%26+pages&sort=title");
  expect(html).toContain("Tell me when you have it");
  const form = html.slice(html.indexOf(`action="${PAGE}"`));
  expect(form).toMatch(/name="title"[^>]*value="lost &amp; pages"/);
  expect(formFields(html, PAGE)).toMatchObject({ redirectTo: "/books?q=lost+%26+pages&sort=title" });
  const back = "/books?q=lost+%26+pages&sort=title";
  const typed = { title: "lost & pages", author: "A. Sen", email: "Asha@example.com", redirectTo: back };
  for (let time = 0; time < 2; time += 1) {
    expect(await readPage(guest.post(PAGE, typed))).toMatchObject({ status: 303, to: back });
    expect(await pageHtml(guest.get(back))).toContain(
      "Thank you! We will email asha@example.com once, if we get “lost &amp; pages”",
    );
  }
  expect(await rows()).toEqual([{ title: "lost & pages", author: "A. Sen", email: "asha@example.com" }]);
});

test("what was typed wrongly comes back with its messages; nothing is stored", async () => {
  const guest = guestBrowser(shop);
  const typed = { title: "  ", author: '<b>"Sen"', email: "nobody", redirectTo: "/books?q=x" };
  const { status, html } = await readPage(guest.post(PAGE, typed));
  expect(status).toBe(400);
  expect(html).toContain("Please enter the title");
  expect(html).toContain("Please enter a valid email address");
  expect(html).toContain('value="nobody"');
  expect(html).toContain("&lt;b&gt;&quot;Sen&quot;");
  expect(formFields(html, PAGE)).toMatchObject({ redirectTo: "/books?q=x" });
  expect(await rows()).toEqual([]);
});

test("another site is never where the answer leads", async () => {
  const typed = { title: "Lost", email: "asha@example.com", redirectTo: "https://evil.example/" };
  expect(await readPage(guestBrowser(shop).post(PAGE, typed))).toMatchObject({ status: 303, to: "/books" });
});

test("the cached page is the same for guests, and has each customer's own address", async () => {
  const path = "/books?q=kept+pages+none";
  const email = async (browser: ReturnType<typeof guestBrowser>) => {
    const html = await pageHtml(browser.get(path));
    return /name="email"[^>]*value="([^"]*)"/.exec(html.slice(html.indexOf('action="/books/wanted"')))?.[1];
  };
  expect(await email(guestBrowser(shop))).toBeUndefined();
  for (const name of ["meena", "o'neill&co"])
    for (let time = 0; time < 2; time += 1)
      expect(await email(await customerBrowser(shop, { email: `${name}${time}@example.com` }))).toBe(
        `${name}${time}@example.com`.replace("'", "&#x27;").replace("&co", "&amp;co"),
      );
  expect(await email(guestBrowser(shop))).toBeUndefined();
});

test("a shop without books asks for nothing", async () => {
  await shop.db.write.updateTable("books").set({ hidden: 1 }).execute();
  const html = await pageHtml(guestBrowser(shop).get("/books"));
  expect(html).toContain("The shop has no books yet");
  expect(html).not.toContain(PAGE);
  await shop.db.write.updateTable("books").set({ hidden: 0 }).execute();
});

describe("limits", () => {
  withSettings(shop, LIMITED);
  test("30 titles an hour from one address; what was typed stays", async () => {
    const guest = guestBrowser(shop);
    for (let n = 0; n < 30; n += 1)
      expect((await guest.post(PAGE, { title: `Lost ${n}`, email: `r${n}@example.com` })).status).toBe(303);
    const stopped = await guest.post(PAGE, { title: "One more", email: "r@example.com" });
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("Retry-After"))).toBeGreaterThan(0);
    const html = await stopped.text();
    expect(html).toContain("Too many tries");
    expect(html).toContain('value="One more"');
    expect(await rows()).toHaveLength(30);
  });
});
