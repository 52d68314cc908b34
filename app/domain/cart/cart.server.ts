import type { Db } from "~/db/database.server";
import { sharedTransaction } from "~/db/shared-transaction.server";
import { authorsOf } from "../catalogue/book-lists.server";
import { SALE_COLUMNS } from "../catalogue/sale";
import { indianDate } from "../dates";
import { cartTotals } from "../orders/totals";
import { type CouponForCustomer, couponGives, couponProblemMessage } from "../coupons/coupons";
import { findCouponFor } from "../coupons/coupons.server";
import { heldByCustomer } from "../orders/held-stock.server";
import { mostCopiesOf, readSettings } from "../settings/settings.server";
import {
  type AddOutcome,
  type Cart,
  type CartLine,
  type CartOwner,
  countedLines,
  limitOf,
  lineProblem,
  type QuantityOutcome,
  tooMany,
} from "./cart";
import { bookBesideCart, copiesInAll, lineRows, ownedBy, putLine, touchCart } from "./cart-queries.server";

/** The number of copies in all lines, for the badge. A single query, because it runs on every page. */
export async function cartCount(db: Db, owner: CartOwner): Promise<number> {
  const [row] = await copiesInAll(db, owner, {});
  return row?.count ?? 0;
}

/**
 * The cart, priced from the catalogue, in the order the books were added.
 * @param now decides whether the coupon in it applies, and which books are out
 */
export async function readCart(db: Db, owner: CartOwner, now = new Date()): Promise<Cart> {
  const rows = await lineRows(db, owner, {});
  const bookIds = rows.map((row) => row.book_id);
  const authors = bookIds.length > 0 ? await authorsOf(db, bookIds) : new Map<number, { name: string }[]>();
  const held = await heldByCustomer(db, accountOf(owner), bookIds);
  const today = indianDate(now);
  const settings = await readSettings(db);
  const lines = rows.map((row): CartLine => {
    const hidden = row.hidden === 1;
    const limit = limitOf(row, held(row.book_id), settings.mostCopies, today);
    return {
      itemId: row.id,
      bookId: row.book_id,
      title: row.title,
      authors: (authors.get(row.book_id) ?? []).map((author) => author.name),
      cover: row.cover,
      price: row.price,
      salePrice: row.sale_price,
      unitPrice: row.charged_price,
      quantity: row.quantity,
      lineTotal: row.charged_price * row.quantity,
      hsn: row.hsn ?? settings.hsn,
      taxRate: row.tax_rate ?? settings.taxRate,
      ...limit,
      problem: lineProblem({ hidden, ...limit, quantity: row.quantity }),
    };
  });
  const couponId = rows[0]?.coupon_id ?? null;
  const coupon = couponId === null ? null : await couponIn(db, owner, couponId);
  const { totals, problem } = cartTotals(countedLines(lines), settings, coupon, now);
  return {
    lines,
    totals,
    coupon: coupon && {
      id: coupon.id,
      code: coupon.code,
      gives: couponGives(coupon),
      problem: problem && couponProblemMessage(problem, coupon),
    },
    count: lines.reduce((sum, line) => sum + line.quantity, 0),
    isOrderable: lines.length > 0 && lines.every((line) => line.problem === null),
  };
}

function couponIn(db: Db, owner: CartOwner, id: number): Promise<CouponForCustomer | null> {
  return findCouponFor(db, { id }, "accountId" in owner ? owner.accountId : null);
}

const accountOf = (owner: CartOwner) => ("accountId" in owner ? owner.accountId : null);

/**
 * Adds copies of a book; a book already in the cart gets more copies. Adds none when the sum is more than the shopper
 * can get. One short write, so that parallel requests all count.
 * @param wanted.quantity copies to add, a whole number of at least 1
 */
export async function addToCart(
  db: Db,
  owner: CartOwner,
  wanted: { bookId: number; quantity: number },
  now = new Date(),
): Promise<AddOutcome> {
  return sharedTransaction(db, (trx) => addWithin(trx, owner, wanted, now));
}

/** Like `addToCart`, within a larger transaction. @param trx an open transaction */
export async function addWithin(
  trx: Db,
  owner: CartOwner,
  wanted: { bookId: number; quantity: number },
  now: Date,
): Promise<AddOutcome> {
  const [book] = await bookBesideCart(trx, owner, { bookId: wanted.bookId });
  if (!book) return { ok: false, reason: "not_found", message: "Book Not Found" };
  const mostCopies = mostCopiesOf(book);
  const quantity = (book.quantity ?? 0) + wanted.quantity;
  const held = await heldByCustomer(trx, accountOf(owner), [wanted.bookId]);
  const refusal = tooMany(quantity, limitOf(book, held(wanted.bookId), mostCopies, indianDate(now)));
  if (refusal) return { ok: false, title: book.title, ...refusal };
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
  await putLine(trx, { cartId, bookId, quantity, at });
  await touchCart(trx, { cartId, at });
}

/**
 * Sets the copies of a line. Below 1 is ignored (docs/specification.md §5.4); more than the shopper can get is refused
 * and changes nothing.
 */
export async function setQuantity(
  db: Db,
  owner: CartOwner,
  wanted: { itemId: number; quantity: number },
  now = new Date(),
): Promise<QuantityOutcome> {
  return db.transaction().execute(async (trx): Promise<QuantityOutcome> => {
    const line = await trx
      .selectFrom("carts as c")
      .innerJoin("cart_items as i", "i.cart_id", "c.id")
      .innerJoin("books as b", "b.id", "i.book_id")
      .select(["c.id as cart_id", "i.book_id", "i.quantity", "b.hidden"])
      .select(SALE_COLUMNS)
      .where(ownedBy(owner))
      .where("i.id", "=", wanted.itemId)
      .executeTakeFirst();
    if (!line) {
      return { ok: false, reason: "not_found", message: "Failed to update the cart item quantity!" };
    }
    if (wanted.quantity < 1 || wanted.quantity === line.quantity)
      return { ok: true, quantity: line.quantity };
    if (line.hidden === 1) {
      return { ok: false, reason: "unavailable", message: "This book is no longer available" };
    }
    const { mostCopies } = await readSettings(trx);
    const held = await heldByCustomer(trx, accountOf(owner), [line.book_id]);
    const limit = limitOf(line, held(line.book_id), mostCopies, indianDate(now));
    const refusal = tooMany(wanted.quantity, limit);
    // Fewer copies than before are always accepted, even when they are still too many.
    if (refusal && wanted.quantity > line.quantity) return { ok: false, ...refusal };
    await writeLine(trx, line.cart_id, line.book_id, wanted.quantity, now);
    return { ok: true, quantity: wanted.quantity };
  });
}

/** @returns false when there is no such line in the owner's cart */
export async function removeItem(db: Db, owner: CartOwner, itemId: number): Promise<boolean> {
  const result = await db
    .deleteFrom("cart_items")
    .where("id", "=", itemId)
    .where("cart_id", "in", (eb) => eb.selectFrom("carts as c").select("c.id").where(ownedBy(owner)))
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/**
 * Moves the guest's cart into the customer's at login. Quantities add up, but not beyond the stock and the shop's limit
 * (docs/product-decisions.md §3.5). A book that is no longer available is moved with its quantity, and shown as
 * unavailable. The coupon is moved too, unless the customer's cart already has one.
 * @param trx an open transaction
 */
export async function mergeGuestCart(
  trx: Db,
  sessionHash: string,
  accountId: number,
  now = new Date(),
): Promise<void> {
  const owner: CartOwner = { accountId };
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
  const held = await heldByCustomer(
    trx,
    accountId,
    lines.map((line) => line.book_id),
  );
  const { mostCopies } = await readSettings(trx);
  const cartId = lines[0]!.cart_id ?? (await createCart(trx, owner, now));
  for (const line of lines) {
    const { most } = limitOf(line, held(line.book_id), mostCopies, indianDate(now));
    const together = Math.min(line.quantity + (line.own_quantity ?? 0), most);
    const quantity = Math.max(together, line.own_quantity ?? 0) || Math.min(line.quantity, mostCopies);
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

/** Removes the copies of a paid order from the cart; copies added since stay. @param trx an open transaction */
export async function removePaidFromCart(
  trx: Db,
  accountId: number,
  paid: { bookId: number; quantity: number }[],
): Promise<void> {
  const items = await trx
    .selectFrom("carts as c")
    .innerJoin("cart_items as i", "i.cart_id", "c.id")
    .select(["i.id", "i.book_id", "i.quantity"])
    .where(ownedBy({ accountId }))
    .execute();
  for (const item of items) {
    const ordered = paid.find((line) => line.bookId === item.book_id)?.quantity ?? 0;
    if (ordered === 0) continue;
    if (item.quantity > ordered) {
      const quantity = item.quantity - ordered;
      await trx.updateTable("cart_items").set({ quantity }).where("id", "=", item.id).execute();
    } else {
      await trx.deleteFrom("cart_items").where("id", "=", item.id).execute();
    }
  }
}
