import { readDb, writeDb } from "~/db/shop-database.server";
import { listToJson } from "~/domain/kit/listing/listing.json.ts";
import { listStaffOrders } from "~/domain/sales/orders/desk/order-list.server";
import { resendConfirmation } from "~/domain/sales/orders/resend-confirmation.server";
import {
  pagedOrdersSchema,
  staffOrderPageJson,
  staffOrderRowToJson,
} from "~/domain/sales/orders/desk/order-list.json.ts";
import { staffOrderJson, staffOrderToJson } from "~/domain/sales/orders/desk/staff-order.json.ts";
import { findStaffOrder } from "~/domain/sales/orders/desk/staff-order.server";
import { reachableGateways, shopGateway } from "~/domain/sales/gateways/shop-gateway.server";
import { editOrderSchema } from "~/domain/sales/orders/edit/edit-order.schema";
import { editedFields, editedToJson } from "~/domain/sales/orders/edit/edit-order.json.ts";
import { editOrder } from "~/domain/sales/orders/edit/edit-order.server";
import { placedFields, placedToJson } from "~/domain/sales/orders/by-staff/staff-order-placed.json.ts";
import { placeStaffOrder } from "~/domain/sales/orders/by-staff/place-staff-order.server";
import { staffOrderSchema } from "~/domain/sales/orders/by-staff/staff-order.schema";
import { payPath } from "~/domain/sales/payments/pay-path.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { orderNoteSchema } from "~/domain/sales/orders/notes/order-notes.schema";
import { addOrderNote } from "~/domain/sales/orders/notes/order-notes.server";
import { refundsWithoutLogin } from "~/api/recent-login.server";
import { done, notFound, operation, refused, resultSchema } from "~/api/operation.server";
import { access, answer, LOGIN_AGAIN, params, request, step, tag } from "./order-call.server";

/** Orders for staff: finding, placing and changing them, and notes. */
export const staffOrderCalls = [
  operation({
    method: "POST",
    path: "/orders/admin/paged",
    tag,
    summary: "Search, filter and page through all orders",
    description: "The newest first unless sorted.",
    access,
    right: "orders",
    body: pagedOrdersSchema,
    answer: staffOrderPageJson,
    async handle({ body }) {
      return listToJson(await listStaffOrders(readDb, body), body.page, staffOrderRowToJson);
    },
  }),

  operation({
    method: "GET",
    path: "/orders/admin/{orderId}",
    tag,
    summary: "An order with its payments, its log and its possible next steps",
    access,
    right: "orders",
    params,
    answer: staffOrderJson,
    async handle({ params: { orderId } }) {
      const order = await findStaffOrder(readDb, orderId, reachableGateways());
      return staffOrderToJson(order ?? notFound("Order not found"));
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin",
    tag,
    summary: "Place an order for a customer",
    description:
      "By telephone, at a fair, for a school. A customer by id, or by name and phone; copies beyond the shop's limit; a discount by line with a reason; a coupon, as at the checkout. 'cash', 'upi' and 'transfer' are recorded as paid, 'link' answers the link that pays it, 'proforma' asks for a transfer, 'cod' is due at the door. Without an address it is handed over at once.",
    access,
    right: "dispatch",
    body: staffOrderSchema,
    answer: resultSchema.extend(placedFields),
    async handle({ body, caller }) {
      const order = { ...body, staffId: caller.account!.id, gateway: shopGateway().name };
      const outcome = await placeStaffOrder(writeDb, order);
      if (!outcome.ok)
        return refused(outcome.message, outcome.field ? { [outcome.field]: [outcome.message] } : undefined);
      const payUrl = body.payment === "link" ? shopOrigin() + payPath(outcome.orderId) : null;
      return { ...done(outcome.message), ...placedToJson(outcome, payUrl) };
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/edit",
    tag,
    summary: "Change an order before it is packed",
    description:
      "Its books, address, delivery, gift, and whom the document is for. Totals, tax, coupon and stock are computed anew; the difference is refunded, asked for by a link, or due at the door. The customer gets a mail. Refused with what happened if the order was changed since your version.",
    access,
    right: "refunds",
    params,
    body: editOrderSchema,
    answer: resultSchema.extend(editedFields),
    refusals: { 403: LOGIN_AGAIN },
    async handle({ params: { orderId }, body, caller, request: sent }) {
      const unproved = await refundsWithoutLogin(sent, caller);
      const outcome = await editOrder(writeDb, { ...request(orderId, caller), ...body, unproved });
      if (!outcome.ok) return answer(outcome, { unproved });
      return { ...done(outcome.message), ...editedToJson(outcome) };
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/notes",
    tag,
    summary: "Note something about an order",
    description: "For staff, in any state of the order. The note stays in its timeline.",
    access,
    right: "orders",
    params,
    body: orderNoteSchema,
    answer: resultSchema,
    async handle({ params: { orderId }, body: { note }, caller }) {
      return answer(await addOrderNote(writeDb, { ...request(orderId, caller), note }));
    },
  }),

  step(
    "/orders/admin/{orderId}/confirmation",
    "Send the order's confirmation again",
    "To the customer's current email address; not twice within a minute.",
    (order) => resendConfirmation(writeDb, order),
  ),
];
