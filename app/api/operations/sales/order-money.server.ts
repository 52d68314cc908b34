import { z } from "zod";
import { writeDb } from "~/db/shop-database.server";
import { cancelByStaff } from "~/domain/sales/orders/cancellation.server";
import { answerReturn } from "~/domain/sales/orders/returns/return-answers.server";
import { returnAnswerSchema } from "~/domain/sales/orders/returns/returns.schema";
import { cancellationBody, refundBody } from "~/domain/sales/orders/fulfilment/fulfilment.json.ts";
import { shopGateway } from "~/domain/sales/gateways/shop-gateway.server";
import { exchangeSchema } from "~/domain/sales/orders/exchange/exchange.schema";
import { exchangedFields, exchangedToJson } from "~/domain/sales/orders/exchange/exchange.json.ts";
import { exchangeBooks } from "~/domain/sales/orders/exchange/exchange.server";
import { payPath } from "~/domain/sales/payments/pay-path.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { refundByStaff, retryRefund } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { refundsWithoutLogin } from "~/api/recent-login.server";
import { done, idParam, operation, resultSchema } from "~/api/operation.server";
import { access, answer, LOGIN_AGAIN, params, request, tag } from "./order-call.server";

/** What gives money back: exchanges, cancellation, refunds, and the answers to returns. */
export const orderMoneyCalls = [
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
];
