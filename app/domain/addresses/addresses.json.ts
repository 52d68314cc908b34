import { z } from "zod";
import { addressSchema } from "./address.schema";

const saved = Object.fromEntries(
  Object.keys(addressSchema.shape).map((field) => [field, z.string()]),
) as Record<keyof typeof addressSchema.shape, z.ZodString>;

/** A saved address (specification section 3, 'Address'). */
export const addressJson = z.object({ id: z.number().int(), ...saved }).meta({ id: "Address" });

/** The body of POST /checkout/updateaddress. */
export const saveAddressSchema = addressSchema.extend({
  id: z
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .default(0)
    .meta({ description: "0: a new address." }),
});
