import { setImmediate } from "node:timers/promises";
import type { Db } from "~/db/database.server";
import { XML_HEAD, xmlText } from "~/platform/xml";
import { readBooks } from "~/domain/catalogue/books/books.server";
import { onSale } from "~/domain/catalogue/books/sale/sale";
import { listedIds } from "~/domain/catalogue/books/staff/staff-books.server";
import { indianDate } from "~/domain/kit/dates";
import { readPlan } from "~/domain/sales/delivery/plan.server";
import { orderTotals } from "~/domain/sales/orders/money/totals";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { ALL_BOOKS } from "../exports/export-books.server";
import { feedItem, type FeedShop } from "./google-feed";

/**
 * The visible books as RSS 2.0 for Google Merchant Center, piece by piece.
 * @param origin the shop's public origin
 */
export async function* googleFeed(db: Db, origin: string, now = new Date()): AsyncGenerator<string> {
  const [settings, plan] = await Promise.all([readSettings(db), readPlan(db)]);
  const today = indianDate(now);
  const shop: FeedShop = {
    origin,
    name: settings.shopName,
    today,
    // With a plan the owner enters the rates at Google: it knows no PIN prefixes of a book.
    shippingOf: plan.isOn
      ? null
      : (price) => orderTotals([{ unitPrice: price, quantity: 1 }], settings).shipping,
  };
  yield `${XML_HEAD}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n<title>${xmlText(shop.name)}</title>\n<link>${xmlText(origin)}/</link>\n<description>${xmlText(`Books at ${shop.name}`)}</description>\n`;
  const visible = { ...ALL_BOOKS, visibility: "visible", lowStockMark: 0 } as const;
  for await (const ids of listedIds(db, visible)) {
    const books = await readBooks(db, ids, { visibleOnly: true });
    yield books.map(({ book, row }) => feedItem(book, row, onSale(row, today), shop)).join("");
    // Lets other requests go on.
    await setImmediate();
  }
  yield "</channel>\n</rss>\n";
}
