import { z } from "zod";
import { lineFields } from "./cart.schema";

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** The fields of POST /cart/saved: save a line of the cart, move a saved book back, or remove it. */
export const savedSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), ...lineFields }),
  z.object({ intent: z.literal("move"), bookId: id }),
  z.object({ intent: z.literal("remove"), bookId: id }),
]);
