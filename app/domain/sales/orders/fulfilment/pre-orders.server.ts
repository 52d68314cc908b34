import type { Db } from "~/db/database.server";
import { literalFlag } from "~/db/planner.server";
import { forthcomingOf, SALE_COLUMNS } from "~/domain/catalogue/books/sale/sale";
import { isForthcoming } from "~/domain/catalogue/books/sale/sale.server";
import { OPEN_STATES } from "../orders";
import { type PreorderLine, type Wait, waitOf } from "./pre-orders";

/**
 * The pre-ordered lines of these orders, which the caller knows to be under way and not sent yet. One query.
 * @param today the date in India
 */
export async function preorderLines(
  db: Db,
  orderIds: number[],
  today: string,
): Promise<Map<number, PreorderLine[]>> {
  const lines = new Map<number, PreorderLine[]>();
  if (orderIds.length === 0) return lines;
  const rows = await db
    .selectFrom("order_lines as l")
    .innerJoin("books as b", "b.id", "l.book_id")
    .select(["l.order_id", "l.title", "l.owed"])
    .select(SALE_COLUMNS)
    .where("l.order_id", "in", orderIds)
    .where("l.preorder", "=", literalFlag(1))
    .orderBy("l.id")
    .execute();
  for (const { order_id, title, owed, ...book } of rows) {
    const line = { title, owed, forthcoming: forthcomingOf(book, today) ?? undefined };
    lines.set(order_id, [...(lines.get(order_id) ?? []), line]);
  }
  return lines;
}

/** What an order waits for before it can be packed; null: nothing. @param today the date in India */
export async function orderWait(db: Db, orderId: number, today: string): Promise<Wait | null> {
  return waitOf((await preorderLines(db, [orderId], today)).get(orderId) ?? []);
}

/** A query of the orders that wait for a book to come out or to come into stock. @param today the date in India */
export const waitingIds = (db: Db, today: string) =>
  db
    .selectFrom("order_lines as l")
    .innerJoin("books as b", "b.id", "l.book_id")
    .innerJoin("orders as o", "o.id", "l.order_id")
    .select("l.order_id")
    .distinct()
    .where("l.preorder", "=", literalFlag(1))
    .where("o.state", "in", OPEN_STATES)
    .where((eb) => eb.or([eb("l.owed", ">", 0), isForthcoming(today)]));

/** Their ids. @param today the date in India */
export async function waitingOrders(db: Db, today: string): Promise<number[]> {
  const rows = await waitingIds(db, today).execute();
  return rows.map(({ order_id }) => order_id);
}

/** Notes that the customer has been told the present publication dates. @param trx the transaction that queues the mail */
export async function noteReleaseTold(trx: Db, orderId: number): Promise<void> {
  await trx
    .updateTable("order_lines")
    .set((eb) => ({
      release_told: eb
        .selectFrom("books")
        .select("published_on")
        .whereRef("books.id", "=", "order_lines.book_id"),
    }))
    .where("order_id", "=", orderId)
    .where("preorder", "=", 1)
    .execute();
}

/** The orders that pre-ordered a book and have not left the shop, and their copies of it. */
export async function countPreorders(db: Db, bookId: number): Promise<{ orders: number; copies: number }> {
  const { orders, copies } = await db
    .selectFrom("order_lines as l")
    .innerJoin("orders as o", "o.id", "l.order_id")
    .select((eb) => [
      eb.fn.count<number>("o.id").distinct().as("orders"),
      eb.fn.sum<number | null>("l.quantity").as("copies"),
    ])
    .where("l.book_id", "=", bookId)
    .where("l.preorder", "=", literalFlag(1))
    .where("o.state", "in", OPEN_STATES)
    .executeTakeFirstOrThrow();
  return { orders, copies: copies ?? 0 };
}
