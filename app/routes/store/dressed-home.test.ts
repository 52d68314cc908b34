import { request } from "node:http";
import { expect, test } from "vitest";
import { BUDGET } from "~/test/checks/budget";
import { dressShop } from "~/test/dressed-shop";
import { setSettings } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { staffBrowser, testShop } from "~/test/shop";

const shop = testShop();

test("the home page of a dressed shop keeps within the weight of a first visit", async () => {
  const { write } = shop.db;
  const books: number[] = [];
  for (const at of [1, 2, 3, 4, 5, 6, 7, 8])
    books.push(await catalogueBook(write, { title: `The ${at} shelves of Fort` }));
  await setSettings(write, { shopName: "Mehta & Daughters, Booksellers" });
  await dressShop(await staffBrowser(shop), books);

  const html = (await fetched("/")).toString();
  const addresses = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, url]) => url!))];
  const weight = async (urls: string[]) =>
    (await Promise.all(urls.map((url) => fetched(url, "br")))).reduce((sum, { length }) => sum + length, 0);
  const styles = addresses(/<link[^>]* rel="stylesheet" href="([^"]+)"/g);
  expect(styles).toEqual(
    ["more-blocks", "cover-words", "app", "home", "page"].map((name): unknown =>
      expect.stringContaining(`/${name}-`),
    ),
  );
  // Its stylesheets are in it.
  const page = await weight(["/"]);
  const scripts = await weight(addresses(/"(\/assets\/[^"]+\.js)"/g));
  const faces = await weight(addresses(/<link rel="preload" href="([^"]+)" as="font"/g));
  const logo = await weight(addresses(/<img src="(\/coverpages\/logo-[^"]+)"/g));
  for (const size of [page, scripts, faces, logo]) expect(size).toBeGreaterThan(0);
  expect(page).toBeLessThanOrEqual(BUDGET.page + BUDGET.ownPage);
  expect(scripts).toBeLessThanOrEqual(BUDGET.scripts);
  expect(faces).toBeLessThanOrEqual(BUDGET.fonts);
  expect(page + scripts + faces + logo).toBeLessThanOrEqual(BUDGET.firstVisit - BUDGET.covers);
});

/** The bytes of an answer as they were sent. */
function fetched(url: string, encoding = "identity"): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { "Accept-Encoding": encoding };
    const asking = request(shop.origin + url, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => resolve(Buffer.concat(parts)));
    });
    asking.on("error", reject).end();
  });
}
