import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import { together } from "~/db/writing/together.server";
import { lockCustomer } from "~/domain/kit/locks.server";
import { heldByCustomer } from "../orders/held-stock.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { SALE_COLUMNS } from "~/domain/catalogue/books/sale/sale";
import { indianDate } from "~/domain/kit/dates";
import { limitOf, lineProblem, type LineRef, type TooMany, tooMany } from "./cart";
import { isLine, ownedBy } from "./cart-queries.server";
import { priceFor } from "../trade/member-price";
import { memberDiscounts } from "../trade/member-price.server";
import { addWithin } from "./cart.server";
import { noLonger, whyNoLine } from "./stale-line.server";
import {
  type MoveOutcome,
  type RemoveOutcome,
  SAVED_MAX,
  type SavedItem,
  type SaveOutcome,
} from "./saved-items";

/**
 * Saves a line of the customer's cart for later, with all its copies, which add to copies saved before. A book that is
 * no longer available can be saved too.
 */
export async function saveForLater(
  db: Db,
  accountId: number,
  line: LineRef,
  now = new Date(),
): Promise<SaveOutcome> {
  return beside(db, async (trx): Promise<SaveOutcome> => {
    await lockCustomer(trx, accountId);
    const found = await trx
      .selectFrom("carts as c")
      .innerJoin("cart_items as i", "i.cart_id", "c.id")
      .innerJoin("books as b", "b.id", "i.book_id")
      .select(["i.book_id", "i.quantity", "b.title"])
      .where(ownedBy({ accountId }))
      .where(isLine(line))
      .executeTakeFirst();
    if (!found) return { ok: false, reason: "not_found", message: await whyNoLine(trx, { accountId }, line) };
    const { others } = await trx
      .selectFrom("saved_items")
      .select((eb) => eb.fn.countAll<number>().as("others"))
      .where("account_id", "=", accountId)
      .where("book_id", "!=", found.book_id)
      .executeTakeFirstOrThrow();
    if (others >= SAVED_MAX) {
      const message = `You can save ${SAVED_MAX} books for later; remove one first`;
      return { ok: false, reason: "full", message };
    }
    const { book_id, quantity } = found;
    const saved_at = now.toISOString();
    await trx
      .insertInto("saved_items")
      .values({ account_id: accountId, book_id, quantity, saved_at })
      .onConflict((conflict) =>
        conflict.columns(["account_id", "book_id"]).doUpdateSet((eb) => ({
          quantity: eb("saved_items.quantity", "+", quantity),
          saved_at,
        })),
      )
      .execute();
    await trx.deleteFrom("cart_items").where("id", "=", line.itemId).execute();
    return { ok: true, title: found.title };
  });
}

/**
 * Moves a saved book back into the customer's cart, where its copies add to those already there. Copies beyond the
 * stock or the shop's limit for one book stay saved. If no copy can be moved, or the cart is full, the move is
 * refused.
 */
export async function moveSavedToCart(
  db: Db,
  accountId: number,
  bookId: number,
  now = new Date(),
): Promise<MoveOutcome> {
  const owner = { accountId };
  return beside(db, async (trx): Promise<MoveOutcome> => {
    await lockCustomer(trx, accountId);
    const saved = await trx
      .selectFrom("saved_items as s")
      .innerJoin("books as b", "b.id", "s.book_id")
      .leftJoin("carts as c", (join) => join.on(ownedBy(owner)))
      .leftJoin("cart_items as i", (join) =>
        join.onRef("i.cart_id", "=", "c.id").onRef("i.book_id", "=", "b.id"),
      )
      .select(["s.quantity", "b.title", "b.hidden", "i.quantity as in_cart"])
      .select(SALE_COLUMNS)
      .where("s.account_id", "=", accountId)
      .where("s.book_id", "=", bookId)
      .executeTakeFirst();
    if (!saved) return notSaved(trx, bookId);
    if (saved.hidden === 1)
      return { ok: false, reason: "unavailable", message: `“${saved.title}” is no longer available` };
    const [held, { mostCopies }] = await together([heldByCustomer(trx, accountId), readSettings(trx)]);
    const limit = limitOf(saved, held(bookId), mostCopies, indianDate(now));
    const inCart = saved.in_cart ?? 0;
    const moved = Math.min(saved.quantity, limit.most - inCart);
    const refusal = tooMany(saved.quantity + inCart, limit);
    if (moved < 1 && refusal) return { ok: false, title: saved.title, ...refusal };
    const added = await addWithin(trx, owner, { bookId, quantity: moved }, now);
    if (!added.ok) return added;
    const left = saved.quantity - moved;
    if (left > 0) {
      await trx
        .updateTable("saved_items")
        .set({ quantity: left })
        .where("account_id", "=", accountId)
        .where("book_id", "=", bookId)
        .execute();
    } else {
      await forgetSaved(trx, accountId, bookId);
    }
    return { ok: true, title: saved.title, moved, left, message: movedMessage(saved, moved, refusal) };
  });
}

function movedMessage(
  saved: { title: string; quantity: number },
  moved: number,
  refusal: TooMany | null,
): string {
  if (!refusal) return `Moved "${saved.title}" to your cart`;
  return `Moved ${moved} of ${saved.quantity} copies of "${saved.title}" to your cart: ${refusal.message}`;
}

/** Refused when the customer has not saved this book. @returns its title else */
export async function removeSaved(db: Db, accountId: number, bookId: number): Promise<RemoveOutcome> {
  const book = await db.selectFrom("books").select("title").where("id", "=", bookId).executeTakeFirst();
  if (!book || !(await forgetSaved(db, accountId, bookId))) return notSaved(db, bookId);
  return { ok: true, title: book.title };
}

/** @returns false when the customer has not saved this book */
async function forgetSaved(db: Db, accountId: number, bookId: number): Promise<boolean> {
  const result = await db
    .deleteFrom("saved_items")
    .where("account_id", "=", accountId)
    .where("book_id", "=", bookId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** The refusal when a page shows a saved book that was moved or removed since. */
const notSaved = async (db: Db, bookId: number) =>
  ({ ok: false, reason: "not_found", message: await noLonger(db, bookId, "saved for later") }) as const;

const savedRows = prepared((db, given: { accountId: number }) =>
  db
    .selectFrom("saved_items as s")
    .innerJoin("books as b", "b.id", "s.book_id")
    .select(["s.book_id", "s.quantity", "b.title", "b.cover", "b.price", "b.sale_price"])
    .select(["b.charged_price", "b.hidden"])
    .select(SALE_COLUMNS)
    .where("s.account_id", "=", given.accountId)
    .orderBy("s.saved_at", "desc")
    .orderBy("s.book_id", "desc"),
);

/** The customer's saved books, the last saved first. Hidden books stay in the list, and can only be removed. */
export async function listSaved(db: Db, accountId: number, now = new Date()): Promise<SavedItem[]> {
  const saved = db.selectFrom("saved_items as s").where("s.account_id", "=", accountId);
  const [rows, held, { mostCopies }, member] = await Promise.all([
    savedRows(db, { accountId }),
    heldByCustomer(db, accountId),
    readSettings(db),
    memberDiscounts(db, accountId, saved.select("s.book_id").$asScalar()),
  ]);
  return rows.map((row): SavedItem => {
    const book = { bookId: row.book_id, price: row.price, charged: row.charged_price };
    const hidden = row.hidden === 1;
    const limit = limitOf(row, held(row.book_id), mostCopies, indianDate(now));
    return {
      bookId: row.book_id,
      title: row.title,
      cover: row.cover,
      price: row.price,
      salePrice: row.sale_price,
      unitPrice: priceFor(member, book, row.quantity),
      quantity: row.quantity,
      ...limit,
      problem: lineProblem({ hidden, ...limit, quantity: row.quantity }),
    };
  });
}
