import { lockCustomer } from "~/domain/kit/locks.server";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import type { AddOutcome } from "~/domain/sales/cart/cart";
import { addWithin } from "~/domain/sales/cart/cart.server";
import { noLonger } from "~/domain/sales/cart/stale-line.server";
import { bookCards, visibleTitle } from "~/domain/catalogue/books/books.server";
import type { BookCard } from "~/domain/catalogue/books/lists/catalogue";

/** More than a reader needs; keeps the page and its query small. */
export const WISHLIST_MAX = 200;

export type WishlistOutcome =
  | { ok: true; title: string }
  | { ok: false; reason: "not_found" | "full"; message: string };

/**
 * Puts a book on a customer's wishlist, unless it is already there.
 * @returns its title for the message; not ok for an unknown or hidden book, or when the list is full
 */
export async function addToWishlist(
  db: Db,
  accountId: number,
  bookId: number,
  now = new Date(),
): Promise<WishlistOutcome> {
  return beside(db, async (trx) => {
    await lockCustomer(trx, accountId);
    const title = await visibleTitle(trx, bookId);
    if (title === null) return { ok: false, reason: "not_found", message: "Book Not Found" };
    const { count } = await trx
      .selectFrom("wishlist_items")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("account_id", "=", accountId)
      .where("book_id", "!=", bookId)
      .executeTakeFirstOrThrow();
    if (count >= WISHLIST_MAX)
      return {
        ok: false,
        reason: "full",
        message: `Your wishlist holds ${WISHLIST_MAX} books; remove one first`,
      };
    await trx
      .insertInto("wishlist_items")
      .values({ account_id: accountId, book_id: bookId, added_at: now.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { ok: true, title };
  });
}

/** Does nothing if the book is not on the list. */
export async function removeFromWishlist(db: Db, accountId: number, bookId: number): Promise<void> {
  await db
    .deleteFrom("wishlist_items")
    .where("account_id", "=", accountId)
    .where("book_id", "=", bookId)
    .execute();
}

export type MoveOutcome = AddOutcome | { ok: false; reason: "not_wished"; message: string };

/**
 * Moves a book from the customer's wishlist to the cart, one copy; changes nothing if no more copies are available.
 */
export async function moveToCart(
  db: Db,
  accountId: number,
  bookId: number,
  now = new Date(),
): Promise<MoveOutcome> {
  return beside(db, async (trx): Promise<MoveOutcome> => {
    await lockCustomer(trx, accountId);
    // A second click must not move the book again.
    if (!(await isOnWishlist(trx, accountId, bookId)))
      return { ok: false, reason: "not_wished", message: await noLonger(trx, bookId, "on your wishlist") };
    const added = await addWithin(trx, { accountId }, { bookId, quantity: 1 }, now);
    if (added.ok) await removeFromWishlist(trx, accountId, bookId);
    return added;
  });
}

/**
 * Moves one copy of every available book on the wishlist to the cart, in one transaction.
 * @returns how many books moved, and how many visible ones stayed because no more copies are available, or the cart is full
 */
export async function moveAllToCart(
  db: Db,
  accountId: number,
  now = new Date(),
): Promise<{ moved: number; stayed: number; isCartFull: boolean }> {
  return beside(db, async (trx) => {
    await lockCustomer(trx, accountId);
    const wished = await trx
      .selectFrom("wishlist_items as w")
      .innerJoin("books as b", "b.id", "w.book_id")
      .select("w.book_id")
      .where("w.account_id", "=", accountId)
      .where("b.hidden", "=", 0)
      .orderBy("w.added_at")
      .orderBy("w.book_id")
      .execute();
    let moved = 0;
    let isCartFull = false;
    for (const { book_id: bookId } of wished) {
      const added = await addWithin(trx, { accountId }, { bookId, quantity: 1 }, now);
      if (!added.ok) {
        isCartFull ||= added.reason === "full";
        continue;
      }
      await removeFromWishlist(trx, accountId, bookId);
      moved += 1;
    }
    return { moved, stayed: wished.length - moved, isCartFull };
  });
}

/** Whether the customer has put the book on the wishlist. */
export async function isOnWishlist(db: Db, accountId: number, bookId: number): Promise<boolean> {
  return (await itemOf(db, { accountId, bookId })).length > 0;
}

const itemOf = prepared((db, given: { accountId: number; bookId: number }) =>
  db
    .selectFrom("wishlist_items")
    .select("book_id")
    .where("account_id", "=", given.accountId)
    .where("book_id", "=", given.bookId),
);

/** The number of visible books on the wishlist, shown in the menu. */
export async function wishlistCount(db: Db, accountId: number): Promise<number> {
  const [row] = await visibleCount(db, { accountId });
  return row!.count;
}

const visibleCount = prepared((db, given: { accountId: number }) =>
  db
    .selectFrom("wishlist_items as w")
    .innerJoin("books as b", "b.id", "w.book_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("w.account_id", "=", given.accountId)
    .where("b.hidden", "=", 0),
);

/** The customer's books, last added first, without hidden ones. */
export async function listWishlist(db: Db, accountId: number): Promise<BookCard[]> {
  const rows = await db
    .selectFrom("wishlist_items")
    .select("book_id")
    .where("account_id", "=", accountId)
    .orderBy("added_at", "desc")
    .orderBy("book_id", "desc")
    .execute();
  return bookCards(
    db,
    rows.map((row) => row.book_id),
  );
}
