import type { Db } from "~/db/database.server";

interface Copies {
  bookId: number;
  quantity: number;
}

/**
 * Takes the copies of all lines out of stock, or of none. A hidden book's copies can be taken: the order was
 * placed before it was hidden.
 * @param trx an open transaction; @returns false when any line cannot be had, nothing taken
 */
export async function takeStock(trx: Db, lines: Copies[]): Promise<boolean> {
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
  return true;
}

/** Puts the copies of all lines back. @param trx an open transaction */
export async function giveBackStock(trx: Db, lines: Copies[]): Promise<void> {
  for (const line of lines) {
    await trx
      .updateTable("books")
      .set((eb) => ({ stock: eb("stock", "+", line.quantity) }))
      .where("id", "=", line.bookId)
      .execute();
  }
}
