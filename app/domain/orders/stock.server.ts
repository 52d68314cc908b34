import type { Db } from "~/db/database.server";
import { tellLowStock } from "../catalogue/stock-events.server";

interface Copies {
  bookId: number;
  quantity: number;
}

/**
 * Takes the copies of all lines out of stock, or none. Hidden books are allowed, since the order was placed before
 * they were hidden.
 * @param trx an open transaction; @returns false, and takes nothing, when the stock of any book is too small
 */
export async function takeStock(trx: Db, lines: Copies[], now = new Date()): Promise<boolean> {
  const ids = lines.map((line) => line.bookId);
  const books = await trx.selectFrom("books").select(["id", "stock"]).where("id", "in", ids).execute();
  const stock = new Map(books.map((book) => [book.id, book.stock]));
  if (lines.some((line) => (stock.get(line.bookId) ?? 0) < line.quantity)) return false;
  for (const line of lines) {
    await trx
      .updateTable("books")
      .set((eb) => ({ stock: eb("stock", "-", line.quantity) }))
      .where("id", "=", line.bookId)
      .execute();
  }
  const moves = lines.map(({ bookId, quantity }) => {
    const before = stock.get(bookId)!;
    return { bookId, before, after: before - quantity };
  });
  await tellLowStock(trx, moves, now);
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
          change === "add"
            ? eb("sold_count", "+", quantity)
            : eb.fn<number>("max", [eb("sold_count", "-", quantity), eb.lit(0)]),
      }))
      .where("id", "=", bookId)
      .execute();
  }
}

/** Puts the copies of all lines back into stock. @param trx an open transaction */
export async function giveBackStock(trx: Db, lines: Copies[]): Promise<void> {
  for (const line of lines) {
    await trx
      .updateTable("books")
      .set((eb) => ({ stock: eb("stock", "+", line.quantity) }))
      .where("id", "=", line.bookId)
      .execute();
  }
}
