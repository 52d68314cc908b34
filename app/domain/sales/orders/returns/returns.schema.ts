import { z } from "zod";
import { parseId } from "~/domain/kit/ids";
import { asciiDigits } from "~/domain/kit/digits";
import { typedText } from "~/domain/kit/typed-text";
import { clean } from "../fulfilment/fulfilment.schema";
import { RETURN_NOTE_MAX, RETURN_REASONS, RETURN_REMARKS_MAX } from "./returns";

const WHOLE_COPIES = "Copies must be a whole number";
const NO_BOOKS = "Please choose the books to return";
const NO_REASON = "Please choose a reason";
const REMARKS_TOO_LONG = `Remarks must be ${RETURN_REMARKS_MAX} characters or less`;
const NOTE_TOO_LONG = `Note must be ${RETURN_NOTE_MAX} characters or less`;
const MOST_BOOKS = 1000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** A customer's request to return copies of books, with the reason. */
export const returnSchema = z
  .object({
    items: z
      .array(
        z.object({
          bookId: z
            .number()
            .int()
            .min(1)
            .max(Number.MAX_SAFE_INTEGER)
            .meta({ examples: [1] }),
          qty: z
            .number({ error: WHOLE_COPIES })
            .int(WHOLE_COPIES)
            .min(1, "At least 1 copy")
            .max(Number.MAX_SAFE_INTEGER)
            .meta({ description: "Copies.", examples: [1] }),
        }),
        { error: NO_BOOKS },
      )
      .min(1, NO_BOOKS)
      .max(MOST_BOOKS),
    reason: z.enum(RETURN_REASONS, { error: NO_REASON }),
    remarks: typedText(RETURN_REMARKS_MAX, REMARKS_TOO_LONG)
      .transform(clean)
      // No pipe into another string: conform reads an empty one as absent, there too.
      .refine((text) => text.length <= RETURN_REMARKS_MAX, REMARKS_TOO_LONG)
      .default("")
      .meta({ description: "Required for the reason 'other'.", examples: ["The spine is broken."] }),
  })
  .refine(({ reason, remarks }) => reason !== "other" || remarks !== "", {
    path: ["remarks"],
    error: "Please tell us why",
    // Checked even when other fields are wrong, so that all messages come at once.
    when: ({ value }) => isObject(value) && typeof value.remarks === "string",
  })
  .refine(({ items }) => new Set(items.map(({ bookId }) => bookId)).size === items.length, {
    path: ["items"],
    error: "Each book can be listed only once",
  });

export type ReturnRequest = z.output<typeof returnSchema>;

/** Turns the form's fields into input for `returnSchema`; books without copies are left out. */
export function returnFromForm(form: FormData) {
  const items = [...form].flatMap(([name, value]) => {
    const bookId = parseId(/^copies-(\d+)$/.exec(name)?.[1]);
    if (!bookId || typeof value !== "string") return [];
    const copies = asciiDigits(value.slice(0, 100)).trim();
    return /^0*$/.test(copies) ? [] : [{ bookId, qty: /^\d{1,9}$/.test(copies) ? Number(copies) : NaN }];
  });
  return { items, reason: form.get("reason"), remarks: form.get("remarks") ?? "" };
}

/** Staff's answer to a return, or that its books have arrived. The customer gets the `note`. */
export const returnAnswerSchema = z
  .object({
    returnId: z
      .number()
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .meta({ examples: [1] }),
    answer: z.enum(["approve", "decline", "received"]),
    note: typedText(RETURN_NOTE_MAX, NOTE_TOO_LONG)
      .transform(clean)
      // No pipe into another string: conform reads an empty one as absent, there too.
      .refine((text) => text.length <= RETURN_NOTE_MAX, NOTE_TOO_LONG)
      .default("")
      .meta({
        description: "Sent to the customer; required for 'decline'.",
        examples: ["Please send it to our shop."],
      }),
    restock: z
      .boolean()
      .default(false)
      .meta({ description: "With 'received': puts the copies back into stock." }),
  })
  .refine(({ answer, note }) => answer !== "decline" || note !== "", {
    path: ["note"],
    error: "Please tell the customer why",
    when: ({ value }) => isObject(value) && typeof value.note === "string",
  });

export type ReturnAnswer = z.output<typeof returnAnswerSchema>;
