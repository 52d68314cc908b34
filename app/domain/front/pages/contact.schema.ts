import { z } from "zod";
import { EMAIL_PATTERN, mailAddress } from "~/domain/kit/typed-text";
import { typedLine, typedLines } from "~/domain/kit/typed-text";

export const CONTACT_MAX = { name: 100, email: 119, orderNumber: 30, message: 4_000 } as const;

const NO_EMAIL = "Please enter a valid email address";

/** The contact form of a page. */
export const contactSchema = z.object({
  name: typedLine("Name", CONTACT_MAX.name, "Please enter your name"),
  email: typedLine("Email", CONTACT_MAX.email, NO_EMAIL)
    .transform((text) => mailAddress(text.toLowerCase()))
    .pipe(z.email({ error: NO_EMAIL, pattern: EMAIL_PATTERN })),
  orderNumber: typedLine("Order number", CONTACT_MAX.orderNumber)
    .optional()
    .transform((text = "") => text.replace(/^#\s*/, "")),
  /** A complaint has a number and times (domain/front/complaints). */
  complaint: z.boolean().default(false),
  message: typedLines("Message", CONTACT_MAX.message, "Please write a message"),
});

export type ContactFields = z.output<typeof contactSchema>;
