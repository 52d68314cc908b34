import { clean } from "../documents/document-content";
import type { OrderDetail } from "../orders/order-detail";
import { linesToSend } from "./papers";
import { type TitleLine, titleLine } from "./slips";

/** What a pick list tells of a book beside its orders. */
export interface PickedBook {
  id: number;
  /** By what titles are sorted. */
  titleKey: string;
  /** The shop's own number of the book, which often names its place. */
  sku: string | null;
}

/** The texts of a row: a title, and which orders need how many of it. */
export interface PickRow extends TitleLine {
  sku: string;
  orders: string;
}

export interface PickListContent {
  rows: PickRow[];
  /** e.g. '34 copies of 20 titles for 12 orders'. */
  summary: string;
}

/**
 * The copies to take from the shelves for these orders, by SKU, which often names the place; books without one follow, by title.
 * @param orders those that can be packed @param books the books of their lines
 */
export function pickListContent(
  orders: readonly Pick<OrderDetail, "id" | "lines" | "parcels">[],
  books: readonly PickedBook[],
): PickListContent {
  const about = new Map(books.map((book) => [book.id, book]));
  const lines = orders.flatMap((order) => linesToSend(order).map((line) => ({ ...line, orderId: order.id })));
  const skuOf = ({ bookId }: (typeof lines)[number]) => about.get(bookId)?.sku?.trim() || null;
  const keyOf = ({ bookId, title }: (typeof lines)[number]) => about.get(bookId)?.titleKey || title;
  const byBook = new Map<number, typeof lines>();
  for (const line of lines) byBook.set(line.bookId, [...(byBook.get(line.bookId) ?? []), line]);
  const titles = [...byBook.values()]
    .map((needed) => ({ needed, first: needed[0]!, sku: skuOf(needed[0]!), key: keyOf(needed[0]!) }))
    .sort((a, b) => {
      const bySku = a.sku !== null && b.sku !== null ? IN_PLACE.compare(a.sku, b.sku) : 0;
      const hasSku = Number(a.sku === null) - Number(b.sku === null);
      const byTitle = a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
      return hasSku || bySku || byTitle || a.first.bookId - b.first.bookId;
    });
  const count = (needed: typeof lines) => needed.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    rows: titles.map(({ needed, first }) => ({
      ...titleLine(first.title, first.isbn, count(needed)),
      sku: clean(about.get(first.bookId)?.sku ?? ""),
      orders: needed
        .map(({ orderId, quantity }) => `#${orderId}${quantity > 1 ? `\u{a0}×\u{a0}${quantity}` : ""}`)
        .join(", "),
    })),
    summary: `${of(count(lines), "copy", "copies")} of ${of(titles.length, "title")} for ${of(orders.length, "order")}`,
  };
}

/** B 9 stands before B 10. */
const IN_PLACE = new Intl.Collator("en", { numeric: true });

const of = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
