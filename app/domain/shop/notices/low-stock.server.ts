import type { Db } from "~/db/database.server";
import { formatCount } from "~/domain/kit/counts";
import { readSettings } from "../settings/settings.server";
import { eachMorning } from "./each-morning.server";
import { noticeStaff, type StaffNotice } from "./notice-staff.server";

const MOST_LISTED = 30;
/** Rows of one statement: one for each of thousands of books would keep requests waiting for seconds. */
const AT_ONCE = 500;

interface LowBook {
  id: number;
  title: string;
  stock: number;
}

/**
 * Background work: once a day, from eight in the morning in India, tells staff which visible books have become low in
 * stock or sold out since they were last told. There is no mail when nothing has changed.
 * @returns 1 when it did the day's work, else 0
 */
export const noticeLowStock = (db: Db, now = new Date()): Promise<number> =>
  eachMorning(db, "low_stock", now, async (trx, today) => {
    const { low, changed } = await changedSince(trx);
    if (changed.length > 0) await noticeStaff(trx, "low_stock", written(changed, low, today), now);
  });

/**
 * Compares the books that are low now with those that were, and stores them for the next time.
 * @returns all low books, and those that were not low before, or not sold out; the fewest copies first
 */
async function changedSince(trx: Db): Promise<{ low: LowBook[]; changed: LowBook[] }> {
  const { lowStockMark } = await readSettings(trx);
  const low = await trx
    .selectFrom("books")
    .select(["id", "title", "stock"])
    .where("hidden", "=", 0)
    .where("stock", "<=", lowStockMark)
    .orderBy("stock")
    .orderBy("title")
    .execute();
  const known = new Map(
    (await trx.selectFrom("low_stock_books").selectAll().execute()).map((row) => [row.book_id, row.sold_out]),
  );
  const soldOut = (book: LowBook) => (book.stock === 0 ? (1 as const) : (0 as const));
  const other = low
    .map((book) => ({ book_id: book.id, sold_out: soldOut(book) }))
    .filter(({ book_id, sold_out }) => known.get(book_id) !== sold_out);
  for (let start = 0; start < other.length; start += AT_ONCE)
    await trx
      .insertInto("low_stock_books")
      .values(other.slice(start, start + AT_ONCE))
      .onConflict((conflict) =>
        conflict.column("book_id").doUpdateSet((eb) => ({ sold_out: eb.ref("excluded.sold_out") })),
      )
      .execute();
  const ids = new Set(low.map(({ id }) => id));
  const gone = [...known.keys()].filter((id) => !ids.has(id));
  for (let start = 0; start < gone.length; start += AT_ONCE)
    await trx
      .deleteFrom("low_stock_books")
      .where("book_id", "in", gone.slice(start, start + AT_ONCE))
      .execute();
  return { low, changed: low.filter((book) => soldOut(book) > (known.get(book.id) ?? -1)) };
}

function written(changed: LowBook[], low: LowBook[], today: string): StaffNotice {
  const books = (count: number) => (count === 1 ? "1 book" : `${formatCount(count)} books`);
  const rest = changed.length - MOST_LISTED;
  const others = low.length - changed.length;
  return {
    key: `low-stock:${today}`,
    subject: `${books(changed.length)} low in stock`,
    preheader: changed
      .slice(0, 3)
      .map(({ title }) => title)
      .join(", "),
    heading: changed.length === 1 ? "A book is low in stock" : `${books(changed.length)} are low in stock`,
    paragraphs: [
      `${changed.length === 1 ? "This book has" : "These books have"} become low in stock or sold out since you were last told:`,
    ],
    rows: [
      ...changed
        .slice(0, MOST_LISTED)
        .map(({ title, stock }): [string, string] => [title, copiesLeft(stock)]),
      ...(rest > 0 ? [["And further books", formatCount(rest)] as [string, string]] : []),
      ...(others > 0 ? [["Still low, as you were told before", books(others)] as [string, string]] : []),
    ],
    action: { label: "See all that are low", path: "/admin/products?stock=low&visibility=visible" },
  };
}

const copiesLeft = (stock: number) =>
  stock === 0 ? "sold out" : stock === 1 ? "1 copy left" : `${formatCount(stock)} copies left`;
