import { z } from "zod";
import { toRupees } from "~/domain/kit/money";
import type { ShownLimit } from "./tax-limits";
import { LIMIT_MAX, taxLimitSchema } from "./tax-limits.schema";
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

const rupees = z.number().meta({ description: "Rupees.", examples: [100000] });

export const taxLimitJson = z
  .object({
    kind: taxLimitSchema.shape.kind,
    from: taxRateJson.shape.from,
    amount: rupees,
    note: z.string().meta({ examples: ["Notification 12/2024"] }),
    own: z.boolean().meta({ description: "Whether the shop keeps it; else it is the usual one." }),
  })
  .meta({ id: "TaxLimit" });

/** The body of POST /settings/admin/tax-limits; the limit is a number, which `taxLimitSchema` reads as it is typed. */
export const taxLimitBody = z.object({
  ...taxLimitSchema.shape,
  amount: rupees.min(0).max(LIMIT_MAX.rupees).transform(String).pipe(taxLimitSchema.shape.amount),
});

/** The body of POST /settings/admin/tax-limits/remove. */
export const taxLimitRemoval = z.object({
  kind: taxLimitSchema.shape.kind,
  from: taxLimitSchema.shape.from,
});

/** A limit as the API answers it. */
export const taxLimitToJson = ({
  kind,
  from,
  amount,
  note,
  isOwn,
}: ShownLimit): z.input<typeof taxLimitJson> => ({
  kind,
  from,
  amount: toRupees(amount),
  note,
  own: isOwn,
});

export const taxRatesJson = z
  .object({
    rates: z.array(taxRateJson).max(TAX_RATE_MAX.rates),
    limits: z
      .array(taxLimitJson)
      .max(2 * LIMIT_MAX.rows)
      .meta({ description: "Of each kind the one of the newest day that has begun counts." }),
  })
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
