import { beforeAll, expect, test } from "vitest";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { catalogueBook } from "~/test/factories-catalogue";
import { type Browser, staffBrowser, testShop } from "~/test/shop";
import { pageHtml } from "~/test/pages";

const shop = testShop();
let staff: Browser;

beforeAll(async () => {
  staff = await staffBrowser(shop);
});

test.each(Object.values(MASTER_DATA))("/admin/$path: the form checks and adds a name", async (entity) => {
  const url = `/admin/${entity.path}`;
  const page = await pageHtml(await staff.get(`${url}?add=1`));
  expect(page).toContain(`<h1 dir="auto">${entity.listTitle}</h1>`);
  expect(page).toContain(`maxLength="${entity.max}"`);

  const tooLong = "x".repeat(entity.max + 1);
  const refused = await staff.post(`${url}?add=1`, { name: tooLong });
  expect(refused.status).toBe(400);
  const again = await pageHtml(refused);
  expect(again).toContain(entity.tooLong);
  expect(again).toContain(tooLong);
  expect(await pageHtml(await staff.post(`${url}?add=1`, {}))).toContain(entity.required);

  const added = await staff.post(`${url}?add=1&q=z&size=5`, { name: "Zenana" });
  expect(added.status).toBe(303);
  expect(added.headers.get("Location")).toBe(`${url}?q=z&size=5`);
  const list = await pageHtml(await staff.get(`${url}?q=z`));
  expect(list).toContain(`${entity.label} added successfully!`);
  expect(list).toContain(`Add New ${entity.label}`);
  const twice = await staff.post(`${url}?add=1`, { name: "ZENANA" });
  expect(twice.status).toBe(400);
  const duplicate = await pageHtml(twice);
  expect(duplicate).toContain(`${entity.label} already exists`);
  expect(duplicate).toContain('value="ZENANA"');

  const id = /edit=(\d+)/.exec(list)![1]!;
  expect(await pageHtml(await staff.get(`${url}?edit=${id}`))).toContain(`Update ${entity.label}`);
  const changed = await staff.post(`${url}?edit=${id}&q=z`, { name: "Zenana b" });
  expect([changed.status, changed.headers.get("Location")]).toEqual([303, `${url}?q=z`]);
  const after = await pageHtml(await staff.get(`${url}?q=zenana b`));
  expect(after).toContain(`${entity.label} updated successfully!`);
  expect(after).toMatch(/<bdi>Zenana b<\/bdi>/);
});

test("an unknown or invalid id is a 404 and changes nothing", async () => {
  for (const id of ["0", "-1", "999999999999999999999", "1e3", "x", "%00"]) {
    expect((await staff.get(`/admin/authors?edit=${id}`)).status).toBe(404);
    expect((await staff.post(`/admin/authors?edit=${id}`, { name: "Nobody" })).status).toBe(404);
  }
  expect(await pageHtml(await staff.get("/admin/authors?q=nobody"))).toContain(
    "No items found matching your search",
  );
});

test("the head of a list links to its order: ascending, descending, then as at first", async () => {
  for (const name of ["Zzzz", "Aaaa", "Added last"]) await staff.post("/admin/authors?add=1", { name });
  const seen: (string | undefined)[][] = [];
  let at = "/admin/authors?size=5";
  while (seen.length < 4) {
    const html = await pageHtml(staff.get(at));
    const [, order, query] = /abbr="Title"(?: aria-sort="(\w+)")?.*?href="[^"?]*([^"]+)"/s.exec(html)!;
    const first = /<tbody.*?<bdi>([^<]+)/s.exec(html)?.[1];
    seen.push([order, first]);
    at = `/admin/authors${query!.replaceAll("&amp;", "&")}`;
    expect(at).toContain("size=5");
  }
  const plain = [undefined, "Aaaa"];
  expect(seen).toEqual([plain, ["ascending", "Aaaa"], ["descending", "Zzzz"], plain]);
});

test("a changed name shows in the store at once", async () => {
  const bookId = await catalogueBook(shop.db.write, { title: "Sultana", authors: ["R. Hossain"] });
  expect(await pageHtml(await fetch(`${shop.origin}/books/${bookId}`))).toContain("R. Hossain");
  const { id } = await shop.db.read
    .selectFrom("authors")
    .select("id")
    .where("name", "=", "R. Hossain")
    .executeTakeFirstOrThrow();
  await staff.post(`/admin/authors?edit=${id}`, { name: "Rokeya Hossain" });
  expect(await pageHtml(await fetch(`${shop.origin}/books/${bookId}`))).toContain("Rokeya Hossain");
});

test("categories show the numbers of books, with hidden ones, and of copies sold", async () => {
  const db = shop.db.write;
  await catalogueBook(db, { title: "One", tags: ["Zoology", "Yoga"], sold_count: 3 });
  await catalogueBook(db, { title: "Two", tags: ["Zoology"], sold_count: 4, hidden: 1 });
  const page = await pageHtml(await staff.get("/admin/categories?q=o&sort=sold&dir=desc"));
  const rows = [
    ...page.matchAll(/<tr><td[^>]*><bdi>([^<]+)<\/bdi><\/td><td[^>]*>(\d+)<\/td><td[^>]*>(\d+)<\/td>/g),
  ];
  expect(rows.map(([, ...cells]) => cells)).toEqual([
    ["Zoology", "2", "7"],
    ["Yoga", "1", "3"],
  ]);
});

test("the sidebar's state is stored in a cookie for 7 days; a redirect to another site is refused", async () => {
  const folded = await staff.post("/admin/sidebar", { state: "collapsed", redirectTo: "/admin/authors" });
  expect(folded.headers.get("Location")).toBe("/admin/authors");
  expect(folded.headers.getSetCookie().join()).toMatch(/sidebar=collapsed; Max-Age=604800; Path=\/;/);
  expect(await pageHtml(await staff.get("/admin/authors"))).toContain('data-state="collapsed"');
  const odd = await staff.post("/admin/sidebar", { state: "<script>", redirectTo: "//evil.example" });
  expect(odd.headers.get("Location")).toBe("/admin");
  expect(odd.headers.getSetCookie().join()).toContain("sidebar=open;");
});

test("an unknown back-office page is a 404 with the back office's layout", async () => {
  const response = await staff.get("/admin/no-such-page");
  expect(response.status).toBe(404);
  expect(await pageHtml(response)).toContain("Oops! Page not found");
});

test("a list that cannot be read is the error screen with its request id, in the back office's layout", async () => {
  await shop.db.executeScript("alter table publishers rename to publishers_away");
  try {
    const failed = await staff.get("/admin/publishers");
    expect(failed.status).toBe(500);
    const page = await pageHtml(failed);
    expect(page).toContain(`id="request-id" class="wrap-anywhere">${failed.headers.get("X-Request-Id")}<`);
    expect(page).toContain('href="/admin/categories"');
  } finally {
    await shop.db.executeScript("alter table publishers_away rename to publishers");
  }
});
