import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createBook, createStaff } from "~/test/factories";
import { workbookOf } from "~/test/files/import-files";
import { openPage, readPage } from "~/test/pages";
import { type Browser, guestBrowser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
const PAGE = "/admin/pages/addresses";
let staff: Browser;
let bookId: number;

beforeAll(async () => {
  staff = await signedIn(shop, await createStaff(shop.db.write));
  bookId = await createBook(shop.db.write, { title: "Godan" });
});

const add = (lines: string) => staff.post(`${PAGE}?add=1`, { intent: "add", lines });
const leads = async (path: string) => {
  const { status, headers } = await guestBrowser(shop).request(path);
  return [status, headers.get("Location")];
};

test("an old address leads to its new one for good, wherever no page answers", async () => {
  expect(await leads("/products/godan")).toEqual([404, null]);
  const saved = await readPage(
    add(
      `/products/godan\t/books/${bookId}-godan\n/about-us /terms\n/books/godan /books/${bookId}\n` +
        `/news/fair /news\n${shop.origin}/item.php?id=7 ${shop.origin}/books?tag=Poetry`,
    ),
  );
  expect(saved).toMatchObject({ status: 303, to: PAGE });
  const { html } = await openPage(staff, PAGE);
  expect(html).toContain("5 old addresses added");
  expect(html).toContain(`href="/books/${bookId}-godan?preview=on"`);
  for (const [path, to] of [
    ["/products/godan?utm_source=letter", `/books/${bookId}-godan`],
    ["/Products/Godan/", `/books/${bookId}-godan`],
    ["/about-us", "/terms"],
    ["/books/godan", `/books/${bookId}`],
    ["/news/fair", "/news"],
    ["/item.php?id=7", "/books?tag=Poetry"],
    ["/item.php?id=8", null],
  ])
    expect([path, ...(await leads(path!))]).toEqual([path, to ? 301 : 404, to]);
  // The data that the router asks for when a link of the page is pressed.
  const moved = await guestBrowser(shop).request("/about-us.data");
  expect([moved.status, await moved.text()]).toEqual([202, expect.stringContaining("/terms")]);
});

test("an old address never leads off the site, neither as staff save it nor as it was stored once", async () => {
  for (const to of [
    "/.//evil.example",
    "/..//evil.example",
    "/%2f/evil.example",
    "//evil.example",
    "/\\evil.example",
  ]) {
    const saved = await readPage(add(`/old-off-site ${to}`));
    expect([to, saved.status]).toEqual([to, 400]);
    expect(saved.html).toContain("has a new address that is not one of this shop");
    const row = { address: "/old-off-site", target: to, created_at: "2026-11-27T00:00:00.000Z" };
    await shop.db.write
      .insertInto("old_addresses")
      .values(row)
      .onConflict((conflict) => conflict.column("address").doUpdateSet({ target: to }))
      .execute();
    expect([to, ...(await leads("/old-off-site"))]).toEqual([to, 404, null]);
    expect(await (await guestBrowser(shop).request("/old-off-site.data")).text()).not.toContain("evil");
  }
});

test("a page of the shop comes first", async () => {
  await add("/our-fair /terms");
  expect(await leads("/our-fair")).toEqual([301, "/terms"]);
  const page = {
    intent: "save-page",
    version: 0,
    title: "Our fair",
    address: "our-fair",
    body: "Come.",
    published: "on",
  };
  expect((await staff.post("/admin/pages/new", page)).status).toBe(303);
  expect((await leads("/our-fair"))[0]).toBe(200);
});

test("a hidden book's page can lead on, until the book is shown again", async () => {
  const page = `/books/${bookId}-godan`;
  await add(`${page} /books?q=premchand`);
  expect((await leads(page))[0]).toBe(200);
  await shop.db.write.updateTable("books").set({ hidden: 1 }).where("id", "=", bookId).execute();
  expect(await leads(page)).toEqual([301, "/books?q=premchand"]);
  await shop.db.write.updateTable("books").set({ hidden: 0 }).where("id", "=", bookId).execute();
  expect((await leads(page))[0]).toBe(200);
});

test("lines that cannot be read are told by number, with all that was typed; nothing is written", async () => {
  const typed = "/fine /books\n/cart /books\nnothing";
  const { status, html } = await readPage(add(typed));
  expect(status).toBe(400);
  expect(html).toContain("Line 2 has an old address at which this shop has a page: /cart");
  expect(html).toContain("Line 3 has one address; the old and the new one are needed");
  expect(html).toContain(typed);
  expect(await leads("/fine")).toEqual([404, null]);
  expect((await readPage(add(" \n "))).html).toContain("Old and new addresses are required");
  const many = Array.from({ length: 1001 }, (_, n) => `/x${n} /books`).join("\n");
  expect((await readPage(add(many))).html).toContain("At most 1000 addresses can be sent at once");
  expect((await readPage(add("/y /books\n".repeat(7000)))).html).toContain("At most 60,000 characters");
});

test("an old address is found, deleted after a question, and gone only once", async () => {
  await add("/deleted-soon /books");
  const list = await openPage(staff, `${PAGE}?q=deleted-soon`);
  const ask = /confirm=delete-(\d+)/.exec(list.html)!;
  const asked = await openPage(staff, `${PAGE}?${ask[0]}`);
  expect(asked.html).toContain("Links to <strong>/deleted-soon</strong> will find no page any more.");
  const sent = { intent: "delete", id: ask[1]! };
  expect((await readPage(staff.post(PAGE, sent))).status).toBe(303);
  expect(await leads("/deleted-soon")).toEqual([404, null]);
  expect((await staff.post(PAGE, sent)).status).toBe(404);
  expect((await staff.get(`${PAGE}?${ask[0]}`)).status).toBe(404);
});

const upload = (content: string | Buffer) =>
  staff.postFiles(`${PAGE}?add=1`, {
    file: new File([new Uint8Array(Buffer.from(content))], "redirects.csv"),
  });

test("addresses come from a spreadsheet, all or none of them", async () => {
  const rows = Array.from({ length: 1500 }, (_, at) => `/old/${at},${shop.origin}/books?page=${at}`);
  const sent = await upload(`Redirect from,Redirect to\n${rows.join("\n")}\n/with space,/terms`);
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, PAGE]);
  expect((await openPage(staff, PAGE)).html).toContain("1501 old addresses added");
  expect(await leads("/old/1499")).toEqual([301, "/books?page=1499"]);
  expect(await leads("/with%20space")).toEqual([301, "/terms"]);
  // Without a heading, as a workbook.
  expect((await upload(workbookOf([["/from-excel", "/books"]]))).status).toBe(303);
  expect((await leads("/from-excel"))[0]).toBe(301);

  const { status, html } = await readPage(upload("/also-fine;/books\n/cart;/books\n/alone;"));
  expect(status).toBe(400);
  expect(html).toContain("Row 2 has an old address at which this shop has a page: /cart");
  expect(html).toContain("Row 3 has one address; the old and the new one are needed");
  expect((await leads("/also-fine"))[0]).toBe(404);
  expect((await readPage(upload("/x,/books\n".repeat(10_001)))).html).toContain("more than 10,000 rows");
  expect((await readPage(upload("Redirect from,Redirect to"))).html).toContain("The file has no addresses");
  expect((await readPage(upload(Buffer.alloc(6e6, "/a,/b\n")))).html).toContain(
    "The file is larger than 5 MB",
  );
  expect(readdirSync(path.join(shop.dataDir, "imports"))).toEqual([]);
});
