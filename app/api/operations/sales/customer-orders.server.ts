import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { reorderedInWords } from "~/domain/sales/cart/reorder";
import { reorder } from "~/domain/sales/cart/reorder.server";
import { cancelByCustomer } from "~/domain/sales/orders/cancellation.server";
import { customerCancelSchema } from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import { orderJson, orderRowJson, orderRowToJson, orderToJson } from "~/domain/sales/orders/orders.json.ts";
import { listAllOrders } from "~/domain/sales/orders/customer-orders.server";
import { findOrder } from "~/domain/sales/orders/orders.server";
import { returnSchema } from "~/domain/sales/orders/returns/returns.schema";
import { askForReturn } from "~/domain/sales/orders/returns/returns.server";
import { uncountAction } from "~/http/request/limits/customer-limits.server";
import {
  countCall,
  done,
  idField,
  idParam,
  notFound,
  operation,
  refused,
  resultSchema,
} from "~/api/operation.server";

const tag = "Orders";
const access = "customer";
const params = z.object({ orderId: idParam });
const copies = z
  .number()
  .int()
  .meta({ examples: [1] });

/** A customer's own orders (docs/specification.md §7); other customers' are a 404. */
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
    summary: "An order and its progress",
    access,
    params,
    answer: orderJson,
    async handle({ params: { orderId }, caller: { account } }) {
      return orderToJson((await findOrder(readDb, account!.id, orderId)) ?? notFound("Order not found"));
    },
  }),

  operation({
    method: "POST",
    path: "/customer/orders/{orderId}/cancel",
    tag,
    summary: "Cancel an order",
    description:
      "From 'Pending' or 'Payment made'. The payment is refunded, and a mail says so. An order that is packed cannot be cancelled: result 0.",
    access,
    params,
    body: customerCancelSchema,
    answer: resultSchema,
    async handle({ params: { orderId }, body, caller: { account } }) {
      const outcome = await cancelByCustomer(writeDb, { orderId, accountId: account!.id, ...body });
      if (outcome.ok) return done(outcome.message);
      return outcome.reason === "not_found" ? notFound("Order not found") : refused(outcome.message);
    },
  }),

  operation({
    method: "POST",
    path: "/customer/orders/{orderId}/reorder",
    tag,
    summary: "Put an order's books into the cart again",
    description: "Adds to the cart as many copies as are in stock. result is 0 when none could be added.",
    access,
    params,
    answer: resultSchema
      .extend({
        items: z
          .array(
            z.object({
              bookId: idField,
              title: z.string().meta({ examples: ["Gora"] }),
              wanted: copies,
              added: copies,
            }),
          )
          .optional(),
      })
      .meta({ id: "ReorderResult" }),
    async handle({ params: { orderId }, caller: { account } }) {
      const books =
        (await reorder(writeDb, { orderId, accountId: account!.id })) ?? notFound("Order not found");
      const msg = reorderedInWords(books)
        .map(({ text }) => text)
        .join(". ");
      return {
        ...(books.some(({ added }) => added > 0) ? done(msg) : refused(msg)),
        items: books.map(({ bookId, title, wanted, added }) => ({ bookId, title, wanted, added })),
      };
    },
  }),

  operation({
    method: "POST",
    path: "/customer/orders/{orderId}/return",
    tag,
    summary: "Ask to return books of an order",
    description:
      "Within the shop's days after delivery, one request at a time. The answer comes by email and is in the order's `returns`.",
    access,
    params,
    body: returnSchema,
    answer: resultSchema.extend({ returnId: idField.optional() }).meta({ id: "ReturnResult" }),
    async handle({ params: { orderId }, body, caller }) {
      const { account, session } = caller;
      await countCall("return", caller);
      const outcome = await askForReturn(writeDb, { orderId, accountId: account!.id, ...body });
      if (!outcome.ok) await uncountAction("return", { account, ip: session.ip });
      if (outcome.ok) return { ...done(outcome.message), returnId: outcome.returnId };
      const { reason, message } = outcome;
      if (reason === "not_found") return notFound("Order not found");
      return refused(message, reason === "invalid" ? { items: [message] } : undefined);
    },
  }),
];
