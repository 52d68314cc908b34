import { beforeAll, expect, test } from "vitest";
import { catalogueBook, catalogueReader, createReview } from "~/test/factories-catalogue";
import { openPage, readPage } from "~/test/pages";
import { type Browser, guestBrowser, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
let staff: Browser;
let hardback: number;
let paperback: number;
let hidden: number;

beforeAll(async () => {
  staff = await staffBrowser(shop);
  const book = (fields: object) => catalogueBook(shop.db.write, { title: "Godan", ...fields });
  hardback = await book({ format: "BB", isbn13: "9780143065838", price: 60000 });
  paperback = await book({ format: "BC", price: 30000, sale_price: 25000, stock: 0 });
  hidden = await book({ format: "EA", hidden: 1 });
  await catalogueBook(shop.db.write, { title: "Gaban" });
  const accountId = await catalogueReader(shop.db.write);
  await createReview(shop.db.write, { bookId: paperback, accountId, rating: 2, remarks: "Small print." });
});

const panel = () => `/admin/products?q=go&editions=${hardback}`;
const send = (intent: string, fields: Record<string, string | number> = {}) =>
  readPage(staff.post(panel(), { intent, ...fields }));

/** What search engines read about the book of a page. */
async function structuredData(path: string): Promise<Record<string, unknown>> {
  const html = await (await fetch(shop.origin + path)).text();
  const script = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)![1]!;
  return (JSON.parse(script) as { "@graph": Record<string, unknown>[] })["@graph"][0]!;
}

test("staff link editions; the page of each shows the visible ones with price and availability", async () => {
  const { html: form } = await openPage(staff, panel());
  const offered = [...form.matchAll(/name="bookId" value="(\d+)"/g)].map(([, id]) => Number(id));
  expect(offered.sort()).toEqual([paperback, hidden].sort());
  expect(await send("link-edition", { bookId: paperback })).toMatchObject({
    status: 303,
    to: `/admin/products?q=go&editions=${hardback}`,
  });
  await send("link-edition", { bookId: hidden });
  expect((await openPage(staff, panel())).html).toMatch(/E-book.*Hidden/s);

  const { html } = await openPage(guestBrowser(shop), `/books/${hardback}-godan`);
  const [shown] = /<nav class="editions".*?<\/nav>/s.exec(html)!;
  expect(shown.replace(/<[^>]*>/g, "|").replace(/\|+/g, "|")).toBe(
    "|Also available as|Paperback|Sale price |₹250.00| |Price before |₹300.00|Out of stock|Hardback|₹600.00|In stock|This edition|",
  );
  expect(shown).toContain(`href="/books/${paperback}-godan"`);
  expect(/<a[^>]*aria-current="page"[^>]*>/.exec(shown)![0]).toContain(`/books/${hardback}-godan"`);
  expect(html).toContain("No reviews yet.");
  const data = await structuredData(`/books/${hardback}-godan`);
  expect(data.exampleOfWork).toMatchObject({
    "@type": "Book",
    name: "Godan",
    workExample: [
      { url: `${shop.origin}/books/${paperback}-godan`, bookFormat: "https://schema.org/Paperback" },
      { "@id": data["@id"], isbn: "9780143065838" },
    ],
  });
  const answer = await guestBrowser(shop).get(`/api/v1/browsebooks/${hardback}`);
  expect(((await answer.json()) as { editions: unknown }).editions).toMatchObject([
    { bookId: paperback, price: 300, salePrice: 250, availability: "out_of_stock" },
    { bookId: hardback, label: "Hardback", format: "BB", url: `/books/${hardback}-godan` },
  ]);
});

test("pooled reviews are shown on the page of each, with the edition", async () => {
  expect(await send("pool-reviews", { pooled: "on" })).toMatchObject({ status: 303 });
  const { html } = await openPage(guestBrowser(shop), `/books/${hardback}-godan?tab=reviews`);
  expect(html.replaceAll("<!-- -->", "")).toContain("About: Paperback");
  expect(await structuredData(`/books/${hardback}-godan`)).toMatchObject({
    aggregateRating: { ratingValue: 2, reviewCount: 1 },
  });
  const answer = await guestBrowser(shop).get(`/api/v1/browsebooks/reviews/${hardback}`);
  expect(await answer.json()).toMatchObject({ avgrate: 2, count: 1, reviews: [{ bookid: paperback }] });
});

test("refuses what cannot be linked; a removed edition leaves the page", async () => {
  const { status, html } = await send("link-edition", { bookId: 99999 });
  expect(status).toBe(400);
  expect(html).toContain("Book Not Found");
  expect((await readPage(staff.get("/admin/products?editions=99999"))).status).toBe(404);
  await send("unlink-edition", { bookId: paperback });
  await send("unlink-edition", { bookId: hidden });
  const page = await openPage(guestBrowser(shop), `/books/${hardback}-godan`);
  expect(page.html).not.toContain("Also available as");
  expect((await send("pool-reviews", { pooled: "on" })).html).toContain("The book has no other editions");
});
