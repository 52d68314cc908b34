import { beforeAll, expect, test } from "vitest";
import { catalogueBook } from "~/test/factories-catalogue";
import { pageWords, settledImport, uploadImport } from "~/test/import-pages";
import { openPage, readPage } from "~/test/pages";
import { type Browser, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
let staff: Browser;

beforeAll(async () => {
  staff = await staffBrowser(shop);
  const given = { title: "Godan", isbn13: "9780143065838", authors: ["Premchand"], tags: ["Novel"] };
  await catalogueBook(shop.db.write, given);
});

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
