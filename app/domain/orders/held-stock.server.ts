import type { ExpressionBuilder } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";

/**
 * Copies that a customer's own unpaid orders hold. They count as available to this customer, because placing a new
 * order first gives them back.
 * @returns copies by book id; books without held copies are left out
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

/**
 * The same as a subquery for a query on books (as `b`); 0 when none are held.
 * @param accountId null: a guest, who has no orders
 */
export function heldOfBook(
  eb: ExpressionBuilder<Tables & { b: Tables["books"] }, "b">,
  accountId: number | null,
) {
  if (accountId === null) return eb.lit<number>(0);
  const held = eb
    .selectFrom("orders as o")
    .innerJoin("order_lines as l", "l.order_id", "o.id")
    .select((one) => one.fn.sum<number>("l.quantity").as("held"))
    .where("o.account_id", "=", accountId)
    .where("o.state", "=", "pending")
    .where("o.stock_held", "=", 1)
    .whereRef("l.book_id", "=", "b.id");
  return eb.fn.coalesce(held, eb.lit<number>(0));
}
