import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import { literalFlag } from "~/db/planner.server";
import { type HeldCopies, NOTHING_HELD } from "../catalogue/sale";
import { OPEN_STATES } from "./orders";

const heldRows = prepared((db, given: { accountId: number; bookIds: number[] }) =>
  db
    .selectFrom("orders as o")
    .innerJoin("order_lines as l", "l.order_id", "o.id")
    .select("l.book_id")
    .select((eb) => [
      eb.fn.sum<number>(eb("l.quantity", "-", eb.ref("l.owed"))).as("taken"),
      eb.fn.sum<number>(eb("l.quantity", "*", eb.ref("l.preorder"))).as("preorders"),
    ])
    .where("o.account_id", "=", given.accountId)
    .where("o.state", "=", "pending")
    .where("o.stock_held", "=", 1)
    .where("l.book_id", "in", given.bookIds)
    .groupBy("l.book_id"),
);

/**
 * What a customer's own unpaid orders hold. It counts as available to this customer, because placing a new order first
 * gives it back. Copies that come back into stock go first to pre-orders that still wait for theirs.
 * @param accountId null: a guest, who has no orders
 * @returns what is held of a book
 */
export async function heldByCustomer(
  db: Db,
  accountId: number | null,
  bookIds: number[],
): Promise<(bookId: number) => HeldCopies> {
  if (accountId === null || bookIds.length === 0) return () => NOTHING_HELD;
  const rows = await heldRows(db, { accountId, bookIds });
  if (rows.length === 0) return () => NOTHING_HELD;
  const owed = await owedToOthers(
    db,
    accountId,
    rows.map((row) => row.book_id),
  );
  const held = new Map(
    rows.map(({ book_id, taken, preorders }) => [
      book_id,
      { stock: Math.max(0, taken - (owed.get(book_id) ?? 0)), preorders },
    ]),
  );
  return (bookId) => held.get(bookId) ?? NOTHING_HELD;
}

/** Copies that pre-orders of others still wait for, by book id. */
async function owedToOthers(db: Db, accountId: number, bookIds: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("order_lines as l")
    .innerJoin("orders as o", "o.id", "l.order_id")
    .select("l.book_id")
    .select((eb) => eb.fn.sum<number>("l.owed").as("owed"))
    .where("l.book_id", "in", bookIds)
    .where("l.preorder", "=", literalFlag(1))
    .where("o.state", "in", OPEN_STATES)
    .where((eb) => eb.not(eb.and([eb("o.account_id", "=", accountId), eb("o.state", "=", "pending")])))
    .groupBy("l.book_id")
    .execute();
  return new Map(rows.map((row) => [row.book_id, row.owed]));
}
