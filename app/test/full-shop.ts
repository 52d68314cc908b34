import type { Db } from "~/db/database.server";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { ORDER_STATES } from "~/domain/sales/orders/orders";
import { createBook, createGuestSession, setSettings } from "./factories";
import { fullCustomer } from "./full-customer";
import { MemoryGateway } from "./payments/memory-gateway";
import { createOrder, createPendingOrder } from "./orders";

/** Fills nearly every table: a customer with all kinds of data, orders in every state, settings. */
export async function fillShop(db: Db): Promise<void> {
  const gateway = new MemoryGateway();
  await fullCustomer(db);
  for (const state of ORDER_STATES) await createOrder(db, gateway, state);
  await createPendingOrder(db, gateway, { quantity: 3 });
  const bookId = await createBook(db, { authors: ["Vaidehi"], tags: ["Folk tales"] });
  await addToCart(db, { sessionHash: await createGuestSession(db) }, { bookId, quantity: 2 });
  await setSettings(db, { shopName: "Neem Leaf Books", supportEmail: "hello@neem.in", taxRate: 500 });
}
