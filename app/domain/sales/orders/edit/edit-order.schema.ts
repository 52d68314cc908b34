import { z } from "zod";
import { addressSchema } from "~/domain/kit/addresses/address.schema";
import { typedLine, typedLines } from "~/domain/kit/typed-text";
import { buyerSchema } from "~/domain/sales/orders/buyer/buyer.schema";
import { giftSchema } from "~/domain/sales/orders/buyer/gift.schema";

/** Copies of one book that staff can put on an order; the shop's own limit holds for customers alone. */
export const EDIT_COPIES_MAX = 9_999;
export const LINES_MAX = 200;
export const EDIT_NOTE_MAX = 300;
export const CREDIT_REASON_MAX = 200;

/** Why staff let a customer owe more than the limit. */
export const creditReasonSchema = typedLine("Reason", CREDIT_REASON_MAX)
  .default("")
  .meta({
    description: "Why an order on account may pass the customer's limit: needed then.",
    examples: [""],
  });

/** How many copies: at least so many. */
export const copiesSchema = (least: number) => {
  const message = `Enter ${least} to ${EDIT_COPIES_MAX} copies`;
  return z.number({ error: message }).int(message).min(least, message).max(EDIT_COPIES_MAX, message);
};

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** A change of an order before it is packed. What is left out stays as it is. */
export const editOrderSchema = z.object({
  version: z
    .number()
    .int()
    .nonnegative()
    .max(Number.MAX_SAFE_INTEGER)
    .meta({
      description: "The version that you read: the order may have been changed since.",
      examples: [41],
    }),
  lines: z
    .array(z.object({ id, qty: copiesSchema(0) }))
    .max(LINES_MAX)
    .default([])
    .meta({ description: "Copies that a line has from now on; 0 takes it off." }),
  add: z
    .array(z.object({ bookId: id, qty: copiesSchema(1) }))
    .max(LINES_MAX)
    .default([])
    .meta({
      description: "Further copies, at today's price; of a book on the order at the price of its line.",
    }),
  address: z.object(addressSchema.shape).optional(),
  buyer: buyerSchema.nullish().meta({
    description: "Whom the document is for from now on; null: the customer. The documents follow.",
  }),
  gift: giftSchema.nullish().meta({ description: "What the slip says from now on; null: it is no gift." }),
  methodId: id.optional().meta({ description: "Another way of delivery.", examples: [2] }),
  keepShipping: z
    .boolean()
    .default(false)
    .meta({ description: "Charges for delivery what was charged before, whatever it would cost now." }),
  newPrices: z.boolean().default(false).meta({
    description:
      "Charges today's prices for the lines of before, too, but for those of which copies were refunded.",
  }),
  creditReason: creditReasonSchema,
  note: typedLines("Note", EDIT_NOTE_MAX)
    .default("")
    .meta({ description: "For the customer.", examples: ["As agreed by phone."] }),
});

export type OrderEdit = z.output<typeof editOrderSchema>;
