import { z } from "zod";
import { typedNumber } from "~/domain/kit/typed-text";
import { LIMIT_KINDS } from "./tax-limits";
import { taxRateSchema } from "./tax-rates.schema";

/** ₹10,000 crore. */
const MOST = 100_000_000_000;
const AMOUNT_MAX = 20;
const NO_AMOUNT = "Limit must be an amount in rupees, such as 1,00,000";

/** A limit as typed: rupees as text. Gives paise. */
export const taxLimitSchema = z.object({
  kind: z.enum(LIMIT_KINDS, "Choose what it decides").meta({
    description:
      "largeSale: the worth of a sale that table 5 of GSTR-1 lists. longHsn: turnover for six digits.",
  }),
  from: taxRateSchema.shape.from,
  amount: typedNumber(AMOUNT_MAX, NO_AMOUNT, NO_AMOUNT)
    .transform((text) => text.replace(/[₹,\s]/g, ""))
    .refine((text) => /^\d{1,12}(?:\.\d{1,2})?$/.test(text) && Number(text) <= MOST, NO_AMOUNT)
    .transform((text) => Math.round(Number(text) * 100)),
  note: taxRateSchema.shape.note,
});

export const LIMIT_MAX = { amount: AMOUNT_MAX, rupees: MOST, rows: 50 };

export type TypedTaxLimit = z.output<typeof taxLimitSchema>;
