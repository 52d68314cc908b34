import type { z } from "zod";
import { CONTACT_MAX, contactSchema } from "./contact.schema";
import { typedLine, typedLines, typedNumber } from "~/domain/kit/typed-text";

/** The note leaves room for the book in the message that is sent. */
export const COPIES_REQUEST_MAX = { copies: 5, phone: 20, note: CONTACT_MAX.message - 1_000 } as const;

const HOW_MANY = "Please say how many copies you need, such as 20";

/** A request for more copies of a book than the shop sells in one order. */
export const copiesRequestSchema = contactSchema.pick({ name: true, email: true }).extend({
  copies: typedNumber(COPIES_REQUEST_MAX.copies, HOW_MANY, HOW_MANY)
    .trim()
    .refine((text) => /^[1-9]\d{0,4}$/.test(text), HOW_MANY)
    .transform(Number),
  phone: typedLine("Phone", COPIES_REQUEST_MAX.phone).default(""),
  note: typedLines("Note", COPIES_REQUEST_MAX.note).optional(),
});

export type CopiesRequest = z.output<typeof copiesRequestSchema>;

/**
 * The request as a message to the shop, as a contact form sends one.
 * @param book with its full address, so that staff can open it
 */
export function copiesMessage(
  book: { title: string; authors: string[]; isbn13: string | null; url: string },
  { copies, phone, note }: Pick<CopiesRequest, "copies" | "phone" | "note">,
): string {
  const by = book.authors.length > 0 ? ` by ${book.authors.slice(0, 3).join(", ")}` : "";
  const isbn = book.isbn13 ? `, ISBN ${book.isbn13}` : "";
  const wanted = `${copies === 1 ? "1 copy" : `${copies} copies`} of “${book.title}”${by}${isbn}`;
  return [wanted, book.url, phone && `Phone: ${phone}`, note].filter(Boolean).join("\n");
}
