import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import type { OrderDetail } from "~/domain/orders/orders";
import { findOrder } from "~/domain/orders/orders.server";

/**
 * The customer's order that a URL names.
 * @throws 404 when the customer has none such, whether or not somebody else has
 */
export async function ownOrder(accountId: number, orderId: string | undefined): Promise<OrderDetail> {
  const order = /^\d{1,15}$/.test(orderId ?? "") ? await findOrder(readDb, accountId, Number(orderId)) : null;
  if (!order) throw data(null, { status: 404 });
  return order;
}
