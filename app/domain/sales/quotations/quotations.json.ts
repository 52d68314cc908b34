import { z } from "zod";
import { listJson } from "~/domain/kit/listing/listing.json";
import { listFields, toListSearch } from "~/domain/kit/listing/listing.schema";
import { toRupees } from "~/domain/kit/money";
import { totalsJson, totalsToJson } from "../orders/money/totals.json";
import { QUOTATION_SORTS, QUOTATION_STATES, type QuotationRow, type QuotationSearch } from "./quotations";
import type { Quotation } from "./quotations.server";

const id = z
  .number()
  .int()
  .meta({ examples: [1] });
const rupees = z.number().meta({ examples: [2000] });

/** The body of POST /orders/admin/quotations/paged. */
export const pagedQuotationsSchema = z
  .object({
    ...listFields(QUOTATION_SORTS),
    state: z
      .enum(QUOTATION_STATES, { error: `state must be ${QUOTATION_STATES.join(", ")} or null` })
      .nullish(),
    customerId: id.positive().max(Number.MAX_SAFE_INTEGER).nullish(),
  })
  .transform((body): QuotationSearch => ({
    ...toListSearch(body),
    state: body.state ?? null,
    customer: body.customerId ?? null,
  }));

const rowFields = {
  id,
  number: z.string().meta({ examples: ["QT/26-27/000001"] }),
  state: z.enum(QUOTATION_STATES),
  customer: z.object({ id, name: z.string().meta({ examples: ["City Library"] }) }),
  total: rupees,
  createdAt: z.string().meta({ format: "date-time", examples: ["2026-11-21T06:00:00.000Z"] }),
  validUntil: z.string().meta({
    description: "The last day on which it can be accepted.",
    format: "date",
    examples: ["2026-12-21"],
  }),
  orderid: id.nullable().meta({ description: "The order that it became." }),
};
const rowJson = z.object(rowFields).meta({ id: "QuotationRow" });
export const quotationPageJson = listJson(rowJson, "QuotationPage");

/** A quotation with its lines. */
export const quotationJson = z
  .object({
    ...rowFields,
    url: z.string().meta({
      description: "The link by which the customer reads and accepts it.",
      examples: ["https://shop.example/quotation?token=x&quotation=1"],
    }),
    lines: z.array(
      z.object({
        bookId: id,
        title: z.string().meta({ examples: ["Gora"] }),
        mrp: rupees,
        price: rupees.meta({ description: "Of one copy." }),
        quantity: id,
      }),
    ),
    totals: totalsJson,
    acceptedBy: z.string().meta({ description: "Who accepted it by the link.", examples: ["Meera Nair"] }),
  })
  .meta({ id: "Quotation" });

/** A row of the list of quotations. */
export const quotationRowToJson = (row: QuotationRow): z.input<typeof rowJson> => {
  const { id, number, state, customer, total, createdAt, validUntil, orderId } = row;
  return { id, number, state, customer, total: toRupees(total), createdAt, validUntil, orderid: orderId };
};

/** @param url its link */
export function quotationToJson(quotation: Quotation, url: string): z.input<typeof quotationJson> {
  const { total, acceptedBy } = quotation;
  const { lines, subtotal, shipping, tax } = quotation.offer;
  return {
    ...quotationRowToJson(quotation),
    url,
    lines: lines.map(({ bookId, title, mrp, unitPrice, quantity }) => ({
      bookId,
      title,
      mrp: toRupees(mrp),
      price: toRupees(unitPrice),
      quantity,
    })),
    totals: totalsToJson({ itemCount: 0, subtotal, discount: 0, shipping, tax, total }, null),
    acceptedBy,
  };
}
