import type { Db } from "~/db/database.server";

/**
 * Copies that a customer's own unpaid orders hold. They count as available to this customer: placing a new order
 * gives them back first.
 * @returns copies by book; books without any are left out
 */
export async function heldByCustomer(
  db: Db,
  accountId: number,
  bookIds: number[],
): Promise<Map<number, number>> {
  if (bookIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("orders as o")
    .innerJoin("order_lines as l", "l.order_id", "o.id")
    .select("l.book_id")
    .select((eb) => eb.fn.sum<number>("l.quantity").as("held"))
    .where("o.account_id", "=", accountId)
    .where("o.state", "=", "pending")
    .where("o.stock_held", "=", 1)
    .where("l.book_id", "in", bookIds)
    .groupBy("l.book_id")
    .execute();
  return new Map(rows.map((row) => [row.book_id, row.held]));
}
