import type { Db } from "~/db/database.server";
import { indianDate } from "../dates";
import { isForthcoming } from "./sale.server";

/**
 * Counts the books that the list of books calls overdue (`isOverdue`).
 * @returns how many there are, and how many copies of them customers have pre-ordered that have not left the shop
 */
export async function countOverdue(db: Db, now = new Date()): Promise<{ books: number; owed: number }> {
  const { books, owed } = await db
    .selectFrom("books as b")
    .select((eb) => [
      eb.fn.countAll<number>().as("books"),
      eb.fn.sum<number | null>("b.preordered").as("owed"),
    ])
    .where("b.publishing_status", "=", "forthcoming")
    .where("b.stock", "=", 0)
    .where((eb) => eb.not(isForthcoming(indianDate(now))))
    .executeTakeFirstOrThrow();
  return { books, owed: owed ?? 0 };
}
