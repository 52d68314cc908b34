import { z } from "zod";
import { DOUBTED } from "./address-doubts";
import { addressSchema } from "./address.schema";

const saved = Object.fromEntries(
  Object.entries(addressSchema.shape).map(([field, rule]) => [
    field,
    z.string().meta({ examples: rule.meta()?.examples }),
  ]),
) as Record<keyof typeof addressSchema.shape, z.ZodString>;

/** A saved address (docs/specification.md §3). */
export const addressJson = z
  .object({
    id: z
      .number()
      .int()
      .meta({ examples: [3] }),
    ...saved,
  })
  .meta({ id: "Address" });

/** The body of POST /checkout/updateaddress. */
export const saveAddressSchema = addressSchema.extend({
  id: z
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .default(0)
    .meta({ description: "0: a new address.", examples: [0] }),
});

/** Questions about doubtful values that were saved anyway, by field; absent when there are none. */
export const addressWarnings = z
  .partialRecord(z.enum(DOUBTED), z.string())
  .optional()
  .meta({
    description: "Saved all the same: a question for each doubtful field.",
    examples: [{ pincode: "PIN codes have six digits. Is 4110 right?" }],
  });
