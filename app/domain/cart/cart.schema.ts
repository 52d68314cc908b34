import { z } from "zod";
import { CODE_MAX } from "../coupons/coupons";

/** Far more than any stock: what is typed beyond it is refused in the same words. */
const QUANTITY_MAX = 1_000_000;

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** Whole copies; what is below 1 is ignored where it is used, never an error. */
const quantity = z.coerce
  .number()
  .int()
  .transform((copies) => Math.min(Math.max(copies, 0), QUANTITY_MAX));

/** The one cart action's fields. `add` without a quantity comes from a list and means one copy. */
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
