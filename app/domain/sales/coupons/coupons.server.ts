import { type Expression, expressionBuilder, type Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { AUTOMATIC_REFUNDS } from "../orders/money/refunds";
import { notTest } from "../orders/no-test.server";
import { paidOnline } from "../orders/paid-online.server";
import type { Coupon, CouponForCustomer, CouponScope, CouponTarget, CouponSnapshot } from "./coupons";

type Ids = readonly number[] | Expression<number>;

/** A row of `couponRows`, with the targets of `readTargets`. */
export type CouponRow = Selectable<Tables["coupons"]> & { group_name: string | null };

/** A coupon of its row. */
export const toCoupon = (
  row: CouponRow,
  targets: readonly (CouponTarget & { couponId: number })[],
): Coupon => ({
  id: row.id,
  code: row.code,
  description: row.description,
  kind: row.kind,
  value: row.value,
  mostDiscount: row.most_discount,
  minimumSubtotal: row.minimum_subtotal,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  totalLimit: row.total_limit,
  customerLimit: row.customer_limit,
  active: row.active === 1,
  setSize: row.set_size,
  scope: row.scope,
  targets: targets.flatMap(({ couponId, id, name }) => (couponId === row.id ? [{ id, name }] : [])),
  leastCopies: row.least_copies,
  group: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? "" },
  leastBought: row.least_bought,
  automatic: row.automatic === 1,
});

/** The coupons as `c`, with the names of their customer groups. */
export const couponRows = (db: Db) =>
  db
    .selectFrom("coupons as c")
    .leftJoin("customer_groups as g", "g.id", "c.group_id")
    .selectAll("c")
    .select("g.name as group_name");

/** The books, authors and tags that coupons are for, in the order they were typed. One query. */
export async function readTargets(db: Db, coupons: Ids): Promise<(CouponTarget & { couponId: number })[]> {
  if ("length" in coupons && coupons.length === 0) return [];
  const rows = await db
    .selectFrom("coupon_targets as t")
    .leftJoin("books as b", "b.id", "t.for_book")
    .leftJoin("authors as a", "a.id", "t.for_author")
    .leftJoin("tags as k", "k.id", "t.for_tag")
    .select((eb) => [
      "t.coupon_id as couponId",
      eb.fn.coalesce("b.id", "a.id", "k.id").as("id"),
      eb.fn.coalesce("b.title", "a.name", "k.name").as("name"),
    ])
    .where("t.coupon_id", "in", coupons as Expression<number>)
    .orderBy("t.id")
    .execute();
  return rows.map(({ couponId, id, name }) => ({ couponId, id: id!, name: name! }));
}

/** Which of these books coupons are for, of those that are not for all. One query. */
async function readMatches(db: Db, coupons: Expression<number>, books: Ids) {
  if ("length" in books && books.length === 0) return [];
  const among = books as Expression<number>;
  const rows = await db
    .selectFrom("coupon_targets as t")
    .leftJoin("book_authors as ba", (join) =>
      join.onRef("ba.author_id", "=", "t.for_author").on("ba.book_id", "in", among),
    )
    .leftJoin("book_tags as bt", (join) =>
      join.onRef("bt.tag_id", "=", "t.for_tag").on("bt.book_id", "in", among),
    )
    .select((eb) => [
      "t.coupon_id as couponId",
      eb.fn.coalesce("t.for_book", "ba.book_id", "bt.book_id").as("bookId"),
    ])
    .where("t.coupon_id", "in", coupons)
    .execute();
  return rows;
}

/** Which of these books a rule is for that an order has stored; null: all. One query at most. */
export async function booksOfRule(
  db: Db,
  { scope, targets }: Pick<CouponSnapshot, "targets"> & { scope: CouponScope },
  books: readonly number[],
): Promise<number[] | null> {
  if (scope === "all") return null;
  if (targets.length === 0 || books.length === 0) return [];
  if (scope === "books") return books.filter((id) => targets.includes(id));
  const rows =
    scope === "authors"
      ? await db
          .selectFrom("book_authors")
          .select("book_id")
          .where("author_id", "in", targets)
          .where("book_id", "in", books)
          .execute()
      : await db
          .selectFrom("book_tags")
          .select("book_id")
          .where("tag_id", "in", targets)
          .where("book_id", "in", books)
          .execute();
  return rows.map(({ book_id }) => book_id);
}

/** Which coupons: one, or that of a cart, or that of a code; `andAutomatic`: with those that need no code and are switched on. */
export type WhichCoupons = ({ id: number } | { code: string } | { inCart: Expression<number | null> }) & {
  andAutomatic?: true;
  /** Nothing is given back first: their uses count. */
  besideUnpaid?: true;
};

/** What a customer's accepted orders come to, without what went back or was taken off. */
const boughtBy = (accountId: number) =>
  expressionBuilder<Tables, never>()
    .selectFrom("orders as b")
    .select((eb) => {
      const back = eb
        .selectFrom("refunds as r")
        .select((of) => of.fn.coalesce(of.fn.sum<number>("r.amount"), of.lit(0)).as("amount"))
        .whereRef("r.order_id", "=", "b.id")
        .where("r.status", "<>", "failed")
        .where("r.reason", "not in", ["changed", ...AUTOMATIC_REFUNDS]);
      const rest = eb(eb("b.total", "-", eb.ref("b.credited")), "-", back);
      return eb.fn.coalesce(eb.fn.sum<number>(rest), eb.lit(0)).as("bought");
    })
    .where("b.account_id", "=", accountId)
    .where("b.paid_at", "is not", null)
    .where("b.state", "not in", ["pending", "cancelled", "refunded"])
    .where(notTest("b.id"));

/**
 * Coupons with their uses as they count for one customer, by their numbers. Uses held by this customer's own unpaid orders do not
 * count, because placing a new order first gives them back, like their copies.
 * @param accountId null: a guest, who has no orders and no group
 * @param books those of the cart or order, by their ids or by a query
 */
export async function findCouponsFor(
  db: Db,
  which: WhichCoupons,
  accountId: number | null,
  books: Ids,
): Promise<CouponForCustomer[]> {
  const chosen = db
    .selectFrom("coupons as w")
    .where((eb) =>
      eb.or([
        "id" in which
          ? eb("w.id", "=", which.id)
          : "code" in which
            ? eb("w.code", "=", which.code)
            : eb("w.id", "in", which.inCart as Expression<number>),
        ...(which.andAutomatic ? [eb.and([eb("w.automatic", "=", 1), eb("w.active", "=", 1)])] : []),
      ]),
    );
  const ids = chosen.select("w.id").$asScalar();
  const [rows, targets, matches] = await Promise.all([
    couponRows(db)
      .where("c.id", "in", ids)
      .select((eb) => {
        const uses = eb
          .selectFrom("coupon_uses as u")
          .innerJoin("orders as o", "o.id", "u.order_id")
          .select((count) => count.fn.countAll<number>().as("count"))
          .whereRef("u.coupon_id", "=", "c.id")
          // A guest has none.
          .where("u.account_id", "=", accountId ?? 0)
          .where("u.released_at", "is", null);
        return [
          uses.where("o.state", "=", "pending").where(paidOnline("o")).as("own_waiting"),
          uses.where((of) => of.not(of.and([of("o.state", "=", "pending"), paidOnline("o")]))).as("own_kept"),
          eb
            .selectFrom("accounts as me")
            .select("me.id")
            .where("me.id", "=", accountId ?? 0)
            .whereRef("me.group_id", "=", "g.id")
            .where("g.active", "=", 1)
            .as("member"),
          eb
            .case()
            .when("c.least_bought", ">", 0)
            .then(boughtBy(accountId ?? 0))
            .else(0)
            .end()
            .as("bought"),
        ];
      })
      .orderBy("c.id")
      .execute(),
    readTargets(db, ids),
    readMatches(db, ids, books),
  ]);
  const given = (row: (typeof rows)[number]) => (which.besideUnpaid ? 0 : (row.own_waiting ?? 0));
  return rows.map((row) => ({
    ...toCoupon(row, targets),
    uses: row.use_count - given(row),
    ownUses: (row.own_kept ?? 0) + (row.own_waiting ?? 0) - given(row),
    isForThem: row.group_id === null || row.member !== null,
    bought: row.bought ?? 0,
    books:
      row.scope === "all"
        ? null
        : matches.flatMap(({ couponId, bookId }) => (couponId === row.id && bookId !== null ? [bookId] : [])),
  }));
}

/** The same of one coupon. @returns null when there is no such coupon */
export async function findCouponFor(
  db: Db,
  which: WhichCoupons,
  accountId: number | null,
  books: Ids = [],
): Promise<CouponForCustomer | null> {
  const [coupon] = await findCouponsFor(db, which, accountId, books);
  return coupon ?? null;
}

/**
 * Records that the order uses the coupon.
 * @param trx the transaction that places the order; it has checked that the coupon applies, and the customer's other unpaid
 *   orders have released their uses
 * @param use.discount paise, of the books and of delivery @param use.rule what a change of the order follows
 */
export async function holdCouponUse(
  trx: Db,
  use: { orderId: number; couponId: number; accountId: number; discount: number; rule: CouponSnapshot },
  now: Date,
): Promise<void> {
  const { orderId, couponId, accountId, discount, rule } = use;
  await trx
    .insertInto("coupon_uses")
    .values({
      order_id: orderId,
      coupon_id: couponId,
      account_id: accountId,
      discount,
      used_at: now.toISOString(),
      released_at: null,
      rule: JSON.stringify(rule),
    })
    .execute();
}
