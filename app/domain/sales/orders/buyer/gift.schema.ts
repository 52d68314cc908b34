import { z } from "zod";
import { typedLine, typedLines } from "~/domain/kit/typed-text";
import { type Gift, GIFT_FIELDS, GIFT_MAX } from "./gift";

/** A gift: both texts stand on the packing slip, and each may be left out. */
export const giftSchema = z.object({
  from: typedLine("Name", GIFT_MAX.from)
    .default("")
    .meta({ description: "The sender's name, as the slip has it.", examples: ["Asha and Ravi"] }),
  message: typedLines("Message", GIFT_MAX.message)
    .default("")
    .meta({ description: "In lines.", examples: ["Happy birthday!"] }),
});

/** The block of a form, as it was typed, and what is wrong with each field. */
export interface TypedGift {
  isOn: boolean;
  typed: Gift;
  errors: Partial<Record<keyof Gift, string[]>>;
}

/** Reads the gift of a form. @returns `gift`: null when it is none, undefined when a field is refused */
export function giftOfForm(form: FormData): TypedGift & { gift: Gift | null | undefined } {
  const text = (part: keyof Gift) => {
    const value = form.get(GIFT_FIELDS[part]);
    return typeof value === "string" ? value : "";
  };
  const typed = { from: text("from"), message: text("message") };
  // The fields are hidden as long as the box is not ticked.
  if (form.get(GIFT_FIELDS.on) !== "on") return { isOn: false, typed, errors: {}, gift: null };
  const parsed = giftSchema.safeParse(typed);
  const errors = parsed.error ? z.flattenError(parsed.error).fieldErrors : {};
  return { isOn: true, typed, errors, gift: parsed.data };
}
