import { beforeAll, expect, test } from "vitest";
import { createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { openPage } from "~/test/pages";
import { createShopOrder } from "~/test/orders";
import { type Browser, signedIn, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
let owner: Browser;
let orderId: number;

beforeAll(async () => {
  owner = await staffBrowser(shop);
  await catalogueBook(shop.db.write, { title: "Zebunnisa's <Diwan>", authors: ["Makhfi"] });
  ({ orderId } = await createShopOrder(shop, "paid"));
});

test("the form of every page searches everything", async () => {
  const { html } = await openPage(owner, "/admin/coupons");
  expect(html).toMatch(
    /<form[^>]*action="\/admin\/find"[^>]*role="search"|role="search"[^>]*action="\/admin\/find"/,
  );
  const found = await openPage(owner, "/admin/find?q=zebunnisa");
  expect(found.html).toContain("Zebunnisa&#x27;s &lt;Diwan&gt;");
  expect(found.html).toMatch(/href="\/admin\/products\?q=zebunnisa&amp;edit=\d+"/);
  expect((await openPage(owner, `/admin/find?q=%23${orderId}`)).html).toContain(
    `href="/admin/orders/${orderId}"`,
  );
});

test("says when nothing is found; an empty search says what can be found", async () => {
  expect((await openPage(owner, "/admin/find?q=qqqqqq")).html).toContain("Nothing found for");
  expect((await openPage(owner, "/admin/find")).html).toContain("Finds books by title");
  expect((await openPage(owner, `/admin/find?q=${"x".repeat(5000)}`)).response.status).toBe(200);
});

test("suggestions are JSON, and only of what the rights allow; opened as a page they lead to it", async () => {
  const packer = await signedIn(shop, await createStaff(shop.db.write, { job: "orders" }));
  const ask = async (browser: Browser, q: string) =>
    (await (await browser.get(`/admin/find/suggest?q=${q}`)).json()) as { groups: { key: string }[] };
  expect((await ask(owner, "makhfi")).groups.map(({ key }) => key)).toEqual(["books"]);
  expect((await ask(packer, "makhfi")).groups).toEqual([]);
  const page = await owner.request("/admin/find/suggest?q=a", { headers: { Accept: "text/html" } });
  expect([page.status, page.headers.get("Location")]).toEqual([302, "/admin/find?q=a"]);
});
