import { z } from "zod";
import { idempotencyKeySchema } from "~/domain/kit/idempotency-key";
import { typedLine } from "~/domain/kit/typed-text";
import { copiesSchema, EDIT_COPIES_MAX, LINES_MAX } from "../edit/edit-order.schema";
import { REASON_MAX, refundLinesSchema } from "../fulfilment/fulfilment.schema";

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const NOT_RUPEES = "Delivery must be in rupees, such as 40 or 99.50";
const MOST_SHIPPING = 99_999;
const isInPaise = (amount: number) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;
const NOTHING_BACK = "Say which copies are exchanged";

/** Books of an order that was sent are exchanged. */
export const exchangeSchema = z
  .object({
    version: z
      .number()
      .int()
      .nonnegative()
      .max(Number.MAX_SAFE_INTEGER)
      .meta({
        description: "The version that you read: the order may have been changed since.",
        examples: [41],
      }),
    returnId: id.optional().meta({
      description:
        "The return whose books are exchanged; it needs no lines. Left out: what was damaged, missing or lost.",
      examples: [1],
    }),
    lines: refundLinesSchema
      .default([])
      .meta({ description: "The copies that come back, or are written off." }),
    add: z
      .array(z.object({ bookId: id, qty: copiesSchema(1) }), { error: "Add a book" })
      .min(1, "Add a book")
      .max(LINES_MAX)
      .meta({
        description: `What is sent for them, from the stock: at today's price, 1 to ${EDIT_COPIES_MAX} copies; the same book at the price that was paid.`,
      }),
    shipping: z
      .number({ error: NOT_RUPEES })
      .min(0, NOT_RUPEES)
      .max(MOST_SHIPPING, NOT_RUPEES)
      .refine(isInPaise, NOT_RUPEES)
      .default(0)
      .meta({
        description: "What the delivery costs, in rupees: nothing, unless it is given.",
        examples: [0],
      })
      .transform((amount) => Math.round(amount * 100)),
    reason: typedLine("Reason", REASON_MAX)
      .default("")
      .meta({ description: "For the shop's history.", examples: ["The cover was torn."] }),
    idempotencyKey: idempotencyKeySchema.meta({
      description: "Repeated with the same key it exchanges once.",
      examples: ["b7f1c0de4a2f49d1"],
    }),
  })
  .refine(({ returnId, lines }) => returnId !== undefined || lines.length > 0, {
    path: ["lines"],
    error: NOTHING_BACK,
  })
  .refine(({ returnId, lines }) => returnId === undefined || lines.length === 0, {
    path: ["lines"],
    error: "A return has its own copies: give no lines",
  });

export type Exchange = z.output<typeof exchangeSchema>;
