import { z } from "zod";
import { isPlainDate } from "~/domain/kit/dates";
import { typedLine, typedNumber } from "~/domain/kit/typed-text";
import type { RateCondition } from "./tax-rates";

export const TAX_RATE_MAX = { hsn: 8, from: 10, rate: 6, note: 300, rates: 200 };

const NO_HSN = "HSN code must have 2 to 8 digits";
const NO_DAY = "Enter the first day, such as 2025-09-22";
const NO_RATE = "Rate must be a number from 0 to 100 with at most two decimals";
const FIRST_DAY = "2000-01-01";
const LAST_DAY = "2999-12-31";

/** A rate as typed: per cent as text. Gives hundredths of a per cent. */
export const taxRateSchema = z.object({
  hsn: typedNumber(TAX_RATE_MAX.hsn, NO_HSN, NO_HSN)
    .trim()
    .regex(/^\d{2,8}$/, NO_HSN)
    .meta({ description: "The first digits of the code.", examples: ["4901"] }),
  from: typedNumber(TAX_RATE_MAX.from, NO_DAY, NO_DAY)
    .trim()
    .refine((day) => isPlainDate(day) && day >= FIRST_DAY && day <= LAST_DAY, NO_DAY)
    .meta({ description: "The first day, in India.", examples: ["2025-09-22"] }),
  rate: typedNumber(TAX_RATE_MAX.rate, NO_RATE, NO_RATE)
    .transform((text) => text.trim().replace(/\s*%$/, ""))
    .refine((text) => /^\d{1,3}(?:\.\d{1,2})?$/.test(text) && Number(text) <= 100, NO_RATE)
    .transform((text) => Math.round(Number(text) * 100)),
  condition: z
    .enum(["any", "printed"] satisfies RateCondition[], "Choose for which books it is")
    .default("any"),
  note: typedLine("Note", TAX_RATE_MAX.note).default(""),
});

export type TypedTaxRate = z.output<typeof taxRateSchema>;
