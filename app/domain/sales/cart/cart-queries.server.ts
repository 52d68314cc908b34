import type { Compilable, ExpressionBuilder } from "kysely";
import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import type { Tables } from "~/db/tables";
import { SALE_COLUMNS } from "~/domain/catalogue/books/sale/sale";
import { printedEdition, TAX_COLUMNS } from "~/domain/catalogue/books/tax/tax-columns";
import { lockCustomer, lockGuest } from "~/domain/kit/locks.server";
import { storedMostCopies } from "~/domain/shop/settings/settings.server";
import type { CartOwner, LineRef } from "./cart";

/** Guards the owner's cart. @param trx a transaction `beside` others, which reads the cart afterwards */
export const lockCart = (trx: Db, owner: CartOwner): Promise<void> =>
  "accountId" in owner ? lockCustomer(trx, owner.accountId) : lockGuest(trx, owner.sessionHash);

/** The WHERE condition, for a query with carts as `c`, that selects the owner's cart. Every query of a cart uses it. */
export function ownedBy(owner: CartOwner) {
  return (eb: ExpressionBuilder<Tables & { c: Tables["carts"] }, "c">) =>
    "accountId" in owner
      ? eb("c.account_id", "=", owner.accountId)
      : eb("c.session_hash", "=", owner.sessionHash);
}

/**
 * The WHERE condition, for a query with cart_items as `i`, that selects the line a page shows: one whose number and book
 * are the same.
 */
export function isLine({ itemId, bookId }: LineRef) {
  return (eb: ExpressionBuilder<Tables & { i: Tables["cart_items"] }, "i">) =>
    eb.and([eb("i.id", "=", itemId), ...(bookId === undefined ? [] : [eb("i.book_id", "=", bookId)])]);
}

/** As `prepared`, for a query of an owner's cart: one for customers, one for guests. */
function preparedForOwner<Given extends object, Row>(
  build: (db: Db, owner: CartOwner, given: Given) => Compilable<Row>,
): (db: Db, owner: CartOwner, given: Given) => Promise<Row[]> {
  const ofCustomer = prepared((db, given: Given & { accountId: number }) =>
    build(db, { accountId: given.accountId }, given),
  );
  const ofGuest = prepared((db, given: Given & { sessionHash: string }) =>
    build(db, { sessionHash: given.sessionHash }, given),
  );
  return (db, owner, given) =>
    // Nothing but who it is: an owner with further fields would replace what is asked for.
    "accountId" in owner
      ? ofCustomer(db, { ...given, accountId: owner.accountId })
      : ofGuest(db, { ...given, sessionHash: owner.sessionHash });
}

/** One row with the number of copies in all lines; null for an empty cart. */
export const copiesInAll = preparedForOwner((db, owner) =>
  db
    .selectFrom("carts as c")
    .innerJoin("cart_items as i", "i.cart_id", "c.id")
    .select((eb) => eb.fn.sum<number | null>("i.quantity").as("count"))
    .where(ownedBy(owner)),
);

/** The lines in the order the books were added, with what their books cost and how many can be had. */
export const lineRows = preparedForOwner((db, owner) =>
  db
    .selectFrom("carts as c")
    .innerJoin("cart_items as i", "i.cart_id", "c.id")
    .innerJoin("books as b", "b.id", "i.book_id")
    .select(["i.id", "i.book_id", "i.quantity", "b.title", "b.cover", "b.price", "b.sale_price"])
    .select(["b.charged_price", "b.hidden", "c.coupon_id"])
    .select(SALE_COLUMNS)
    .select(["b.planned_sale_price", "b.sale_from", "b.sale_until"])
    .select(TAX_COLUMNS)
    .select(printedEdition)
    .select(["b.weight_g", "b.page_count", "b.gyan_post"])
    .where(ownedBy(owner))
    .orderBy("i.id"),
);

/** The authors of the books in the cart, each book's in the order of its title page. */
export const authorRows = preparedForOwner((db, owner) =>
  db
    .selectFrom("carts as c")
    .innerJoin("cart_items as i", "i.cart_id", "c.id")
    .innerJoin("book_authors as ba", "ba.book_id", "i.book_id")
    .innerJoin("authors as a", "a.id", "ba.author_id")
    .select(["ba.book_id", "a.name"])
    .where(ownedBy(owner))
    .orderBy("ba.position"),
);

/** How many different books a cart has. @param cartId null: there is none yet */
export async function booksInCart(trx: Db, cartId: number | null): Promise<number> {
  if (cartId === null) return 0;
  const { books } = await trx
    .selectFrom("cart_items")
    .select((eb) => eb.fn.countAll<number>().as("books"))
    .where("cart_id", "=", cartId)
    .executeTakeFirstOrThrow();
  return books;
}

/**
 * A visible book, with the copies of it in the owner's cart, how many different books that has, and how many copies of
 * a book one cart may hold.
 */
export const bookBesideCart = preparedForOwner((db, owner, given: { bookId: number }) =>
  db
    .selectFrom("books as b")
    .leftJoin("carts as c", (join) => join.on(ownedBy(owner)))
    .leftJoin("cart_items as i", (join) =>
      join.onRef("i.cart_id", "=", "c.id").onRef("i.book_id", "=", "b.id"),
    )
    .select(["b.title", "c.id as cart_id", "i.quantity"])
    .select((eb) =>
      eb
        .selectFrom("cart_items as line")
        .select((line) => line.fn.countAll<number>().as("count"))
        .whereRef("line.cart_id", "=", "c.id")
        .$asScalar()
        .as("books_in_cart"),
    )
    .select(SALE_COLUMNS)
    .select(storedMostCopies)
    .where("b.id", "=", given.bookId)
    .where("b.hidden", "=", 0),
);

/** Sets the copies of a book in a cart. */
export const putLine = prepared(
  (trx, { cartId, bookId, quantity, at }: { cartId: number; bookId: number; quantity: number; at: string }) =>
    trx
      .insertInto("cart_items")
      .values({ cart_id: cartId, book_id: bookId, quantity, added_at: at })
      .onConflict((conflict) => conflict.columns(["cart_id", "book_id"]).doUpdateSet({ quantity })),
);

/** Notes when a cart was changed last. */
export const touchCart = prepared((trx, { cartId, at }: { cartId: number; at: string }) =>
  trx.updateTable("carts").set({ updated_at: at }).where("id", "=", cartId),
);
