import { beforeAll, expect, test } from "vitest";
import { catalogueBook } from "~/test/factories-catalogue";
import { pageWords, settledImport, uploadImport } from "~/test/files/import-pages";
import { openPage, readPage } from "~/test/pages";
import { jpeg } from "~/test/files/pictures";
import { type Browser, guestBrowser, staffBrowser, testShop } from "~/test/shop";
import { zipOf } from "~/test/files/zip-files";

const shop = testShop();
let staff: Browser;
let godanId: number;

beforeAll(async () => {
  staff = await staffBrowser(shop);
  const given = { title: "Godan", isbn13: "9780143065838", authors: ["Premchand"], tags: ["Novel"] };
  godanId = await catalogueBook(shop.db.write, given);
});

/** The files of the pictures on the book's page. */
async function shownPictures(): Promise<string[]> {
  const { html } = await openPage(guestBrowser(shop), `/books/${godanId}`);
  return [
    ...new Set([...html.matchAll(/\/(?:coverpages|default-cover)\/([^"?, ]+)/g)].map(([, file]) => file!)),
  ];
}

test("staff stop the fetching of pictures by address; the page says how many are not fetched", async () => {
  // Hosts under .invalid are never found, so these wait to be asked again.
  const addresses = ["front", "back"].map((name) => `https://pictures.invalid/${name}.jpg`);
  const file = `ISBN,Pictures\n9780143065838,${addresses.join("; ")}\n`;
  const page = (await uploadImport(staff, file, "books.csv")).to!;
  const options = { intent: "plan", mode: "add_and_change", "column-0": "isbn13", "column-1": "pictures" };
  await staff.post(page, { ...options, fetchPictures: "on" });
  await settledImport(staff, page);
  await staff.post(page, { intent: "import" });
  const done = await settledImport(staff, page);
  expect(pageWords(done)).toContain("0 of 2 fetched; 2 to go.");
  expect(done).toMatch(/<button[^>]*value="stop-fetches"/);

  const clerk = await staffBrowser(shop, { job: "orders" });
  expect((await clerk.post(page, { intent: "stop-fetches" })).status).toBe(403);
  expect(await readPage(staff.post(page, { intent: "stop-fetches" }))).toMatchObject({
    status: 303,
    to: page,
  });
  const stopped = (await openPage(staff, page)).html;
  expect(pageWords(stopped)).toContain("Stopped: 2 pictures are not fetched");
  expect(pageWords(stopped)).toContain("0 of 2 fetched; 2 not fetched, since fetching was stopped.");
  expect(pageWords(stopped)).toMatch(/Kamini Iyer [^ ]+ stopped fetching the pictures of this/);
  expect(stopped).not.toContain("stop-fetches");
  await staff.post(page, { intent: "stop-fetches" });
  expect(pageWords((await openPage(staff, page)).html)).toContain("No picture is waiting to be fetched");
});

test("a ZIP of pictures is uploaded, checked, imported and undone; the book's page follows", async () => {
  const file = zipOf({
    "covers/9780143065838.jpg": await jpeg(),
    "covers/978-0-14-306583-8-back.jpg": await jpeg(300, 450),
    "9788126415885.jpg": await jpeg(),
    "9780143065838-2.jpg": "no picture",
  });
  const page = (await uploadImport(staff, file, "covers.zip")).to!;
  const options = await openPage(staff, page);
  expect(pageWords(options.html)).toContain("A ZIP of pictures");
  expect([
    ...options.html.matchAll(/name="mode" [^>]*value="(\w+)"|value="(\w+)"[^>]*name="mode"/g),
  ]).toHaveLength(2);
  expect(options.html).not.toContain("default-publisher");
  const refused = await readPage(staff.post(page, { intent: "plan", mode: "stock_and_price" }));
  expect(refused.status).toBe(400);
  expect(pageWords(refused.html)).toContain("Choose what the import may do");

  await staff.post(page, { intent: "plan", mode: "add_and_change" });
  const report = pageWords(await settledImport(staff, page));
  expect(report).toContain("The import adds 2 pictures; 2 pictures are refused and left out.");
  expect(report).toContain("No book has the ISBN or SKU 9788126415885");
  expect(report).toContain("Picture: Back cover");
  const before = await shownPictures();
  expect(before).toContainEqual(expect.stringMatching(/^default/));
  const list = await staff.get(`${page}/refused`);
  expect(await list.text()).toMatch(/^9788126415885\.jpg,/m);

  await staff.post(page, { intent: "import" });
  expect(pageWords(await settledImport(staff, page))).toContain("Imported: 2 added, 2 refused.");
  const { cover } = await shop.db.read
    .selectFrom("books")
    .select("cover")
    .where("id", "=", godanId)
    .executeTakeFirstOrThrow();
  const pictures = await shop.db.read.selectFrom("book_pictures").select(["file", "kind"]).execute();
  expect(pictures).toMatchObject([{ kind: "back_cover" }]);
  const after = await shownPictures();
  for (const name of [cover!, pictures[0]!.file]) {
    expect(after).toContain(name);
    expect((await staff.get(`/coverpages/${name}`)).status).toBe(200);
  }

  // The log tells of the ZIP in one line, which opens those of its pictures.
  const ofPictures = await shop.db.read
    .selectFrom("audit_entries as e")
    .innerJoin("audit_entries as whole", "whole.id", "e.part_of")
    .select(["e.subject", "whole.id as whole", "whole.subject as of"])
    .execute();
  expect(ofPictures).toMatchObject(Array.from({ length: 2 }, () => ({ subject: "book", of: "import" })));
  const log = async (query: string) => {
    const page = await (await staff.get(`/admin/audit${query}`)).text();
    return pageWords(/<tbody[\s\S]*<\/tbody>/.exec(page)![0]);
  };
  const day = await log("");
  expect(day).toContain("started the import of covers.zip 2 entries of it");
  expect(day).not.toMatch(/cover of|picture of/);
  expect(await log(`?whole=${ofPictures[0]!.whole}`)).toMatch(/changed the cover of .*added a picture of /);

  const again = (await uploadImport(staff, file, "covers.zip")).to!;
  await staff.post(again, { intent: "plan", mode: "add_and_change" });
  expect(pageWords(await settledImport(staff, again))).toContain(
    "The import has nothing to add; 2 pictures are left out, since the books have them already; 2 pictures are refused and left out.",
  );

  await staff.post(page, { intent: "undo" });
  expect(pageWords(await settledImport(staff, page))).toContain("2 pictures are taken back.");
  expect(await shownPictures()).toEqual(before);
  expect((await staff.get(`/coverpages/${cover}`)).status).toBe(404);
});
