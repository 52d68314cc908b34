import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { together } from "~/db/writing/together.server";
import { SALE_COLUMNS } from "~/domain/catalogue/books/sale/sale";
import { indianDate } from "~/domain/kit/dates";
import { heldByCustomer } from "../orders/held-stock.server";
import { mostCopiesOf, readSettings } from "~/domain/shop/settings/settings.server";
import { QUANTITY_FAILED } from "./failures";
import { whyNoLine } from "./stale-line.server";
import {
  type AddOutcome,
  type Cart,
  CART_FULL,
  CART_MAX,
  type CartOwner,
  limitOf,
  type LineRef,
  type QuantityOutcome,
  tooMany,
} from "./cart";
import type { DeliveryWish } from "./cart-delivery";
import { accountOf, priceCart, readCartParts, withAuthors } from "./priced-cart.server";
import {
  authorRows,
  bookBesideCart,
  booksInCart,
  copiesInAll,
  isLine,
  lockCart,
  ownedBy,
  putLine,
  touchCart,
} from "./cart-queries.server";

/** The number of copies in all lines, for the badge. A single query, because it runs on every page. */
export async function cartCount(db: Db, owner: CartOwner): Promise<number> {
  const [row] = await copiesInAll(db, owner, {});
  return row?.count ?? 0;
}

/**
 * The cart, priced from the catalogue, in the order the books were added.
 * @param now decides whether the coupon in it applies, and which books are out
 * @param wish where it goes and how it is paid; left out: to the customer's default address
 */
export async function readCart(
  db: Db,
  owner: CartOwner,
  now = new Date(),
  wish?: DeliveryWish,
): Promise<Cart> {
  const [parts, authors] = await Promise.all([readCartParts(db, owner), authorRows(db, owner, {})]);
  return withAuthors(priceCart(parts, wish, now), authors);
}

/**
 * Adds copies of a book; a book already in the cart gets more copies. Adds none when the sum is more than the shopper
 * can get, or the book would be one more than `CART_MAX`. One short write, so that parallel requests all count.
 * @param wanted.quantity copies to add, a whole number of at least 1
 */
export async function addToCart(
  db: Db,
  owner: CartOwner,
  wanted: { bookId: number; quantity: number },
  now = new Date(),
): Promise<AddOutcome> {
  return beside(db, (trx) => addWithin(trx, owner, wanted, now));
}

/** Like `addToCart`, within a larger transaction. @param trx an open transaction */
export async function addWithin(
  trx: Db,
  owner: CartOwner,
  wanted: { bookId: number; quantity: number },
  now: Date,
): Promise<AddOutcome> {
  await lockCart(trx, owner);
  const [[book], held] = await together([
    bookBesideCart(trx, owner, { bookId: wanted.bookId }),
    heldByCustomer(trx, accountOf(owner)),
  ]);
  if (!book) return { ok: false, reason: "not_found", message: "Book Not Found" };
  const mostCopies = mostCopiesOf(book);
  const quantity = (book.quantity ?? 0) + wanted.quantity;
  const refusal = tooMany(quantity, limitOf(book, held(wanted.bookId), mostCopies, indianDate(now)));
  if (refusal) return { ok: false, title: book.title, ...refusal };
  if (book.quantity === null && (book.books_in_cart ?? 0) >= CART_MAX)
    return { ok: false, reason: "full", title: book.title, message: CART_FULL };
  const cartId = book.cart_id ?? (await createCart(trx, owner, now));
  await writeLine(trx, cartId, wanted.bookId, quantity, now);
  return { ok: true, title: book.title, quantity };
}

/** Creates an empty cart for an owner who has none. @param trx an open transaction @returns its id */
export async function createCart(trx: Db, owner: CartOwner, now: Date): Promise<number> {
  const { id } = await trx
    .insertInto("carts")
    .values({
      account_id: "accountId" in owner ? owner.accountId : null,
      session_hash: "accountId" in owner ? null : owner.sessionHash,
      updated_at: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets the copies of a book in a cart; the caller has checked the stock. @param trx an open transaction */
export async function writeLine(
  trx: Db,
  cartId: number,
  bookId: number,
  quantity: number,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await putLine.withNext(trx, { cartId, bookId, quantity, at });
  await touchCart.withNext(trx, { cartId, at });
}

/**
 * Sets the copies of a line. Below 1 is ignored (docs/specification.md §5.4); more than the shopper can get is refused
 * and changes nothing.
 */
export async function setQuantity(
  db: Db,
  owner: CartOwner,
  wanted: LineRef & { quantity: number },
  now = new Date(),
): Promise<QuantityOutcome> {
  return beside(db, async (trx): Promise<QuantityOutcome> => {
    await lockCart(trx, owner);
    const line = await trx
      .selectFrom("carts as c")
      .innerJoin("cart_items as i", "i.cart_id", "c.id")
      .innerJoin("books as b", "b.id", "i.book_id")
      .select(["c.id as cart_id", "i.book_id", "i.quantity", "b.title", "b.hidden"])
      .select(SALE_COLUMNS)
      .where(ownedBy(owner))
      .where(isLine(wanted))
      .executeTakeFirst();
    if (!line) {
      const message = `${QUANTITY_FAILED} ${await whyNoLine(trx, owner, wanted)}`;
      return { ok: false, reason: "not_found", message };
    }
    if (wanted.quantity < 1 || wanted.quantity === line.quantity)
      return { ok: true, quantity: line.quantity };
    if (line.hidden === 1) {
      return { ok: false, reason: "unavailable", message: `“${line.title}” is no longer available` };
    }
    const [held, { mostCopies }] = await together([heldByCustomer(trx, accountOf(owner)), readSettings(trx)]);
    const limit = limitOf(line, held(line.book_id), mostCopies, indianDate(now));
    const refusal = tooMany(wanted.quantity, limit);
    // Fewer copies than before are always accepted, even when they are still too many.
    if (refusal && wanted.quantity > line.quantity) return { ok: false, title: line.title, ...refusal };
    await writeLine(trx, line.cart_id, line.book_id, wanted.quantity, now);
    return { ok: true, quantity: wanted.quantity };
  });
}

/** @returns false when there is no such line in the owner's cart */
export async function removeItem(db: Db, owner: CartOwner, line: LineRef): Promise<boolean> {
  return beside(db, async (trx) => {
    await lockCart(trx, owner);
    const result = await trx
      .deleteFrom("cart_items as i")
      .where(isLine(line))
      .where("cart_id", "in", (eb) => eb.selectFrom("carts as c").select("c.id").where(ownedBy(owner)))
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  });
}

/**
 * Moves the guest's cart into the customer's at login. Quantities add up, but not beyond the stock and the shop's limit
 * (docs/product-decisions.md §3.5). A book that is no longer available is moved with its quantity, and shown as
 * unavailable. Of a guest's books beyond `CART_MAX` the last are left out. The coupon is moved too, unless the customer's
 * cart already has one.
 * @param trx an open transaction
 */
export async function mergeGuestCart(
  trx: Db,
  sessionHash: string,
  accountId: number,
  now = new Date(),
): Promise<void> {
  const owner: CartOwner = { accountId };
  await lockCart(trx, { sessionHash });
  await lockCart(trx, owner);
  const lines = await trx
    .selectFrom("carts as g")
    .innerJoin("cart_items as i", "i.cart_id", "g.id")
    .innerJoin("books as b", "b.id", "i.book_id")
    .leftJoin("carts as c", (join) => join.on(ownedBy(owner)))
    .leftJoin("cart_items as own", (join) =>
      join.onRef("own.cart_id", "=", "c.id").onRef("own.book_id", "=", "i.book_id"),
    )
    .select(["i.book_id", "i.quantity", "c.id as cart_id", "own.quantity as own_quantity"])
    .select(SALE_COLUMNS)
    .select("g.coupon_id")
    .where("g.session_hash", "=", sessionHash)
    .orderBy("i.id")
    .execute();
  if (lines.length === 0) return;
  const [held, { mostCopies }, before] = await together([
    heldByCustomer(trx, accountId),
    readSettings(trx),
    booksInCart(trx, lines[0]!.cart_id),
  ]);
  const cartId = lines[0]!.cart_id ?? (await createCart(trx, owner, now));
  let books = before;
  for (const line of lines) {
    if (line.own_quantity === null) {
      if (books >= CART_MAX) continue;
      books += 1;
    }
    const { most } = limitOf(line, held(line.book_id), mostCopies, indianDate(now));
    const inAll = Math.min(line.quantity + (line.own_quantity ?? 0), most);
    const quantity = Math.max(inAll, line.own_quantity ?? 0) || Math.min(line.quantity, mostCopies);
    await writeLine(trx, cartId, line.book_id, quantity, now);
  }
  const couponId = lines[0]!.coupon_id;
  if (couponId !== null) {
    await trx
      .updateTable("carts")
      .set((eb) => ({ coupon_id: eb.fn.coalesce("coupon_id", eb.val(couponId)) }))
      .where("id", "=", cartId)
      .execute();
  }
  await trx.deleteFrom("carts").where("session_hash", "=", sessionHash).execute();
}
