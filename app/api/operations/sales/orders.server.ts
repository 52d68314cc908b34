import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { listToJson } from "~/domain/kit/listing/listing.json.ts";
import { cancelByStaff } from "~/domain/sales/orders/cancellation.server";
import { packedInWords } from "~/domain/sales/orders/fulfilment/fulfilment";
import type { StepOutcome } from "~/domain/sales/orders/fulfilment/order-for-step.server";
import {
  despatch,
  markDelivered,
  markManyPacked,
  markPacked,
} from "~/domain/sales/orders/fulfilment/fulfilment.server";
import { listStaffOrders } from "~/domain/sales/orders/desk/order-list.server";
import { resendConfirmation } from "~/domain/sales/orders/resend-confirmation.server";
import { answerReturn } from "~/domain/sales/orders/returns/return-answers.server";
import { returnAnswerSchema } from "~/domain/sales/orders/returns/returns.schema";
import {
  cancellationBody,
  despatchBody,
  refundBody,
  shipmentBody,
  takeBackBody,
} from "~/domain/sales/orders/fulfilment/fulfilment.json.ts";
import {
  pagedOrdersSchema,
  staffOrderPageJson,
  staffOrderRowToJson,
} from "~/domain/sales/orders/desk/order-list.json.ts";
import { staffOrderJson, staffOrderToJson } from "~/domain/sales/orders/desk/staff-order.json.ts";
import { correctShipment } from "~/domain/sales/orders/fulfilment/shipment.server";
import { takeBack } from "~/domain/sales/orders/returns/take-back.server";
import { findStaffOrder } from "~/domain/sales/orders/desk/staff-order.server";
import { reachableGateways, shopGateway } from "~/domain/sales/gateways/shop-gateway.server";
import { editOrderSchema } from "~/domain/sales/orders/edit/edit-order.schema";
import { editedFields, editedToJson } from "~/domain/sales/orders/edit/edit-order.json.ts";
import { editOrder } from "~/domain/sales/orders/edit/edit-order.server";
import { exchangeSchema } from "~/domain/sales/orders/exchange/exchange.schema";
import { exchangedFields, exchangedToJson } from "~/domain/sales/orders/exchange/exchange.json.ts";
import { exchangeBooks } from "~/domain/sales/orders/exchange/exchange.server";
import { placedFields, placedToJson } from "~/domain/sales/orders/by-staff/staff-order-placed.json.ts";
import { placeStaffOrder } from "~/domain/sales/orders/by-staff/place-staff-order.server";
import { staffOrderSchema } from "~/domain/sales/orders/by-staff/staff-order.schema";
import { payPath } from "~/domain/sales/payments/pay-path.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { parcelBody } from "~/domain/sales/orders/parcels/parcels.json.ts";
import {
  recordLost,
  recordParcelDelivered,
  sendParcel,
} from "~/domain/sales/orders/parcels/send-parcel.server";
import { orderNoteSchema } from "~/domain/sales/orders/notes/order-notes.schema";
import { addOrderNote } from "~/domain/sales/orders/notes/order-notes.server";
import type { UnprovedRefunds } from "~/domain/sales/orders/money/unproved-refunds.server";
import { refundByStaff, retryRefund } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { loginAgain, refundsWithoutLogin } from "~/api/recent-login.server";
import {
  type Caller,
  done,
  idField,
  idParam,
  notFound,
  operation,
  refused,
  resultSchema,
} from "~/api/operation.server";

const tag = "Orders for staff";
const access = "staff";
const params = z.object({ orderId: idParam });
const parcelParams = z.object({ orderId: idParam, parcelId: idParam });
const MOST_AT_ONCE = 100;
const atOnce = `orderIds must name 1 to ${MOST_AT_ONCE} orders`;

/** The API's field names, by the domain's. */
const PARCEL_NAMES = { providerId: "logisticsId", trackingNo: "trackingno", shippedOn: "despatchedOn" };

const request = (orderId: number, { account }: Caller) => ({ orderId, staffId: account!.id });

/**
 * A step that the state of the order does not allow is result 0 with the reason.
 * @param options.names the body's, by the domain's; @param options.unproved what the step was given
 */
function answer(
  outcome: StepOutcome,
  { names = {}, unproved }: { names?: Record<string, string>; unproved?: UnprovedRefunds | undefined } = {},
) {
  if (outcome.ok) return done(outcome.message);
  const { reason, message, field } = outcome;
  if (reason === "needs_proof" && unproved) throw loginAgain(unproved.limit);
  if (reason === "not_found") return notFound(message);
  return refused(message, field ? { [names[field] ?? field]: [message] } : undefined);
}

const LOGIN_AGAIN =
  "The caller's refunds since their login, added up, are above the shop's amount, and they logged in more than 15 minutes ago.";

/** A step without a body. */
const step = (
  path: `/${string}`,
  summary: string,
  description: string,
  take: (request: { orderId: number; staffId: number }) => Promise<StepOutcome>,
) =>
  operation({
    method: "POST",
    path,
    tag,
    summary,
    description,
    access,
    right: "dispatch",
    params,
    answer: resultSchema,
    handle: async ({ params: { orderId }, caller }) => answer(await take(request(orderId, caller))),
  });

/** Orders for staff: each step is a resource of its order. */
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
    path: "/orders/admin/packing",
    tag,
    summary: "Mark several orders as packed",
    description: "Packs the orders that can be packed; result is 0 when one of them cannot.",
    access,
    right: "dispatch",
    body: z.object({ orderIds: z.array(idField).min(1, atOnce).max(MOST_AT_ONCE, atOnce) }),
    answer: resultSchema
      .extend({
        packed: z.array(idField).optional(),
        refused: z.array(z.object({ orderId: idField, msg: z.string() })).optional(),
      })
      .meta({ id: "PackingResult" }),
    async handle({ body: { orderIds }, caller }) {
      const outcome = await markManyPacked(writeDb, { orderIds, staffId: caller.account!.id });
      const { kind, text } = packedInWords(outcome);
      return {
        ...(kind === "success" ? done(text) : refused(text)),
        packed: outcome.packed,
        refused: outcome.refused.map(({ orderId, message }) => ({ orderId, msg: message })),
      };
    },
  }),

  step("/orders/admin/{orderId}/packing", "Mark an order as packed", "From 'Payment made'.", (order) =>
    markPacked(writeDb, order),
  ),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/despatch",
    tag,
    summary: "Send an order out",
    description: "From 'packed'. The customer gets a mail with the carrier and the tracking number.",
    access,
    right: "dispatch",
    params,
    body: despatchBody,
    answer: resultSchema,
    async handle({
      params: { orderId },
      body: { logisticsId, trackingno, etadate, sharedTracking },
      caller,
    }) {
      const parcel = {
        providerId: logisticsId,
        trackingNo: trackingno,
        ...(etadate && { etaDate: etadate }),
        isSharedOk: sharedTracking,
      };
      const outcome = await despatch(writeDb, { ...request(orderId, caller), ...parcel });
      return answer(outcome, { names: PARCEL_NAMES });
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/parcels",
    tag,
    summary: "Send a parcel of an order",
    description:
      "All that is still to be sent, or copies of some lines while the rest stays packed. After a parcel was lost its copies are open again, and come from the stock. The order is despatched with the parcel that has its last copies. The customer gets a mail.",
    access,
    right: "dispatch",
    params,
    body: parcelBody,
    answer: resultSchema.extend({ parcelId: idField.optional() }),
    async handle({ params: { orderId }, body, caller }) {
      const { carrierId: providerId, trackingno: trackingNo, sharedTracking, lines, weightG = null } = body;
      const isSharedOk = sharedTracking === true;
      const parcel = { lines, providerId, trackingNo, weightG, isSharedOk };
      const outcome = await sendParcel(writeDb, { ...request(orderId, caller), ...parcel });
      if (!outcome.ok)
        return answer(outcome, { names: { providerId: "carrierId", trackingNo: "trackingno" } });
      return { ...done(outcome.message), parcelId: outcome.parcelId };
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/parcels/{parcelId}/delivery",
    tag,
    summary: "Record that a parcel has arrived",
    description: "With the last parcel of a despatched order the order is delivered.",
    access,
    right: "dispatch",
    params: parcelParams,
    answer: resultSchema,
    handle: async ({ params: { orderId, parcelId }, caller }) =>
      answer(await recordParcelDelivered(writeDb, { ...request(orderId, caller), parcelId })),
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/parcels/{parcelId}/loss",
    tag,
    summary: "Record that a parcel is lost",
    description: "Its copies can be sent again, or be refunded by line. The customer gets a mail.",
    access,
    right: "dispatch",
    params: parcelParams,
    answer: resultSchema,
    handle: async ({ params: { orderId, parcelId }, caller }) =>
      answer(await recordLost(writeDb, { ...request(orderId, caller), parcelId })),
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/shipment",
    tag,
    summary: "Correct the shipment of an order",
    description:
      "From 'Despatched' or 'Delivered': carrier, tracking number and days. The customer gets a mail when anything changed.",
    access,
    right: "dispatch",
    params,
    body: shipmentBody,
    answer: resultSchema,
    async handle({ params: { orderId }, body, caller }) {
      const outcome = await correctShipment(writeDb, {
        ...request(orderId, caller),
        providerId: body.logisticsId,
        trackingNo: body.trackingno,
        ...(body.despatchedOn && { shippedOn: body.despatchedOn }),
        ...(body.etadate !== undefined && { etaDate: body.etadate }),
        isSharedOk: body.sharedTracking,
      });
      return answer(outcome, { names: PARCEL_NAMES });
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/take-back",
    tag,
    summary: "Take back the last step of an order",
    description:
      "Packing, despatch or delivery that was recorded by mistake. A customer who got a mail about the step gets a correction. A delivery cannot be taken back once a return was requested.",
    access,
    right: "dispatch",
    params,
    body: takeBackBody,
    answer: resultSchema,
    async handle({ params: { orderId }, body: { step }, caller }) {
      return answer(await takeBack(writeDb, { ...request(orderId, caller), step }));
    },
  }),

  step(
    "/orders/admin/{orderId}/delivery",
    "Mark an order as delivered",
    "From 'Despatched'. The customer gets a mail.",
    (order) => markDelivered(writeDb, order),
  ),

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
    path: "/orders/admin/{orderId}/exchanges",
    tag,
    summary: "Exchange books of an order that was sent",
    description:
      "Those of a return, or copies that were damaged, missing or lost. They come back into stock or are written off. The books in 'add' are an order of its own, from the stock; what came back pays for it. What is left is refunded, what is missing is asked for by a link. Refused with what happened if the order was changed since your version.",
    access,
    right: "refunds",
    params,
    body: exchangeSchema,
    answer: resultSchema.extend(exchangedFields),
    refusals: { 403: LOGIN_AGAIN },
    async handle({ params: { orderId }, body, caller, request: sent }) {
      const unproved = await refundsWithoutLogin(sent, caller);
      const wanted = { ...request(orderId, caller), ...body, gateway: shopGateway().name, unproved };
      const outcome = await exchangeBooks(writeDb, wanted);
      if (!outcome.ok) return answer(outcome, { unproved });
      const payUrl = outcome.due > 0 ? shopOrigin() + payPath(outcome.newOrderId) : null;
      return { ...done(outcome.message), ...exchangedToJson(outcome, payUrl) };
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/cancellation",
    tag,
    summary: "Cancel an order",
    description:
      "From 'Pending', 'Payment made' or 'packed'. Its copies are for sale again, the payment is refunded, and the customer gets a mail.",
    access,
    right: "refunds",
    params,
    body: cancellationBody,
    answer: resultSchema,
    refusals: { 403: LOGIN_AGAIN },
    async handle({ params: { orderId }, body: { note }, caller, request: sent }) {
      const unproved = await refundsWithoutLogin(sent, caller);
      return answer(await cancelByStaff(writeDb, { ...request(orderId, caller), note, unproved }), {
        unproved,
      });
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/refunds",
    tag,
    summary: "Refund some or all of an order's payment",
    description:
      "Repeated with the same key it refunds once. With a returnId it is the refund of that return; each return has one. With lines it is for these copies: they are left out of the parcel, come back into stock, or are written off. The customer gets a mail.",
    access,
    right: "refunds",
    params,
    body: refundBody,
    answer: resultSchema,
    refusals: { 403: LOGIN_AGAIN },
    async handle({
      params: { orderId },
      body: { amount, lines, shipping, reason, idempotencyKey, returnId },
      caller,
      request: sent,
    }) {
      const unproved = await refundsWithoutLogin(sent, caller);
      const refund = {
        ...request(orderId, caller),
        amount: amount ?? ("lines" as const),
        lines,
        shipping,
        reason,
        key: idempotencyKey,
        ...(returnId && { returnId }),
        unproved,
      };
      return answer(await refundByStaff(writeDb, refund), { unproved });
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/refunds/{refundId}/retry",
    tag,
    summary: "Try a failed refund again",
    description: "Never pays twice.",
    access,
    right: "refunds",
    params: z.object({ orderId: idParam, refundId: idParam }),
    answer: resultSchema,
    async handle({ params: { orderId, refundId }, caller }) {
      return answer(await retryRefund(writeDb, { ...request(orderId, caller), refundId }));
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/return-answer",
    tag,
    summary: "Answer a return, or record that its books have arrived",
    description:
      "'approve' and 'decline' answer the customer's request, once; 'received' follows 'approve'. The customer gets a mail. The money is returned by a refund.",
    access,
    right: "refunds",
    params,
    body: returnAnswerSchema,
    answer: resultSchema,
    async handle({ params: { orderId }, body, caller }) {
      return answer(await answerReturn(writeDb, { ...request(orderId, caller), ...body }));
    },
  }),

  step(
    "/orders/admin/{orderId}/confirmation",
    "Send the order's confirmation again",
    "To the customer's current email address; not twice within a minute.",
    (order) => resendConfirmation(writeDb, order),
  ),
];
