import { z } from "zod";
import { typedLine, typedLines, typedNumber } from "~/domain/kit/typed-text";
import { whyNoGstin } from "~/domain/shop/settings/gstin";
import { type Buyer, BUYER_FIELDS, BUYER_MAX, BUYER_PARTS } from "./buyer";

const NO_NAME = "Enter the name as it is registered for GST: it stands on the invoice";

/**
 * Whom the document is for. Each part may be left out, but with a GSTIN the name is needed: who is registered is seldom who
 * receives the parcel, and an invoice in another name is worth nothing to a school's accounts.
 */
export const buyerSchema = z
  .object({
    gstin: typedNumber(BUYER_MAX.gstin, "This is too long for a GSTIN")
      .transform((typed) => typed.replace(/[\s\p{Cc}\p{Cf}-]+/gu, "").toUpperCase())
      .superRefine((gstin, context) => {
        const problem = gstin === "" ? null : whyNoGstin(gstin);
        if (problem !== null) context.addIssue({ code: "custom", message: problem });
      })
      .default("")
      .meta({
        description: "The document is a tax invoice or a bill of supply in its name.",
        examples: ["32AABCL1234C1ZD"],
      }),
    name: typedLine("Name", BUYER_MAX.name)
      .default("")
      .meta({
        description: "The name on the document. Needed with a GSTIN.",
        examples: ["Lake View School"],
      }),
    address: typedLines("Address", BUYER_MAX.address)
      .default("")
      .meta({
        description: "The address on the document, in lines; left out: that of the delivery.",
        examples: ["12 Lake Road\nKochi 682001"],
      }),
    reference: typedLine("Order reference", BUYER_MAX.reference)
      .default("")
      .meta({ description: "The buyer's own number of the order.", examples: ["PO 2026/118"] }),
  })
  .check(({ value, issues }) => {
    if (value.gstin !== "" && value.name === "")
      issues.push({ code: "custom", path: ["name"], message: NO_NAME, input: value });
  });

/** The fields of a buyer in a form, as they were typed, and what is wrong with each. */
export interface TypedBuyer {
  typed: Buyer;
  errors: Partial<Record<keyof Buyer, string[]>>;
}

/** Reads the buyer of a form. @returns `buyer`: null when a field is refused */
export function buyerOfForm(form: FormData): TypedBuyer & { buyer: Buyer | null } {
  const text = (part: keyof Buyer) => {
    const value = form.get(BUYER_FIELDS[part]);
    return typeof value === "string" ? value : "";
  };
  const typed = Object.fromEntries(BUYER_PARTS.map((part) => [part, text(part)])) as unknown as Buyer;
  const parsed = buyerSchema.safeParse(typed);
  const errors = parsed.error ? z.flattenError(parsed.error).fieldErrors : {};
  return { typed, errors, buyer: parsed.data ?? null };
}
