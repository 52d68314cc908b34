import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import { forthcomingOf } from "~/domain/catalogue/books/sale/sale";
import { indianDate } from "~/domain/kit/dates";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { lastRelease } from "../checkout/delivery";
import { pinState } from "./pin";
import { priceFor } from "../trade/member-price";
import { memberDiscounts } from "../trade/member-price.server";
import { readPlan } from "./plan.server";
import type { ParcelQuote } from "./plan";
import { quoteParcel } from "./quote";
import { notByGyanPost, parcelGrams } from "./weights";

/** A book and how many copies of it. */
export interface ParcelItem {
  bookId: number;
  quantity: number;
}

const bookRows = prepared((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom("books as b")
    .select(["b.id", "b.title", "b.price", "b.charged_price", "b.weight_g", "b.page_count", "b.gyan_post"])
    .select(["b.publishing_status", "b.published_on", "b.preorder_limit"])
    .where("b.id", "in", ids)
    .where("b.hidden", "=", 0),
);

/**
 * What a parcel of these books would cost and when it would come, at the catalogue's prices of now. Whether there are
 * enough copies plays no part.
 * @param given.pin as `readPin` returns it @param given.items at least one, each book once
 * @param given.accountId a customer, whose group may pay less
 * @returns the refusal also says which book is not in the store
 */
export async function quoteItems(
  db: Db,
  given: { pin: string; items: readonly ParcelItem[]; accountId?: number | undefined },
  now = new Date(),
): Promise<ParcelQuote> {
  const { pin, items } = given;
  const ids = items.map(({ bookId }) => bookId);
  const [plan, settings, rows, member] = await Promise.all([
    readPlan(db),
    readSettings(db),
    bookRows(db, { ids }),
    memberDiscounts(db, given.accountId ?? null, ids),
  ]);
  const books = new Map(rows.map((row) => [row.id, row]));
  const missing = ids.find((id) => !books.has(id));
  if (missing !== undefined)
    return { pin, state: pinState(pin), methods: [], refusal: `Book ${missing} is not in the store.` };
  const today = indianDate(now);
  const lines = items.map(({ bookId, quantity }) => {
    const book = books.get(bookId)!;
    const forthcoming = forthcomingOf(book, today);
    return {
      title: book.title,
      subtotal:
        priceFor(member, { bookId, price: book.price, charged: book.charged_price }, quantity) * quantity,
      weightG: book.weight_g,
      pageCount: book.page_count,
      gyanPost: book.gyan_post,
      quantity,
      ...(forthcoming && { forthcoming }),
    };
  });
  const parcel = {
    pin,
    subtotal: lines.reduce((sum, line) => sum + line.subtotal, 0),
    grams: parcelGrams(plan, lines),
    notGyanPost: notByGyanPost(lines),
    releasedOn: lastRelease(lines)?.day ?? null,
    hasPreorder: settings.codForPreorders === "no" && lines.some(({ forthcoming }) => forthcoming),
  };
  return quoteParcel(plan, settings, parcel, now);
}
