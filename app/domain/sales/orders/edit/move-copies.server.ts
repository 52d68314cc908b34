import type { Db } from "~/db/database.server";
import { type LowStock, readLowStock } from "~/domain/catalogue/books/record/stock-events.server";
import { booksInStock, giveBackStock, takeCopies, takenOf } from "../stock.server";
import type { EditedLine } from "./edit-order";

/**
 * Why the lines that grow cannot have their copies.
 * @param trx the transaction that has locked all of these books
 * @returns the first book that has too few, with a sentence; null: all can be had
 */
export async function copiesProblem(
  trx: Db,
  lines: readonly EditedLine[],
  now: Date,
): Promise<{ bookId: number; message: string } | null> {
  const more = growing(lines);
  if (more.length === 0) return null;
  const books = await booksInStock(
    trx,
    more.map(({ bookId }) => bookId),
  );
  const line = more.find((one) => takenOf(books, [one], now) === null);
  if (!line) return null;
  const { bookId, title } = line;
  const { stock } = books.find((book) => book.id === bookId)!;
  const left = stock > 0 ? `Only ${stock} more` : "No more";
  return { bookId, message: `${left} of “${title}” can be had` };
}

/** The lines that get more copies, with how many more. */
const growing = (lines: readonly EditedLine[]) =>
  lines
    .filter(({ before, quantity }) => quantity > before)
    .map((line) => ({ ...line, quantity: line.quantity - line.before }));

/**
 * Gives each line of an order its copies and its price, and puts back those that it needs no more. A pre-order gives up first
 * what it is still owed.
 * @param trx the transaction that has locked the order and all of these books, and has asked `copiesProblem`
 */
export async function moveCopies(
  trx: Db,
  orderId: number,
  lines: readonly EditedLine[],
  now: Date,
): Promise<void> {
  for (const line of lines.filter(({ before, quantity }) => quantity < before)) await takeOff(trx, line);
  const more = growing(lines);
  if (more.length > 0) {
    const bookIds = more.map(({ bookId }) => bookId);
    const [books, lowStock] = await Promise.all([booksInStock(trx, bookIds), readLowStock(trx)]);
    for (const line of more) await addCopies(trx, { orderId, books, lowStock, line }, now);
  }
  for (const { id, mrp, unitPrice, discount } of lines)
    if (id !== null)
      await trx
        .updateTable("order_lines")
        .set({ mrp, unit_price: unitPrice, discount })
        .where("id", "=", id)
        .execute();
}

async function takeOff(trx: Db, { id, bookId, before, quantity }: EditedLine): Promise<void> {
  const less = before - quantity;
  const row = await trx
    .selectFrom("order_lines")
    .select(["preorder", "owed"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const owed = Math.max(0, row.owed - less);
  const back = less - (row.owed - owed);
  if (quantity === 0) await trx.deleteFrom("order_lines").where("id", "=", id).execute();
  else {
    await trx.updateTable("order_lines").set({ quantity, owed }).where("id", "=", id).execute();
    if (row.preorder === 1) await countPreordered(trx, bookId, -less);
  }
  if (back > 0) await giveBackStock(trx, [{ bookId, quantity: back }]);
}

interface Adding {
  orderId: number;
  books: Awaited<ReturnType<typeof booksInStock>>;
  lowStock: LowStock;
  /** `quantity`: how many more. */
  line: EditedLine;
}

async function addCopies(trx: Db, { orderId, books, lowStock, line }: Adding, now: Date): Promise<void> {
  const { id, bookId, title, mrp, unitPrice, quantity, before, hsn, taxRate, discount } = line;
  const taken = takenOf(books, [line], now);
  if (!taken) throw new Error("the stock changed within the transaction");
  await takeCopies(trx, books, [line], taken, lowStock, now);
  const columns = taken.get(bookId)!;
  if (id === null) {
    await trx
      .insertInto("order_lines")
      .values({
        order_id: orderId,
        book_id: bookId,
        title,
        mrp,
        unit_price: unitPrice,
        quantity,
        hsn,
        tax_rate: taxRate,
        discount,
        ...columns,
      })
      .execute();
    return;
  }
  const { preorder } = await trx
    .updateTable("order_lines")
    .set((eb) => ({ quantity: before + quantity, owed: eb("owed", "+", columns.owed) }))
    .where("id", "=", id)
    .returning("preorder")
    .executeTakeFirstOrThrow();
  if (preorder === 1) await countPreordered(trx, bookId, quantity);
}

/** Triggers count whole lines: a line that grows or shrinks is counted here. */
async function countPreordered(trx: Db, bookId: number, copies: number): Promise<void> {
  await trx
    .updateTable("books")
    .set((eb) => ({ preordered: eb("preordered", "+", copies) }))
    .where("id", "=", bookId)
    .execute();
}
