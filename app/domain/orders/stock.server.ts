import type { Db } from "~/db/database.server";
import { larger } from "~/db/expressions.server";
import { forthcomingOf, onSale, SALE_COLUMNS } from "../catalogue/sale";
import { tellLowStock } from "../catalogue/stock-events.server";
import { indianDate } from "../dates";

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

/**
 * Takes the copies of all lines, or none: those of a book that is out from its stock, those of a forthcoming book from
 * the pre-orders that staff allow. A pre-order takes what is in stock already; it is owed the rest, which triggers give
 * it as soon as copies come into stock. Hidden books are allowed, since the order was placed before they were hidden.
 * @param trx an open transaction, which writes the returned columns into the order's lines
 * @returns the columns by book id; null, and takes nothing, when too few copies of any book can be had
 */
export async function takeStock(
  trx: Db,
  lines: Copies[],
  now = new Date(),
): Promise<Map<number, TakenCopies> | null> {
  const today = indianDate(now);
  const ids = lines.map((line) => line.bookId);
  const rows = await trx
    .selectFrom("books as b")
    .select("b.id")
    .select(SALE_COLUMNS)
    .where("b.id", "in", ids)
    .execute();
  const books = new Map(rows.map((row) => [row.id, row]));
  if (lines.some(({ bookId, quantity }) => onSale(books.get(bookId)!, today).stock < quantity)) return null;
  const taken = new Map<number, TakenCopies>();
  const moves = [];
  for (const { bookId, quantity } of lines) {
    const book = books.get(bookId)!;
    const forthcoming = forthcomingOf(book, today);
    const here = forthcoming ? Math.min(quantity, book.stock) : quantity;
    taken.set(bookId, {
      preorder: forthcoming ? 1 : 0,
      owed: quantity - here,
      release_told: forthcoming?.releasedOn ?? null,
    });
    if (here === 0) continue;
    await trx
      .updateTable("books")
      .set((eb) => ({ stock: eb("stock", "-", here) }))
      .where("id", "=", bookId)
      .execute();
    moves.push({ bookId, before: book.stock, after: book.stock - here });
  }
  await tellLowStock(trx, moves, now);
  return taken;
}

/**
 * Takes the copies of an order that has given them back, as `takeStock` does, and notes in its lines how.
 * @param trx the transaction in which the order is revived; @returns false, and takes nothing, when it cannot
 */
export async function takeOrderStock(trx: Db, orderId: number, lines: Copies[], now: Date): Promise<boolean> {
  const taken = await takeStock(trx, lines, now);
  if (!taken) return false;
  for (const [bookId, columns] of taken) {
    await trx
      .updateTable("order_lines")
      .set(columns)
      .where("order_id", "=", orderId)
      .where("book_id", "=", bookId)
      .execute();
  }
  return true;
}

/**
 * Counts the copies of a paid order as sold, or subtracts them again when it is cancelled or refunded:
 * books.sold_count counts orders that are paid, packed, shipped or delivered.
 * @param trx the transaction in which the order's state changes
 */
export async function countAsSold(trx: Db, lines: Copies[], change: "add" | "take back"): Promise<void> {
  for (const { bookId, quantity } of lines) {
    await trx
      .updateTable("books")
      .set((eb) => ({
        sold_count:
          change === "add" ? eb("sold_count", "+", quantity) : larger(eb("sold_count", "-", quantity), 0),
      }))
      .where("id", "=", bookId)
      .execute();
  }
}

/** Puts copies into stock; pre-orders that wait for some get them first, by triggers. @param trx an open transaction */
export async function giveBackStock(trx: Db, lines: Copies[]): Promise<void> {
  for (const line of lines) {
    await trx
      .updateTable("books")
      .set((eb) => ({ stock: eb("stock", "+", line.quantity) }))
      .where("id", "=", line.bookId)
      .execute();
  }
}

/**
 * Gives back the copies of an order that ends before it was shipped: those that were taken from the stock. What it was
 * still owed it is owed no more.
 * @param trx a transaction in which the order's state has changed already
 */
export async function giveBackOrderStock(trx: Db, orderId: number): Promise<void> {
  const lines = await trx
    .selectFrom("order_lines")
    .select((eb) => ["book_id as bookId", eb("quantity", "-", eb.ref("owed")).as("quantity")])
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  await trx
    .updateTable("order_lines")
    .set({ owed: 0 })
    .where("order_id", "=", orderId)
    .where("owed", ">", 0)
    .execute();
  await giveBackStock(
    trx,
    lines.filter(({ quantity }) => quantity > 0),
  );
}
