import { z } from "zod";
import { CODE_MAX } from "../coupons/coupons";

/** Far more than any stock. Higher numbers are lowered to this, and then refused with the same message. */
const QUANTITY_MAX = 1_000_000;

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** A whole number of copies. Numbers below 1 become 0, which is ignored, not refused. */
const quantity = z.coerce
  .number()
  .int()
  .transform((copies) => Math.min(Math.max(copies, 0), QUANTITY_MAX));

/** The fields of the cart's action. `add` without a quantity comes from a list of books and means one copy. */
export const cartSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("add"),
    bookId: id,
    quantity: quantity.transform((copies) => Math.max(1, copies)).optional(),
  }),
  z.object({ intent: z.literal("update"), itemId: id, quantity }),
  z.object({ intent: z.literal("remove"), itemId: id }),
  z.object({ intent: z.literal("apply-coupon"), code: z.string().max(CODE_MAX).catch("") }),
  z.object({ intent: z.literal("remove-coupon") }),
]);

export type CartRequest = z.infer<typeof cartSchema>;
