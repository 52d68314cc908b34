import { beforeAll, expect, test } from "vitest";
import { catalogueBook } from "~/test/factories-catalogue";
import { createShopOrder } from "~/test/orders";
import { openPage } from "~/test/pages";
import { type Browser, staffBrowser, testShop } from "~/test/shop";

// The browser journeys open these forms by their addresses.

const shop = testShop();
let staff: Browser;
let names: Record<string, number>;
beforeAll(async () => {
  staff = await staffBrowser(shop);
  const book = await catalogueBook(shop.db.write, { title: "Gora", authors: ["Rabindranath Tagore"] });
  const { id: author } = await shop.db.read.selectFrom("authors").select("id").executeTakeFirstOrThrow();
  const [paid, shipped] = [await createShopOrder(shop, "paid"), await createShopOrder(shop, "shipped")];
  names = { book, author, paid: paid.orderId, shipped: shipped.orderId };
});

test.each<[page: string, ...links: string[]]>([
  ["/admin/authors", "?add=1", "?duplicates=1"],
  ["/admin/authors?edit={author}", "?merge={author}", "?about={author}"],
  ["/admin/categories", "?add=1"],
  ["/admin/products", "?add=1"],
  ["/admin/products?edit={book}", "?editions={book}", "?successor={book}"],
  ["/admin/orders/{paid}", "?confirm=cancel", "?confirm=refund", "/admin/orders/{paid}/packing-slip"],
  ["/admin/orders/{shipped}", "?confirm=shipment", "?confirm=deliver"],
  ["/admin/orders/{paid}/packing-slip", "/admin/orders/{paid}"],
  ["/admin/pages", "/admin/pages/new", "/admin/pages/addresses"],
  ["/admin/pages/new", "?template=contact"],
  ["/admin/pages/news", "/admin/pages/new?kind=news"],
  ["/admin/pages/addresses", "?add=1"],
  ["/admin/programs", "?add=1"],
  ["/admin/programs/webhooks", "?add=1"],
  ["/admin/appearance", "?add=shelf", "?add=textWithPicture", "?add=quotation"],
  ["/admin/appearance/preview", "/admin/appearance"],
])("%s has links to its forms", async (page, ...links) => {
  const named = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => String(names[name]));
  const { html, status } = await openPage(staff, named(page));
  expect(status).toBe(200);
  const path = named(page).split("?")[0]!;
  const linked = [...html.matchAll(/<a\b[^>]*href="([^"]+)"/g)].map(([, to]) => to!.replaceAll("&amp;", "&"));
  for (const link of links.map(named))
    expect(linked, link).toContain(link.startsWith("?") ? path + link : link);
});
