import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { catalogueBook } from "~/test/factories-catalogue";
import { workbookParts } from "~/test/files/import-files";
import { pageWords as text, settledImport, uploadImport } from "~/test/files/import-pages";
import { openPage, readPage } from "~/test/pages";
import { type Browser, guestBrowser, staffBrowser, testShop } from "~/test/shop";
import { zipOf } from "~/test/files/zip-files";

const shop = testShop();
const PAGE = "/admin/imports";
let staff: Browser;
let godanId: number;

const LONG = `The collected ${"and selected ".repeat(9)}letters`;
const CSV = [
  "Titel,ISBN,Author,MRP,Price,Qty,Publisher,Language,Category,Blurb",
  "Godan,9780143065838,Premchand,300,,10,Neem Tree Press,English,Novel,A book.",
  `${LONG},9788126415885,"Premchand; Asha Rao",250,,3,Saar Books,Hindi,Letters,All of them.`,
  "Nirmala,9789350642306,Premchand,two hundred,,1,Saar Books,Hindi,Novel,=A novel",
].join("\n");

beforeAll(async () => {
  staff = await staffBrowser(shop);
  const given = { title: "Godan", isbn13: "9780143065838", authors: ["Premchand"], tags: ["Novel"] };
  godanId = await catalogueBook(shop.db.write, given);
});

const upload = (content: string | Buffer, name = "books.csv") => uploadImport(staff, content, name);

/** An uploaded file's page. */
async function uploaded(content: string | Buffer = CSV): Promise<string> {
  const { status, to } = await upload(content);
  expect(status).toBe(303);
  return to!;
}

const MAPPING = {
  intent: "plan",
  mode: "add_and_change",
  "column-0": "title",
  "column-1": "isbn13",
  "column-2": "contributors",
  "column-3": "price",
  "column-4": "nothing",
  "column-5": "stock",
  "column-6": "publisher",
  "column-7": "language",
  "column-8": "tags",
  "column-9": "brief",
};

const settled = (page: string) => settledImport(staff, page);

const books = () => shop.db.read.selectFrom("books").select(["id", "title", "price"]).orderBy("id").execute();

test("a file is mapped by hand, checked, imported and undone", async () => {
  const before = await books();
  const page = await uploaded();
  const first = await openPage(staff, page);
  expect(text(first.html)).toContain("A table of books");
  expect(text(first.html)).toContain("Godan · The collected and selected");
  expect(first.html).toMatch(/name="column-3"[^]*?<option value="price" selected="">/);

  const wrong = { ...MAPPING, mode: "add_only", "column-4": "?", "default-publisher": "Saar & Sons" };
  const refused = await readPage(staff.post(`${page}?mapping=1`, wrong));
  expect(refused.status).toBe(400);
  expect(text(refused.html)).toContain(
    'Choose what "Price" holds, or that it is not imported'.replaceAll('"', "&quot;"),
  );
  expect(refused.html).toContain('value="Saar &amp; Sons"');
  expect(refused.html).toMatch(/value="add_only"[^>]*checked|checked=""[^>]*value="add_only"/);

  expect(await readPage(staff.post(page, MAPPING))).toMatchObject({ status: 303, to: page });
  const report = await settled(page);
  expect(text(report)).toContain("The import changes 1 book; 2 rows are refused and left out.");
  expect(text(report)).toContain("Price: ₹250.00 → ₹300.00");
  expect(text(report)).toContain("MRP: Price must be a number");
  expect(report).toContain(`${LONG}</span></label>`);
  expect(await books()).toEqual(before);

  const checked = /name="checked" value="([^"]+)"/.exec(report)![1]!;
  const tooLong = await readPage(staff.post(page, { intent: "short", checked, "short-0": "x".repeat(101) }));
  expect(tooLong.status).toBe(400);
  expect(tooLong.html).toContain(`value="${"x".repeat(101)}"`);
  expect(text(tooLong.html)).toContain("Title must be less than 100 characters");
  const short = { intent: "short", checked, "short-0": "Letters" };
  expect(await readPage(staff.post(page, short))).toMatchObject({ status: 303, to: page });
  const again = await settled(page);
  expect(text(again)).toContain("The import adds 1 book and changes 1 book; 1 row is refused and left out.");
  expect(text(again)).toMatch(/Authors: 1 Asha Rao/);
  expect(text((await openPage(staff, `${page}?outcome=refused`)).html)).not.toContain("₹250.00 → ₹300.00");

  const rejected = await staff.get(`${page}/refused`);
  expect(rejected.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  const csv = await rejected.text();
  expect(csv).toContain("Nirmala");
  expect(csv).not.toContain("Godan");
  const mended = await openPage(staff, await uploaded(csv.replace("two hundred", "200")));
  expect(mended.html).toMatch(/name="column-0"[^]*?<option value="title" selected="">/);
  expect(mended.html).not.toContain("Why it was refused");

  expect(await readPage(staff.post(page, { intent: "import" }))).toMatchObject({ status: 303, to: page });
  const done = await settled(page);
  expect(text(done)).toContain("Imported: 1 added, 1 changed, 1 refused.");
  expect(done).toContain(`href="/admin/products?edit=${godanId}"`);
  expect((await books()).map(({ title, price }) => [title, price])).toEqual([
    ["Godan", 30_000],
    ["Letters", 25_000],
  ]);
  const list = text((await openPage(staff, PAGE)).html);
  expect(list).toMatch(/books\.csv .* Kamini Iyer .* 1 added, 1 changed, 1 refused Imported/);

  const asked = await openPage(staff, `${page}?confirm=undo-${page.split("/").at(-1)}`);
  expect(text(asked.html)).toContain("2 books will be as they were before");
  expect(await readPage(staff.post(page, { intent: "undo" }))).toMatchObject({ status: 303, to: page });
  const undone = await settled(page);
  expect(text(undone)).toContain("2 books are as before the import.");
  expect(text(undone)).toMatch(/Row 2 Godan Undone|2 Godan Undone/);
  expect(undone).not.toMatch(/\?edit=\d+"[^>]*>Letters/);
  expect(await books()).toEqual(before);

  // The next file with the same heading is mapped as this one was.
  const next = await openPage(staff, await uploaded());
  expect(next.html).toMatch(/name="column-4"[^]*?<option value="nothing" selected="">/);
});

test("the page of an ONIX message opens what its new books lack, and says why", async () => {
  const identifier = `<ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9788126415397</IDValue></ProductIdentifier>`;
  const page = await uploaded(
    `<ONIXMessage release="3.0"><Product><RecordReference>a</RecordReference><NotificationType>03</NotificationType>${identifier}</Product></ONIXMessage>`,
  );
  const { html } = await openPage(staff, page);
  expect(html).toMatch(
    /<details[^>]*class="folded-group"[^>]*open=""|<details[^>]*open=""[^>]*class="folded-group"/,
  );
  expect(text(html)).toContain("Tags, Brief, Price : lacking in the first new book");
  const again = await readPage(staff.post(page, { intent: "plan", mode: "nothing" }));
  expect(text(again.html)).toContain("The file lacks what new books need.");
  const table = await openPage(staff, await uploaded("ISBN,Price\n9788126415397,250\n"));
  expect(table.html).not.toMatch(
    /<details[^>]*class="folded-group"[^>]*open=""|<details[^>]*open=""[^>]*class="folded-group"/,
  );
});

const OWN_LIST = [
  "Neem Tree Press\tPrice list 2026",
  "",
  "S.No.\tTitle\tAuthor\tPrice\tPrice",
  "1\tGodan\tPremchand\t300\t270",
].join("\n");

test("staff see where the table was found, and say otherwise", async () => {
  const page = await uploaded(OWN_LIST);
  const first = await openPage(staff, page);
  const words = text(first.html).replaceAll("&quot;", '"');
  expect(words).toContain("Read: cells separated by tabs, headings in row 3.");
  expect(words).toContain("What stands above row 3 is not read.");
  expect(words).toContain('"Price" counts, and "Price (2)" is not read.');
  expect(first.html).toMatch(/name="headingRow"[^>]*value="3"/);
  expect(first.html).toMatch(/name="column-3"[^]*?<option value="price" selected="">/);

  const say = (fields: Record<string, string>) =>
    readPage(staff.post(`${page}?mapping=1`, { intent: "layout", ...fields }));
  for (const [headingRow, message] of [
    ["three", "Write the number of the row, from 1 to 1000"],
    ["0", "Write the number of the row, from 1 to 1000"],
    ["2", "Row 2 is empty: choose the row that names the columns."],
  ]) {
    const refused = await say({ headingRow: headingRow! });
    expect(refused.status).toBe(400);
    expect(text(refused.html)).toContain(message);
    expect(refused.html).toMatch(new RegExp(`name="headingRow"[^>]*value="${headingRow}"`));
  }
  expect(await say({ headingRow: "", noHeadings: "on" })).toMatchObject({ status: 303, to: page });
  const without = await openPage(staff, page);
  expect(text(without.html)).toContain("no row of headings");
  expect(without.html).toMatch(/<label[^>]*>Column B<\/label>/);
  expect(await say({ headingRow: "" })).toMatchObject({ status: 303 });

  const plan = { intent: "plan", mode: "add_only", "column-0": "nothing", "column-1": "title" };
  const prices = { "column-2": "contributors", "column-3": "nothing", "column-4": "price" };
  const rest = {
    "default-publisher": "N",
    "default-language": "Hindi",
    "default-tags": "Novel",
    "default-brief": "b",
  };
  expect(await readPage(staff.post(page, { ...plan, ...prices, ...rest }))).toMatchObject({ status: 303 });
  expect(text(await settled(page))).toContain("Price: ₹270.00");
  const sheets = await uploaded(
    zipOf({
      ...workbookParts('<row><c t="str"><v>Title</v></c><c t="str"><v>Author</v></c></row>'),
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="Terms" r:id="rId3"/><sheet name="Books" r:id="rId1"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId3" Type="x/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
      "xl/worksheets/sheet2.xml": `<worksheet><sheetData><row/><row><c t="str"><v>Terms</v></c></row></sheetData></worksheet>`,
    }),
  );
  expect((await openPage(staff, sheets)).html).toContain('<option value="Terms">Terms (1 row)</option>');
  const terms = { intent: "layout", sheet: "Terms", headingRow: "1" };
  expect(await readPage(staff.post(sheets, terms))).toMatchObject({ status: 303 });
  expect(text((await openPage(staff, sheets)).html)).toContain("&quot;Terms&quot;, headings in row 2");
  // Another row of headings makes the check void.
  expect(await say({ headingRow: "1" })).toMatchObject({ status: 303 });
  expect((await openPage(staff, page)).html).not.toContain("₹270.00");
});

test("an import can be discarded, and nothing is done that is not possible any more", async () => {
  const page = await uploaded("ISBN,Price\n9780143065838,250\n");
  expect(text((await openPage(staff, page)).html)).toContain("Kitab's template");
  for (const intent of ["import", "undo", "cancel"]) {
    expect(await readPage(staff.post(page, { intent }))).toMatchObject({ status: 303, to: page });
    expect((await openPage(staff, page)).html).toContain('role="alert"');
  }
  expect((await staff.post(page, { intent: "unknown" })).status).toBe(400);
  const files = readdirSync(path.join(shop.dataDir, "imports")).length;
  expect(await readPage(staff.post(page, { intent: "delete" }))).toMatchObject({ status: 303, to: PAGE });
  expect((await staff.get(page)).status).toBe(404);
  expect(readdirSync(path.join(shop.dataDir, "imports"))).toHaveLength(files - 1);
});

describe("a file that cannot be read is refused at its field, and not kept", () => {
  const columns = Array.from({ length: 600 }, (_, n) => `Column ${n}`).join(",");
  test.each<[string, string | Buffer, string]>([
    ["nothing", "", "Choose a file"],
    ["a PDF", "%PDF-1.7 …", "This is a PDF"],
    ["hundreds of columns", columns, "at most 500 can be read"],
    [
      "entities",
      '<!DOCTYPE a [<!ENTITY b "c">]><ONIXMessage release="3.0">&b;</ONIXMessage>',
      "entities of its own",
    ],
    ["a ZIP that is no workbook", zipOf({ "../../passwd": "x" }), "damaged"],
    ["a bomb", zipOf({ "xl/workbook.xml": Buffer.alloc(4_000_000) }, { "xl/workbook.xml": 9e8 }), ""],
  ])("%s", async (_, content, sentence) => {
    const folder = path.join(shop.dataDir, "imports");
    const files = readdirSync(folder);
    const { status, html } = content
      ? await upload(content)
      : await readPage(staff.postFiles(PAGE, { file: new File([], "") }));
    expect(status).toBe(400);
    const message = /<p id="[^"]+-error"[^>]*>(.*?)<\/p>/.exec(html)?.[1];
    expect(message).toContain(sentence);
    expect(message?.length).toBeGreaterThan(10);
    expect(readdirSync(folder)).toEqual(files);
    expect((await guestBrowser(shop).get("/")).status).toBe(200);
  });
});

test("the template has Kitab's own headings; only those who edit books may import", async () => {
  const template = await staff.get(`${PAGE}/template`);
  expect(await template.text()).toMatch(/^Book ID,ISBN,SKU,Title,Subtitle,Contributors,/);
  const workbook = await staff.get(`${PAGE}/template?format=xlsx`);
  const bytes = Buffer.from(await workbook.arrayBuffer());
  const { to } = await upload(bytes, "template.xlsx");
  expect(text((await openPage(staff, to!)).html)).toContain("Kitab's template");
  const clerk = await staffBrowser(shop, { job: "orders" });
  const file = new File(["ISBN\n9780143065838\n"], "books.csv");
  expect((await clerk.postFiles(PAGE, { file })).status).toBe(403);
  expect((await clerk.get(PAGE)).status).toBe(403);
});
