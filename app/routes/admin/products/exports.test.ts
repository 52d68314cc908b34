import { beforeAll, describe, expect, test } from "vitest";
import { makeKey } from "~/domain/people/api-keys/api-keys.server";
import { ALL_RIGHTS, type Right } from "~/domain/kit/rights/rights";
import { ApiClient } from "~/test/api";
import { expectContract } from "~/test/checks/api-contract";
import { createStaff, setSettings } from "~/test/factories";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { readBooks, uploadedFile } from "~/test/files/import-files";
import { pageHtml, readPage } from "~/test/pages";
import { type Browser, customerBrowser, guestBrowser, signedIn, staffBrowser, testShop } from "~/test/shop";
import { allOf, parseXml, textsOf, type XmlElement } from "~/test/files/xml";

const shop = testShop();
let staff: Browser;
let staffId = 0;
let [gora, godan, hidden, author] = [0, 0, 0, 0];

beforeAll(async () => {
  staffId = await createStaff(shop.db.write, { first_name: "Asha", last_name: "Rao" });
  staff = await signedIn(shop, staffId);
  const { write } = shop.db;
  await setSettings(write, { shippingThreshold: 29_900, shippingFee: 4_900, lowStockMark: 5 });
  gora = await catalogueBook(write, {
    ...FULL_BOOK,
    isbn13: "9780306406157",
    weight_g: 240,
    publishing_status: "forthcoming",
    published_on: "2999-12-24",
    preorder_limit: 20,
  });
  godan = await catalogueBook(write, { title: "=Godan", authors: ["Premchand"], price: 50_000, stock: 9 });
  hidden = await catalogueBook(write, { title: "Withdrawn", authors: ["Premchand"], hidden: 1, stock: 0 });
  const found = await shop.db.read
    .selectFrom("authors")
    .select("id")
    .where("name", "=", "Premchand")
    .executeTakeFirstOrThrow();
  author = found.id;
});

async function download(query: string, browser = staff) {
  const answer = await browser.get(`/admin/products/export?${query}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { answer, bytes, file: uploadedFile(bytes) };
}

const titles = async (query: string) =>
  (await readBooks((await download(query)).file)).map(({ texts }) => texts.title);

const lastExport = async () => {
  const entry = await shop.db.read
    .selectFrom("audit_entries")
    .select(["actor", "after", "api_key"])
    .where("subject", "=", "export")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return { ...entry, after: JSON.parse(entry.after) as object };
};

describe("the export of the back office", () => {
  test("is the list as searched, filtered and sorted; with all=1 all books", async () => {
    expect(await titles("format=csv")).toEqual(["Withdrawn", "=Godan", "Gora"]);
    expect(await titles("sort=title&dir=desc")).toEqual(["Withdrawn", "Gora", "=Godan"]);
    expect(await titles("q=premchand")).toEqual(["=Godan", "Withdrawn"]);
    expect(await titles("q=premchand&visibility=hidden")).toEqual(["Withdrawn"]);
    expect(await titles("q=%2B")).toEqual([]);
    expect(await titles("stock=low&sort=stock")).toEqual(["Withdrawn", "Gora"]);
    expect(await titles(`author=${author}&visibility=visible`)).toEqual(["=Godan"]);
    expect(await titles("q=premchand&all=1&format=xlsx")).toEqual(["Withdrawn", "=Godan", "Gora"]);
  });

  test("is a file of the format; spreadsheets see no formula", async () => {
    const csv = await download("format=csv&q=premchand&visibility=visible");
    expect(csv.answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(csv.answer.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="books-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(csv.answer.headers.get("Cache-Control")).toBe("private, no-store");
    expect(csv.bytes.toString()).toMatch(
      new RegExp(`^\u{FEFF}Book ID,ISBN,SKU,Title,.*\n${godan},,,'=Godan,,Premchand,A book.,,500,,,,9,`),
    );
    const xlsx = await download("format=xlsx");
    expect(xlsx.answer.headers.get("Content-Type")).toContain("spreadsheetml.sheet");
    expect(xlsx.bytes.subarray(0, 2).toString()).toBe("PK");
    const onix = await download("format=onix");
    expect(onix.answer.headers.get("Content-Disposition")).toMatch(/\.xml"$/);
    expect(textsOf(parseXml(onix.bytes.toString()), "RecordReference")).toEqual(
      [hidden, godan, gora].map((id) => `${new URL(shop.origin).host}.book.${id}`),
    );
    expect((await download("format=pdf")).answer.status).toBe(404);
  });

  test("is written down in the audit log", async () => {
    await download(`format=onix&q=go&visibility=visible&stock=low&author=${author}`);
    expect(await lastExport()).toEqual({
      actor: "Asha Rao",
      api_key: null,
      after: {
        List: "Books",
        Format: "ONIX 3.0",
        Search: "go",
        Stock: "Low",
        Visibility: "Visible",
        Author: "Premchand",
      },
    });
  });

  test("is offered over the list, with its filters", async () => {
    const html = await pageHtml(staff.get("/admin/products?q=go&page=2&sort=price&dir=desc&export=1"));
    expect(html).toContain('href="/admin/products/export?q=go&amp;sort=price&amp;dir=desc&amp;format=xlsx"');
    expect(html).toContain('href="/admin/products/export?format=onix&amp;all=1"');
    const whole = await pageHtml(staff.get("/admin/products?export=1"));
    expect(whole).not.toContain("What the list shows");
    expect(whole).toContain("3 books, hidden ones too");
    expect(await pageHtml(staff.get("/admin/products?q=go"))).toContain(
      'href="/admin/products?q=go&amp;export=1"',
    );
  });

  test("is for those who see the books", async () => {
    const packer = await staffBrowser(shop, { job: "orders" });
    expect((await readPage(packer.get("/admin/products/export"))).status).toBe(403);
    const guest = await readPage(guestBrowser(shop).get("/admin/products/export?format=csv"));
    expect(guest).toMatchObject({ status: 303, to: expect.stringContaining("/login") });
    const customer = await customerBrowser(shop);
    expect((await readPage(customer.get("/admin/products/export"))).html).not.toContain("Book ID");
  });
});

describe("the API's export", () => {
  const keyOf = async (rights: Right[]) => {
    const fields = { name: `Sheet ${rights}`, rights, expiresAt: new Date(Date.now() + 86_400_000) };
    const made = await makeKey(shop.db.write, { staffId, rights: ALL_RIGHTS, fields });
    if (!made.ok) throw new Error(made.message);
    return new ApiClient(guestBrowser(shop), made.key);
  };

  test("gives the same files to a key with the right", async () => {
    const client = await keyOf(["catalogue"]);
    const all = await client.get<string>("/books/admin/export");
    expect(all.status).toBe(200);
    expect(await readBooks(uploadedFile(all.body))).toHaveLength(3);
    const query = "format=onix&searchText=premchand&visibility=visible&sortField=price&orderdir=desc";
    const onix = await client.get<string>(`/books/admin/export?${query}`);
    expect(textsOf(parseXml(onix.body), "TitleText")).toEqual(["=Godan"]);
    expect(await lastExport()).toMatchObject({
      api_key: "Sheet catalogue",
      after: { Format: "ONIX 3.0", Search: "premchand", Visibility: "Visible" },
    });
    const headers = { Authorization: `Bearer ${client.token}` };
    const path = "/api/v1/books/admin/export";
    await expectContract(await fetch(new URL(`${path}?format=xlsx`, shop.origin), { headers }), "GET", path);
  });

  test("refuses other formats, and keys without the right", async () => {
    const client = await keyOf(["catalogue", "orders"]);
    expect(await client.get("/books/admin/export?format=pdf")).toMatchObject({
      status: 400,
      body: { result: 0, errors: { format: expect.anything() } },
    });
    expect((await (await keyOf(["orders"])).get("/books/admin/export")).status).toBe(403);
  });
});

describe("the feed for Google Merchant Center", () => {
  const get = (headers = {}) => fetch(new URL("/feeds/google.xml", shop.origin), { headers });
  const fields = (item: XmlElement) =>
    item.children.map(({ name, text, children }) => [
      name,
      text.trim() || children.map((inner) => inner.text).join(" "),
    ]);

  test("has the visible books with what Google asks for", async () => {
    const answer = await get();
    expect(answer.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
    const feed = parseXml(await answer.text());
    expect(feed.attributes).toEqual({ version: "2.0", "xmlns:g": "http://base.google.com/ns/1.0" });
    const [second, first, ...others] = allOf(feed, "item").map(fields);
    expect(others).toEqual([]);
    expect(first).toEqual([
      ["g:id", String(gora)],
      ["title", "Gora"],
      ["description", "Calcutta, 1880."],
      ["link", `${shop.origin}/books/${gora}-gora`],
      ["g:image_link", `${shop.origin}/coverpages/0123456789abcdef-640.jpg`],
      ["g:availability", "preorder"],
      ["g:availability_date", "2999-12-24T00:00+0530"],
      ["g:price", "300.00 INR"],
      ["g:sale_price", "249.50 INR"],
      ["g:maximum_retail_price", "300.00 INR"],
      ["g:gtin", "9780306406157"],
      ["g:brand", "Neem Tree Press"],
      ["g:condition", "new"],
      ["g:google_product_category", "784"],
      ["g:product_type", "Books > Classic"],
      ["g:product_type", "Books > Novel"],
      ["g:shipping_weight", "240 g"],
      ["g:shipping", "IN 49.00 INR"],
    ]);
    // Above the threshold shipping is free; without an ISBN there is no identifier.
    expect(second).toEqual([
      ["g:id", String(godan)],
      ["title", "=Godan"],
      ["description", "A book."],
      ["link", `${shop.origin}/books/${godan}-godan`],
      ["g:availability", "in_stock"],
      ["g:price", "500.00 INR"],
      ["g:maximum_retail_price", "500.00 INR"],
      ["g:brand", "Neem Tree Press"],
      ["g:identifier_exists", "no"],
      ["g:condition", "new"],
      ["g:google_product_category", "784"],
      ["g:shipping", "IN 0.00 INR"],
    ]);
  });

  test("is answered from memory until something that it shows changes", async () => {
    const etag = (await get()).headers.get("ETag")!;
    expect((await get({ "If-None-Match": etag })).status).toBe(304);
    await shop.db.write.updateTable("books").set({ preorder_limit: null }).where("id", "=", gora).execute();
    const changed = await get({ "If-None-Match": etag });
    expect(changed.status).toBe(200);
    const [, item] = allOf(parseXml(await changed.text()), "item");
    expect(textsOf(item!, "g:availability")).toEqual(["out_of_stock"]);
    expect(textsOf(item!, "g:availability_date")).toEqual([]);
  });
});
