import { z } from "zod";
import { readDb } from "~/db/shop-database.server";
import { orderJson, orderRowJson, orderRowToJson, orderToJson } from "~/domain/orders/orders.json";
import { findOrder, listAllOrders } from "~/domain/orders/orders.server";
import { idParam, notFound, operation } from "~/http/api/operation.server";

const tag = "Orders";
const access = "customer";

/** A customer's own orders (specification section 7, 'Checkout and orders'); nobody else's are found. */
export const customerOrders = [
  operation({
    method: "GET",
    path: "/customer/orders/all",
    tag,
    summary: "My orders, the newest first",
    access,
    answer: z.array(orderRowJson),
    async handle({ caller: { account } }) {
      return (await listAllOrders(readDb, account!.id)).map(orderRowToJson);
    },
  }),

  operation({
    method: "GET",
    path: "/customer/orderstatus/{orderId}",
    tag,
    summary: "An order and how far it is",
    access,
    params: z.object({ orderId: idParam }),
    answer: orderJson,
    async handle({ params: { orderId }, caller: { account } }) {
      return orderToJson((await findOrder(readDb, account!.id, orderId)) ?? notFound("Order not found"));
    },
  }),
];
