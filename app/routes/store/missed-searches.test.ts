import { expect, test } from "vitest";
import { parseTermSearch } from "~/domain/catalogue/finding/search-terms/search-terms";
import { listSearchTerms } from "~/domain/catalogue/finding/search-terms/staff-terms.server";
import { createBook } from "~/test/factories";
import { readPage } from "~/test/pages";
import { customerBrowser, guestBrowser, ownShop } from "~/test/shop";

const shop = ownShop();

const PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36";
const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

test("each visitor's search that finds nothing counts, whether its page was cached, rendered or fetched by a script", async () => {
  await createBook(shop.db.write, { title: "Nirmala" });
  const [guest, customer] = [guestBrowser(shop), await customerBrowser(shop)];
  const look = async (browser: typeof guest, url: string, userAgent = PHONE) =>
    expect(await readPage(browser.request(url, { headers: { "User-Agent": userAgent } }))).toMatchObject({
      status: 200,
    });
  for (let time = 0; time < 2; time += 1) {
    await look(guest, "/books?q=Gaudan");
    await look(customer, "/books?q=Gaudan");
  }
  await look(guest, "/books.data?q=gaudan");
  await look(guest, "/books?q=Gaudan", BOT);
  // Other filters may be why nothing is found.
  await look(guest, "/books?q=Gaudan&min=100");
  await look(guest, "/books?q=nirmala");
  await look(guest, "/books?q=nirnala");
  // It writes what it has counted.
  await shop.stop("SIGTERM");
  const { rows } = await listSearchTerms(shop.db.read, parseTermSearch(new URLSearchParams()));
  expect(rows.map(({ term, missed, forgiven }) => [term, missed, forgiven])).toEqual([
    ["gaudan", 5, 0],
    ["nirnala", 0, 1],
  ]);
});
