import { z } from "zod";

export const NO_ADDRESS = "Please select a delivery address";

/** What Place Order posts. `expectedTotal` is the total on the page, in paise: never charged, only compared. */
export const placeOrderSchema = z.object({
  addressId: z.coerce.number({ error: NO_ADDRESS }).int(NO_ADDRESS).positive(NO_ADDRESS),
  expectedTotal: z.coerce.number().int().optional(),
});
