import { z } from "zod";
import type { StoredTaxRate } from "./tax-rates";
import { TAX_RATE_MAX, taxRateSchema } from "./tax-rates.schema";

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const percent = z.number().meta({ description: "Per cent, contained in the price.", examples: [5] });

export const taxRateJson = z
  .object({
    id: id.meta({ examples: [1] }),
    hsn: z.string().meta({ description: "The first digits of the code.", examples: ["4901"] }),
    from: z
      .string()
      .meta({ description: "The first day, in India.", format: "date", examples: ["2025-09-22"] }),
    rate: percent,
    condition: z
      .enum(["any", "printed"])
      .meta({ description: "printed: only of e-books whose work has a printed edition." }),
    note: z.string().meta({ examples: ["Maps and atlases: nil since 22 September 2025"] }),
  })
  .meta({ id: "TaxRate" });

/** The body of POST /settings/admin/tax-rates; the rate is a number, which `taxRateSchema` reads as it is typed. */
export const taxRateBody = z.object({
  ...taxRateSchema.shape,
  id: id.nullish().meta({ description: "Of the rate to change; left out: a new one.", examples: [1] }),
  rate: percent.min(0).max(100).transform(String).pipe(taxRateSchema.shape.rate),
});

/** The body of POST /settings/admin/tax-rates/remove. */
export const taxRateRemoval = z.object({ id: id.meta({ examples: [1] }) });

export const taxRatesJson = z
  .object({ rates: z.array(taxRateJson).max(TAX_RATE_MAX.rates) })
  .meta({ id: "TaxRates" });

/** A rate as the API answers it, in per cent. */
export const taxRateToJson = ({
  id,
  hsn,
  from,
  rate,
  condition,
  note,
}: StoredTaxRate): z.input<typeof taxRateJson> => ({
  id,
  hsn,
  from,
  rate: rate / 100,
  condition,
  note,
});
