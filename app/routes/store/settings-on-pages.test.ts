import { expect, test } from "vitest";
import { formatDay, indianDate } from "~/domain/kit/dates";
import { setSettings } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { createShopOrder } from "~/test/orders";
import { pageHtml } from "~/test/pages";
import { guestBrowser, testShop } from "~/test/shop";

const shop = testShop();

test("the days of delivery are the setting: on pages that were kept, for search engines, and on orders paid from then on", async () => {
  const id = await catalogueBook(shop.db.write, { title: "Gora", stock: 9 });
  const browser = guestBrowser(shop);
  const page = async () =>
    pageHtml(browser.get((await browser.get(`/books/${id}`)).headers.get("Location") ?? `/books/${id}`));
  const by = (days: number) => `by ${formatDay(indianDate(new Date(), days))}`;
  const eta = async () => {
    const { orderId } = await createShopOrder(shop, "paid");
    const orders = shop.db.read.selectFrom("orders").select("eta_date").where("id", "=", orderId);
    return (await orders.executeTakeFirstOrThrow()).eta_date;
  };
  for (let time = 0; time < 2; time += 1) expect(await page()).toContain(by(7));
  expect(await eta()).toBe(indianDate(new Date(), 7));
  await setSettings(shop.db.write, { deliveryDays: 23 });
  const html = await page();
  expect(html).toContain(by(23));
  expect(html).toMatch(/"transitTime":\{[^}]*"maxValue":23/);
  expect(await eta()).toBe(indianDate(new Date(), 23));
});

test("the terms say that money can be transferred, and in how many days, while the shop takes transfers", async () => {
  const terms = () => pageHtml(guestBrowser(shop).get("/terms"));
  expect(await terms()).not.toContain("transfer the money");
  const account = {
    transferName: "Kitab Books",
    transferAccount: "000123456789",
    transferIfsc: "HDFC0000001",
  };
  await setSettings(shop.db.write, { transferOn: "yes", ...account, transferDays: 5 });
  expect(await terms()).toContain("transfer the money to our bank account or by UPI, within 5 days");
  await setSettings(shop.db.write, { transferOn: "no" });
  expect(await terms()).not.toContain("transfer the money");
});
