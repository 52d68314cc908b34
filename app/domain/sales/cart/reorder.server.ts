import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { together } from "~/db/writing/together.server";
import { lockCustomer } from "~/domain/kit/locks.server";
import { heldByCustomer } from "../orders/held-stock.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { SALE_COLUMNS } from "~/domain/catalogue/books/sale/sale";
import { indianDate } from "~/domain/kit/dates";
import { CART_MAX, limitOf } from "./cart";
import { booksInCart } from "./cart-queries.server";
import { createCart, writeLine } from "./cart.server";
import type { ReorderedBook } from "./reorder";

/**
 * 'Order again': adds the books of an order to its customer's cart, within the stock and the shop's limit for one book.
 * Hidden and sold-out books are left out, and books beyond `CART_MAX`.
 * @returns the result for each book; null when the customer has no such order
 */
export async function reorder(
  db: Db,
  { orderId, accountId }: { orderId: number; accountId: number },
  now = new Date(),
): Promise<ReorderedBook[] | null> {
  return beside(db, async (trx) => {
    await lockCustomer(trx, accountId);
    const lines = await trx
      .selectFrom("orders as o")
      .innerJoin("order_lines as l", "l.order_id", "o.id")
      .innerJoin("books as b", "b.id", "l.book_id")
      .leftJoin("carts as c", "c.account_id", "o.account_id")
      .leftJoin("cart_items as i", (join) =>
        join.onRef("i.cart_id", "=", "c.id").onRef("i.book_id", "=", "b.id"),
      )
      .select(["b.id", "b.title", "b.hidden", "l.quantity as wanted"])
      .select(SALE_COLUMNS)
      .select(["c.id as cart_id", "i.quantity as in_cart"])
      .where("o.id", "=", orderId)
      .where("o.account_id", "=", accountId)
      .orderBy("l.id")
      .execute();
    if (lines.length === 0) return null;
    let cartId = lines[0]!.cart_id;
    const [held, { mostCopies }, inAll] = await together([
      heldByCustomer(trx, accountId),
      readSettings(trx),
      booksInCart(trx, cartId),
    ]);
    let room = CART_MAX - inAll;
    const books: ReorderedBook[] = [];
    for (const line of lines) {
      const { id, title, wanted, in_cart } = line;
      const before = in_cart ?? 0;
      const { available, most } = limitOf(line, held(id), mostCopies, indianDate(now));
      const possible = Math.min(wanted, Math.max(0, most - before));
      const isCartFull = possible > 0 && in_cart === null && room < 1;
      const added = isCartFull ? 0 : possible;
      if (added > 0) {
        if (in_cart === null) room -= 1;
        cartId ??= await createCart(trx, { accountId }, now);
        await writeLine(trx, cartId, id, before + added, now);
      }
      const inCart = available > 0 ? before : 0;
      const limitedTo = possible < wanted && !isCartFull && most < available ? mostCopies : null;
      books.push({ bookId: id, title, wanted, added, inCart, limitedTo, isCartFull });
    }
    return books;
  });
}
