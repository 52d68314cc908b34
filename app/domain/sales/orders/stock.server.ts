import { type Expression, type ExpressionBuilder, sql } from "kysely";
import type { Db } from "~/db/database.server";
import { larger } from "~/db/expressions.server";
import type { Tables } from "~/db/tables";
import { together } from "~/db/writing/together.server";
import { forthcomingOf, onSale, SALE_COLUMNS, type SaleRow } from "~/domain/catalogue/books/sale/sale";
import {
  type LowStock,
  readLowStock,
  emitLowStock,
} from "~/domain/catalogue/books/record/stock-events.server";
import { indianDate } from "~/domain/kit/dates";
import { lockForStep } from "./order-locks.server";

interface Copies {
  bookId: number;
  quantity: number;
}

/** How a line got its copies, as its columns store it. */
export interface TakenCopies {
  preorder: 0 | 1;
  owed: number;
  /** The publication date that the customer saw; null: not a pre-order. */
  release_told: string | null;
}

/** A book as `takenOf` and `takeCopies` must know it. */
export type BookInStock = SaleRow & { id: number; title: string; isbn13: string | null };

/** These books as they are now. */
export const booksInStock = (trx: Db, bookIds: number[] | Expression<number>): Promise<BookInStock[]> =>
  trx
    .selectFrom("books as b")
    .select(["b.id", "b.title", "b.isbn13"])
    .select(SALE_COLUMNS)
    .where("b.id", "in", bookIds)
    .execute();

/**
 * How these lines get their copies: those of a book that is out from its stock, those of a forthcoming book from the
 * pre-orders that staff allow. A pre-order takes what is in stock already; it is owed the rest, which triggers give it as
 * soon as copies come into stock. Hidden books are allowed, since the order was placed before they were hidden.
 * @returns the columns of the order's lines by book id; null when too few copies of any book can be had
 */
export function takenOf(
  books: readonly BookInStock[],
  lines: readonly Copies[],
  now: Date,
): Map<number, TakenCopies> | null {
  const today = indianDate(now);
  const taken = new Map<number, TakenCopies>();
  for (const { bookId, quantity } of lines) {
    const book = books.find(({ id }) => id === bookId)!;
    if (onSale(book, today).stock < quantity) return null;
    const forthcoming = forthcomingOf(book, today);
    taken.set(bookId, {
      preorder: forthcoming ? 1 : 0,
      owed: forthcoming ? quantity - Math.min(quantity, book.stock) : 0,
      release_told: forthcoming?.releasedOn ?? null,
    });
  }
  return taken;
}

/**
 * Takes the copies from the stock. In one round trip.
 * @param trx the transaction that has read the books @param taken of `takenOf`
 */
export async function takeCopies(
  trx: Db,
  books: readonly BookInStock[],
  lines: readonly Copies[],
  taken: Map<number, TakenCopies>,
  lowStock: LowStock,
  now: Date,
): Promise<void> {
  const moves = lines.flatMap(({ bookId, quantity }) => {
    const here = quantity - taken.get(bookId)!.owed;
    const { title, isbn13, stock } = books.find(({ id }) => id === bookId)!;
    return here > 0 ? [{ bookId, title, isbn13, here, before: stock, after: stock - here }] : [];
  });
  const take = moves.map(({ bookId, here }) =>
    trx
      .updateTable("books")
      .set((eb) => ({ stock: eb("stock", "-", here) }))
      .where("id", "=", bookId)
      .execute(),
  );
  await together([...take, emitLowStock(trx, lowStock, moves, now)]);
}

/**
 * Takes the copies of all lines, or none.
 * @param trx an open transaction, which writes the returned columns into the order's lines
 * @returns as `takenOf`
 */
export async function takeStock(
  trx: Db,
  lines: Copies[],
  now = new Date(),
): Promise<Map<number, TakenCopies> | null> {
  const bookIds = lines.map((line) => line.bookId);
  const [books, lowStock] = await Promise.all([booksInStock(trx, bookIds), readLowStock(trx)]);
  const taken = takenOf(books, lines, now);
  if (taken) await takeCopies(trx, books, lines, taken, lowStock, now);
  return taken;
}

/** The books of an order, for `lockBooks`. */
export const booksOfOrder = (trx: Db, orderId: number) =>
  trx.selectFrom("order_lines as l").select("l.book_id").where("l.order_id", "=", orderId).$asScalar();

/**
 * Whether an order that has given back its copies can have them again, as `takeStock` decides.
 * @param trx the transaction in which the order is revived
 * @returns what takes them, in one round trip, and notes in its lines how; null when too few can be had
 */
export async function readyToTake(
  trx: Db,
  orderId: number,
  now: Date,
): Promise<(() => Promise<unknown>) | null> {
  await lockForStep(trx, [orderId]);
  const [lines, books, lowStock] = await Promise.all([
    trx
      .selectFrom("order_lines")
      .select(["book_id as bookId", "quantity"])
      .where("order_id", "=", orderId)
      .orderBy("id")
      .execute(),
    booksInStock(trx, booksOfOrder(trx, orderId)),
    readLowStock(trx),
  ]);
  const taken = takenOf(books, lines, now);
  if (!taken) return null;
  const note = ([bookId, columns]: [number, TakenCopies]) =>
    trx
      .updateTable("order_lines")
      .set(columns)
      .where("order_id", "=", orderId)
      .where("book_id", "=", bookId)
      .execute();
  return () =>
    together([takeCopies(trx, books, lines, taken, lowStock, now), ...[...taken].map((line) => note(line))]);
}

/**
 * Counts the copies of a paid order as sold, or subtracts them again when it is cancelled or refunded:
 * books.sold_count counts orders that are paid, packed, shipped or delivered.
 * Copies that were refunded by line do not count any more.
 * @param trx the transaction in which the order's state changes
 */
export async function countAsSold(trx: Db, orderId: number, change: "add" | "take back"): Promise<void> {
  const lines = (eb: ExpressionBuilder<Tables, "books">) =>
    eb.selectFrom("order_lines as l").where("l.order_id", "=", orderId);
  await trx
    .updateTable("books")
    .set((eb) => {
      const copies = lines(eb)
        .whereRef("l.book_id", "=", "books.id")
        .select((line) => line("l.quantity", "-", line.ref("l.refunded")).as("copies"));
      return {
        sold_count:
          change === "add"
            ? eb("sold_count", "+", copies)
            : larger(sql<number>`${eb.ref("sold_count")} - ${copies}`, 0),
      };
    })
    .where((eb) => eb("id", "in", lines(eb).select("l.book_id")))
    .execute();
}

/** Puts copies into stock; pre-orders that wait for some get them first, by triggers. @param trx an open transaction */
export async function giveBackStock(trx: Db, lines: Copies[]): Promise<void> {
  const given = lines.map(({ bookId, quantity }) =>
    trx
      .updateTable("books")
      .set((eb) => ({ stock: eb("stock", "+", quantity) }))
      .where("id", "=", bookId)
      .execute(),
  );
  await together(given);
}

/**
 * Of an order's line `l`, in parcels: the copies that have left the shop for good, without those that came back, and without those
 * that were taken from the stock once more in place of lost ones; of these the lost ones; and of the lost ones those that were refunded.
 */
const away = sql<number>`coalesce((
  select sum(case when p.returned_at is null then pl.quantity else 0 end - pl.from_stock)
  from parcel_lines pl join parcels p on p.id = pl.parcel_id where pl.order_line_id = l.id), 0)`;
const lost = sql<number>`coalesce((
  select sum(case when p.lost_at is null then 0 else pl.quantity end - pl.from_stock)
  from parcel_lines pl join parcels p on p.id = pl.parcel_id where pl.order_line_id = l.id), 0)`;
const lostRefunded = sql<number>`coalesce((
  select sum(rl.lost) from refund_lines rl where rl.order_line_id = l.id), 0)`;
const restocked = sql<number>`coalesce((
  select sum(rl.quantity) from refund_lines rl where rl.order_line_id = l.id and rl.restocked = 1), 0)`;

/**
 * The copies of an order's line `l` that are in the shop for it: taken from the stock, and neither sent nor refunded by line. Lost
 * copies that are refunded are not taken off twice.
 */
export const copiesHere = sql<number>`l.quantity - l.owed - l.refunded - ${away} + ${lostRefunded}`;

/** The copies of an order's line `l` that are lost, and neither sent again nor refunded. */
export const copiesLost = sql<number>`${lost} - ${lostRefunded}`;

/** The copies of an order's line `l` that are neither lost nor refunded by line: in the shop, on their way, or with the customer. */
export const copiesNotLost = sql<number>`l.quantity - l.refunded - ${lost} + ${lostRefunded}`;

/** The copies of an order's line `l` that are neither lost nor in stock again after a refund. */
export const copiesNotBack = sql<number>`l.quantity - ${lost} - ${restocked}`;

/** One of these counts for lines of orders, by the line's id. */
export async function readCopies(
  trx: Db,
  lines: readonly { id: number }[],
  count: typeof copiesHere,
): Promise<Map<number, number>> {
  if (lines.length === 0) return new Map();
  const rows = await trx
    .selectFrom("order_lines as l")
    .select(["l.id", count.as("copies")])
    .where(
      "l.id",
      "in",
      lines.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map(({ id, copies }) => [id, copies]));
}

/**
 * Gives back the copies of an order that ends while they are in the shop: those that were taken from the stock, and neither sent
 * nor refunded by line. What it was still owed it is owed no more.
 * @param trx a transaction in which the order's state has changed already
 */
export async function giveBackOrderStock(trx: Db, orderId: number): Promise<void> {
  const taken = (eb: ExpressionBuilder<Tables, "books">) =>
    eb.selectFrom("order_lines as l").where("l.order_id", "=", orderId).where(copiesHere, ">", 0);
  await together([
    trx
      .updateTable("books")
      .set((eb) => ({
        stock: eb(
          "stock",
          "+",
          taken(eb).whereRef("l.book_id", "=", "books.id").select(copiesHere.as("copies")),
        ),
      }))
      .where((eb) => eb("id", "in", taken(eb).select("l.book_id")))
      .execute(),
    trx
      .updateTable("order_lines")
      .set({ owed: 0 })
      .where("order_id", "=", orderId)
      .where("owed", ">", 0)
      .execute(),
  ]);
}
