import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { listToJson } from "~/domain/kit/listing/listing.json.ts";
import { shopGateway } from "~/domain/sales/gateways/shop-gateway.server";
import { placedFields, placedToJson } from "~/domain/sales/orders/by-staff/staff-order-placed.json.ts";
import { payPath } from "~/domain/sales/payments/pay-path.server";
import { acceptQuotation, withdrawQuotation } from "~/domain/sales/quotations/accept-quotation.server";
import { makeQuotation } from "~/domain/sales/quotations/make-quotation.server";
import { quotationPath } from "~/domain/sales/quotations/quotation-link.server";
import {
  pagedQuotationsSchema,
  quotationJson,
  quotationPageJson,
  quotationRowToJson,
  quotationToJson,
} from "~/domain/sales/quotations/quotations.json.ts";
import { quotationSchema, quotedOrderSchema } from "~/domain/sales/quotations/quotations.schema";
import { listQuotations, readQuotation } from "~/domain/sales/quotations/quotations.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { done, idParam, notFound, operation, refused, resultSchema } from "~/api/operation.server";

const tag = "Orders for staff";
const access = "staff";
const params = z.object({ quotationId: idParam });
const NOT_FOUND = "There is no such quotation";
const refusals = { 404: `${NOT_FOUND}.` };
const linkOf = (id: number) => shopOrigin() + quotationPath(id);

/** Quotations that staff make. */
export const quotations = [
  operation({
    method: "POST",
    path: "/orders/admin/quotations",
    tag,
    summary: "Make a quotation for a customer",
    description:
      "As an order by staff, with the last day on which it can be accepted. Nothing is placed and no copy is kept; its prices and its delivery stay. 'url' is the link by which the customer accepts it.",
    access,
    right: "dispatch",
    body: quotationSchema,
    answer: resultSchema.extend({
      id: quotationJson.shape.id.optional(),
      number: quotationJson.shape.number.optional(),
      url: quotationJson.shape.url.optional(),
    }),
    async handle({ body, caller }) {
      const made = await makeQuotation(writeDb, { ...body, staffId: caller.account!.id });
      if (made.ok) return { ...done(made.message), id: made.id, number: made.number, url: linkOf(made.id) };
      return refused(made.message, made.field ? { [made.field]: [made.message] } : undefined);
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin/quotations/paged",
    tag,
    summary: "Search, filter and page through all quotations",
    description:
      "searchText: a part of the number or of the customer's name. The newest first unless sorted.",
    access,
    right: "orders",
    body: pagedQuotationsSchema,
    answer: quotationPageJson,
    async handle({ body }) {
      return listToJson(await listQuotations(readDb, body), body.page, quotationRowToJson);
    },
  }),

  operation({
    method: "GET",
    path: "/orders/admin/quotations/{quotationId}",
    tag,
    summary: "A quotation with its lines and its link",
    access,
    right: "orders",
    params,
    answer: quotationJson,
    refusals,
    async handle({ params: { quotationId } }) {
      const quotation = await readQuotation(readDb, quotationId);
      return quotation ? quotationToJson(quotation, linkOf(quotationId)) : notFound(NOT_FOUND);
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin/quotations/{quotationId}/order",
    tag,
    summary: "Make the order of a quotation",
    description:
      "When the customer has accepted it otherwise than by the link. At the quoted prices; stock and credit are those of now. Repeated it answers the same order.",
    access,
    right: "dispatch",
    params,
    body: quotedOrderSchema,
    answer: resultSchema.extend(placedFields),
    refusals,
    async handle({ params: { quotationId: id }, body, caller }) {
      const acceptance = { ...body, id, staffId: caller.account!.id, gateway: shopGateway().name };
      const outcome = await acceptQuotation(writeDb, acceptance);
      if (!outcome) return notFound(NOT_FOUND);
      const { message } = outcome;
      if (!outcome.ok) return refused(message, outcome.field ? { [outcome.field]: [message] } : undefined);
      const payUrl = outcome.payment === "link" ? shopOrigin() + payPath(outcome.orderId) : null;
      return { ...done(message), ...placedToJson(outcome, payUrl) };
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin/quotations/{quotationId}/withdrawal",
    tag,
    summary: "Withdraw a quotation",
    description: "It cannot be accepted any more. Refused when it is accepted already.",
    access,
    right: "dispatch",
    params,
    answer: resultSchema,
    refusals,
    async handle({ params: { quotationId: id }, caller }) {
      const outcome = await withdrawQuotation(writeDb, { id, staffId: caller.account!.id });
      if (!outcome) return notFound(NOT_FOUND);
      return outcome.ok ? done(outcome.message) : refused(outcome.message);
    },
  }),
];
