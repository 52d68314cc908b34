import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { reachableGateways } from "~/domain/sales/gateways/shop-gateway.server";
import { parseId } from "~/domain/kit/ids";
import type { OrderDetail } from "~/domain/sales/orders/order-detail";
import { findOrder } from "~/domain/sales/orders/orders.server";
import type { StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import { findStaffOrder } from "~/domain/sales/orders/desk/staff-order.server";

/**
 * The customer's own order that a URL names.
 * @throws 404 when this customer has no such order, whether or not another customer has
 */
export async function ownOrder(accountId: number, orderId: string | undefined): Promise<OrderDetail> {
  const id = parseId(orderId);
  const order = id === null ? null : await findOrder(readDb, accountId, id);
  if (!order) throw data(null, { status: 404 });
  return order;
}

/**
 * The order that a URL of the back office names.
 * @throws 404 when there is none
 */
export async function staffOrder(orderId: string | undefined): Promise<StaffOrder> {
  const id = parseId(orderId);
  const order = id === null ? null : await findStaffOrder(readDb, id, reachableGateways());
  if (!order) throw data(null, { status: 404 });
  return order;
}
