import { z } from "zod";
import { typedText } from "~/domain/kit/typed-text";

export const CLOSED_NOTE_MAX = 200;

const MISSING = "Please write a sentence for visitors, e.g. when you open again";
const TOO_LONG = `The sentence must be ${CLOSED_NOTE_MAX} characters or less`;

/** Why the shop takes no orders for a while, in the owner's words: one line. */
export const closingSchema = z.object({
  note: typedText(CLOSED_NOTE_MAX, TOO_LONG, MISSING)
    .transform((text) => text.replace(/\s+/g, " ").trim())
    .pipe(z.string().max(CLOSED_NOTE_MAX, TOO_LONG).min(1, MISSING)),
});
