import type { ExpressionBuilder } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { together } from "~/db/writing/together.server";
import { ownedBy } from "./cart-queries.server";

/**
 * Removes from the customer's cart the copies of a paid order, and its coupon. Copies added since stay, and so does another
 * coupon. In one round trip.
 * @param trx an open transaction, after `lockCustomer`
 */
export async function removePaid(trx: Db, accountId: number, orderId: number): Promise<void> {
  const cart = trx.selectFrom("carts as c").select("c.id").where(ownedBy({ accountId }));
  const paid = (eb: ExpressionBuilder<Tables, "cart_items">) =>
    eb
      .selectFrom("order_lines as l")
      .where("l.order_id", "=", orderId)
      .whereRef("l.book_id", "=", "cart_items.book_id");
  await together([
    trx
      .deleteFrom("cart_items")
      .where("cart_id", "in", cart)
      .where((eb) => eb.exists(paid(eb).select("l.id").whereRef("l.quantity", ">=", "cart_items.quantity")))
      .execute(),
    trx
      .updateTable("cart_items")
      .set((eb) => ({ quantity: eb("quantity", "-", paid(eb).select("l.quantity")) }))
      .where("cart_id", "in", cart)
      .where((eb) => eb.exists(paid(eb).select("l.id")))
      .execute(),
    trx
      .updateTable("carts")
      .set({ coupon_id: null })
      .where("account_id", "=", accountId)
      .where("coupon_id", "in", (eb) =>
        eb.selectFrom("coupon_uses").select("coupon_id").where("order_id", "=", orderId),
      )
      .execute(),
  ]);
}
