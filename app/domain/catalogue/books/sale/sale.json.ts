import { z } from "zod";

/** When a line's book comes out, in carts and orders. */
export const releaseDateJson = z
  .string()
  .nullable()
  .meta({
    description: "When a pre-ordered book comes out, a day in India. null: it is out.",
    format: "date",
    examples: [null],
  });
