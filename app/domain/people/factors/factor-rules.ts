import { z } from "zod";
import { formatRupeesShort } from "~/domain/kit/money";
import { typedNumber } from "~/domain/kit/typed-text";

/** What the owner asks of staff. */
export interface FactorRules {
  /** All staff need a second factor. */
  requireSecondFactor: boolean;
  /** Refunds that come to more than this (paise), one or several, ask for a proof that is not older than 15 minutes. */
  refundProofAbove: number;
}

export const DEFAULT_RULES: FactorRules = { requireSecondFactor: false, refundProofAbove: 500_000 };

export const AMOUNT_MAX = 12;
const NOT_RUPEES = "Please enter an amount in rupees, such as 5000";

export const factorRulesSchema = z.object({
  requireSecondFactor: z.boolean().default(false),
  refundProofAbove: typedNumber(AMOUNT_MAX, NOT_RUPEES, NOT_RUPEES)
    .transform((text) => text.replace(/[\s,₹]/g, ""))
    .pipe(
      z
        .string({ error: NOT_RUPEES })
        .max(AMOUNT_MAX, NOT_RUPEES)
        .regex(/^\d{1,7}(\.\d{1,2})?$/, NOT_RUPEES),
    )
    .transform((text) => Math.round(Number(text) * 100)),
}) satisfies z.ZodType<FactorRules>;

/** For the audit log, and for the report of a clash. */
export const rulesInWords = (rules: FactorRules) => ({
  "Second step at login": rules.requireSecondFactor ? "asked of all staff" : "as each chooses",
  "Refunds that ask for the password again": `above ${formatRupeesShort(rules.refundProofAbove)}`,
});

const shownSchema = z.object({ requireSecondFactor: z.boolean(), refundProofAbove: z.number() });

/** What the form showed, as JSON, sent to notice changes by others; the defaults when it cannot be read. */
export function parseShownRules(text: FormDataEntryValue | null): FactorRules {
  if (typeof text !== "string" || text.length > 200) return DEFAULT_RULES;
  try {
    return shownSchema.parse(JSON.parse(text));
  } catch {
    return DEFAULT_RULES;
  }
}
