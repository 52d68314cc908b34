import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import { literalFlag } from "~/db/planner.server";
import { type HeldCopies, NOTHING_HELD } from "~/domain/catalogue/books/sale/sale";
import { OPEN_STATES } from "./orders";
import { paidOnline } from "./paid-online.server";

/** With the copies that pre-orders of others still wait for. */
const heldRows = prepared((db, given: { accountId: number }) =>
  db
    .selectFrom("orders as o")
    .innerJoin("order_lines as l", "l.order_id", "o.id")
    .select("l.book_id")
    .select((eb) => [
      eb.fn.sum<number>(eb("l.quantity", "-", eb.ref("l.owed"))).as("taken"),
      eb.fn.sum<number>(eb("l.quantity", "*", eb.ref("l.preorder"))).as("preorders"),
      eb
        .selectFrom("order_lines as waiting")
        .innerJoin("orders as of", "of.id", "waiting.order_id")
        .select((owed) => owed.fn.sum<number | null>("waiting.owed").as("owed"))
        .whereRef("waiting.book_id", "=", "l.book_id")
        .where("waiting.preorder", "=", literalFlag(1))
        .where("of.state", "in", OPEN_STATES)
        .where((own) =>
          own.not(
            own.and([
              own("of.account_id", "=", given.accountId),
              own("of.state", "=", "pending"),
              paidOnline("of"),
            ]),
          ),
        )
        .as("owed_to_others"),
    ])
    .where("o.account_id", "=", given.accountId)
    .where("o.state", "=", "pending")
    .where(paidOnline("o"))
    .where("o.stock_held", "=", 1)
    .groupBy("l.book_id"),
);

/**
 * What a customer's own unpaid orders hold. It counts as available to this customer, because placing a new order first
 * gives it back. Copies that come back into stock go first to pre-orders that still wait for theirs. One query.
 * @param accountId null: a guest, who has no orders
 * @returns what is held of a book
 */
export async function heldByCustomer(
  db: Db,
  accountId: number | null,
): Promise<(bookId: number) => HeldCopies> {
  const rows = accountId === null ? [] : await heldRows(db, { accountId });
  const held = new Map(
    rows.map(({ book_id, taken, preorders, owed_to_others }) => [
      book_id,
      { stock: Math.max(0, taken - (owed_to_others ?? 0)), preorders },
    ]),
  );
  return (bookId) => held.get(bookId) ?? NOTHING_HELD;
}
