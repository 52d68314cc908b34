import type { Expression } from "kysely";
import type { Db } from "~/db/database.server";
import type { MemberDiscounts } from "./member-price";

/**
 * The discounts of a customer's group on these books; one query.
 * @param accountId null: a guest, who has none
 * @param books their ids, or a query of these
 * @returns none of a group that has ended
 */
export async function memberDiscounts(
  db: Db,
  accountId: number | null,
  books: readonly number[] | Expression<number>,
): Promise<MemberDiscounts> {
  if (accountId === null || ("length" in books && books.length === 0)) return [];
  const rows = await db
    .selectFrom("accounts as a")
    .innerJoin("customer_groups as g", "g.id", "a.group_id")
    .innerJoin("group_discounts as d", "d.group_id", "g.id")
    .leftJoin("book_tags as t", (join) =>
      join.onRef("t.tag_id", "=", "d.for_tag").on("t.book_id", "in", books as Expression<number>),
    )
    .select(["d.for_tag", "d.for_book", "d.rate", "d.least_copies", "t.book_id as tagged"])
    .where("a.id", "=", accountId)
    .where("g.active", "=", 1)
    .where((eb) =>
      eb.or([
        eb("t.book_id", "is not", null),
        eb("d.for_book", "in", books as Expression<number>),
        eb.and([eb("d.for_tag", "is", null), eb("d.for_book", "is", null)]),
      ]),
    )
    .execute();
  return rows.map(({ for_tag, for_book, tagged, rate, least_copies: leastCopies }) => ({
    of: for_book !== null ? "book" : for_tag !== null ? "tag" : "all",
    bookId: for_book ?? tagged,
    rate,
    leastCopies,
  }));
}
