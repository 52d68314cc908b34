import { expect, test } from "vitest";
import { guestBrowser, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();

test("a visitor loads the list of the store's routes, staff that of all", async () => {
  const hasAll = async (browser: { get(path: string): Promise<Response> }, page: string) => {
    const html = await (await browser.get(page)).text();
    const [, address] = /import "(\/assets\/[^"]*manifest-[^"]+)"/.exec(html)!;
    const list = await (await browser.get(address!)).text();
    // The router preloads the address that its list names.
    expect(list).toContain(`"url":"${address}"`);
    expect(list).toContain('"id":"routes/store/book"');
    return list.includes('"id":"routes/admin/');
  };
  expect(await hasAll(guestBrowser(shop), "/books")).toBe(false);
  expect(await hasAll(await staffBrowser(shop), "/admin/orders")).toBe(true);
});
