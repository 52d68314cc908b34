import { beforeAll, expect, test } from "vitest";
import { createAccount, createBook } from "~/test/factories";
import { insertOrder } from "~/test/factories-orders";
import { type Browser, staffBrowser, testShop } from "~/test/shop";
import { pageHtml } from "~/test/pages";

const shop = testShop();
let staff: Browser;
beforeAll(async () => {
  staff = await staffBrowser(shop);
});

const page = () => pageHtml(staff.get("/admin"));

test("an empty shop's dashboard says that there are no orders, sales, books and payments", async () => {
  const html = await page();
  for (const sentence of [
    "No orders yet",
    "Nothing sold yet",
    "No books yet",
    "No payments in the last 30 days",
    "Before the first sale",
  ])
    expect(html).toContain(sentence);
  expect(html).toContain('href="/admin/products?add=1"');
  expect(html).not.toContain("<desc");
});

test("figures and rows link to their lists; the chart has a title, one bar a day, and a table", async () => {
  const accountId = await createAccount(shop.db.write);
  const bookId = await createBook(shop.db.write, { title: "Scarce", stock: 2, sold_count: 3 });
  const at = new Date().toISOString();
  const orderId = await insertOrder(shop.db.write, {
    accountId,
    state: "paid",
    total: 123_450,
    paidAt: at,
  });
  await insertOrder(shop.db.write, { accountId, state: "refunded", total: 50, paidAt: at });
  const html = await page();
  // A carrier and a grievance officer are still missing.
  expect(html).toContain("Before the first sale");
  expect(html).not.toContain("Add the first book");
  for (const href of [
    "/admin/products",
    "/admin/orders?status=paid&amp;status=packed&amp;status=shipped&amp;status=delivered&amp;status=refunded",
    "/admin/customers",
    "/admin/orders?status=delivered",
    `/admin/orders/${orderId}`,
    `/admin/products?edit=${bookId}`,
    "/admin/products?stock=low",
  ])
    expect(html).toContain(`href="${href}"`);
  expect(html).toContain("All 1</a>");
  expect(html).toContain("2 left");

  const plot = /<svg role="img" aria-labelledby="sales-title sales-description"[\s\S]*?<\/svg>/.exec(
    html,
  )![0];
  expect(plot).toContain('<title id="sales-title">Sales over the last 30 days, in rupees</title>');
  expect(plot).toMatch(/<desc id="sales-description">[^<]*₹1,235\.00 from 2 orders/);
  expect(plot.match(/<rect[^>]*fill-accent/g)).toHaveLength(30);
  expect(plot).toContain("₹1,000");
  expect(html).not.toMatch(/<[^>]+ style=/);
  const table = /<details class="mt-4"[\s\S]*?<\/details>/.exec(html)![0];
  expect(table.match(/<tr>/g)!.length).toBeGreaterThanOrEqual(31);
  expect(table).toMatch(/Total<\/td><td[^>]*>2<\/td><td[^>]*>₹1,235\.00/);
  expect(html).toContain("Paid orders, before refunds");
});

test("the figure 'Customers' equals the number of rows in the list of customers", async () => {
  for (let index = 0; index < 3; index++) await createAccount(shop.db.write, { status: "inactive" });
  const card = (await page()).match(/Customers<\/a><\/dt><dd><span[^>]*>(\d+)/)![1];
  const list = await (await staff.get("/admin/customers?size=50")).text();
  expect(list.match(/aria-pressed=/g)).toHaveLength(Number(card));
});

test("books that should be out by now are named, with the copies owed, and lead to their list", async () => {
  const link = 'href="/admin/products?release=overdue"';
  expect(await page()).not.toContain(link);
  await createBook(shop.db.write, {
    title: "Late",
    stock: 0,
    publishing_status: "forthcoming",
    published_on: "2025-01-15",
    preorder_limit: 9,
    preordered: 3,
  });
  const html = await page();
  expect(html).toMatch(/1<\/span> <span[^>]*><span[^>]*>Overdue books/);
  expect(html).toContain("3 pre-ordered copies are owed");
  expect(html).toContain(link);
});
