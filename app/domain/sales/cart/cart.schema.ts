import { z } from "zod";
import { typedNumber } from "~/domain/kit/typed-text";
import { CODE_MAX } from "../coupons/coupons";

/** Far more than any stock. Higher numbers are lowered to this, and then refused with the same message. */
const QUANTITY_MAX = 1_000_000;

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const NOT_A_NUMBER = "Please type a whole number";

/** A whole number of copies. Numbers below 1 become 0, which is ignored, not refused. */
const quantity = z
  .union([typedNumber(20, NOT_A_NUMBER), z.number()])
  .pipe(z.coerce.number<string | number>().int())
  .transform((copies) => Math.min(Math.max(copies, 0), QUANTITY_MAX));

/**
 * A line of the cart: its number and its book, which a form always sends. A line that was taken out, and another book put
 * in, is no longer the line that the page shows.
 */
export const lineFields = { itemId: id, bookId: id.optional() };

/** The fields of the cart's action. `add` without a quantity comes from a list of books and means one copy. */
export const cartSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("add"),
    bookId: id,
    quantity: quantity.transform((copies) => Math.max(1, copies)).optional(),
  }),
  z.object({ intent: z.literal("update"), ...lineFields, quantity }),
  z.object({ intent: z.literal("remove"), ...lineFields }),
  z.object({ intent: z.literal("apply-coupon"), code: z.string().max(CODE_MAX).catch("") }),
  z.object({ intent: z.literal("remove-coupon") }),
]);

export type CartRequest = z.infer<typeof cartSchema>;
