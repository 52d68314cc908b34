import type { Db } from "~/db/database.server";
import { visibleTitle } from "~/domain/catalogue/books/books.server";
import type { CartOwner, LineRef } from "./cart";
import { ownedBy } from "./cart-queries.server";

/**
 * What happened to a line that an older page still shows, or a program still names.
 * @param owner null: a guest without a cart
 * @returns a sentence, which names the book when the line does and the book can be seen
 */
export async function whyNoLine(db: Db, owner: CartOwner | null, { bookId }: LineRef): Promise<string> {
  return owner && bookId !== undefined && (await isInCart(db, owner, bookId))
    ? `${await nameOfBook(db, bookId)} is in your cart on another line now.`
    : noLonger(db, bookId, "in your cart");
}

/**
 * Says of a book that an older page still shows, or a program still names, that it is no longer there.
 * @param where e.g. "on your wishlist" @returns a sentence, which names the book when it can be seen
 */
export async function noLonger(db: Db, bookId: number | undefined, where: string): Promise<string> {
  return `${await nameOfBook(db, bookId)} is no longer ${where}.`;
}

async function nameOfBook(db: Db, bookId: number | undefined): Promise<string> {
  const title = bookId === undefined ? null : await visibleTitle(db, bookId);
  return title === null ? "This book" : `“${title}”`;
}

async function isInCart(db: Db, owner: CartOwner, bookId: number): Promise<boolean> {
  const line = await db
    .selectFrom("carts as c")
    .innerJoin("cart_items as i", "i.cart_id", "c.id")
    .select("i.id")
    .where(ownedBy(owner))
    .where("i.book_id", "=", bookId)
    .executeTakeFirst();
  return line !== undefined;
}
