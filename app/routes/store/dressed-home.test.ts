import { request } from "node:http";
import { expect, test } from "vitest";
import { BUDGET } from "~/test/budget";
import { catalogueBook } from "~/test/factories-catalogue";
import { staffBrowser, testShop } from "~/test/shop";
import { dress, staffAt } from "../../../scripts/dressed-shops/dress";
import { DRESSED_SHOPS } from "../../../scripts/dressed-shops/shops";

const shop = testShop();
/** The one with the longest name, menus and announcement. */
const longest = DRESSED_SHOPS.find(({ name }) => name === "bookshop")!;

test("the home page of a dressed shop keeps within the weight of a first visit", async () => {
  const titles = Array.from({ length: 8 }, (_, at) => `The ${at + 1} shelves of Fort`);
  for (const title of titles) await catalogueBook(shop.db.write, { title });
  const home = longest.home.map((block) =>
    block.kind === "shelf" ? { ...block, source: "picked", tag: "", author: "", books: titles } : block,
  );
  const staff = await staffBrowser(shop);
  await dress(staffAt(shop.origin, staff.cookieHeader()), { ...longest, home });

  const html = (await fetched("/")).toString();
  const addresses = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, url]) => url!))];
  const weight = async (urls: string[]) =>
    (await Promise.all(urls.map((url) => fetched(url, "br")))).reduce((sum, { length }) => sum + length, 0);
  const styles = addresses(/<link[^>]* rel="stylesheet" href="([^"]+)"/g);
  expect(styles).toEqual(
    ["more-blocks", "app", "home", "page"].map((name): unknown => expect.stringContaining(`/${name}-`)),
  );
  const page = await weight(["/", ...styles]);
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
