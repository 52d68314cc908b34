import { z } from "zod";
import { line, lines } from "./pages.schema";

export const CONTACT_MAX = { name: 100, email: 119, orderNumber: 30, message: 4_000 } as const;

const NO_EMAIL = "Please enter a valid email address";

/** The contact form of a page. */
export const contactSchema = z.object({
  name: line("Name", CONTACT_MAX.name, "Please enter your name"),
  email: line("Email", CONTACT_MAX.email, NO_EMAIL)
    .transform((text) => text.toLowerCase())
    .pipe(z.email(NO_EMAIL)),
  orderNumber: line("Order number", CONTACT_MAX.orderNumber)
    .optional()
    .transform((text = "") => text.replace(/^#\s*/, "")),
  message: lines("Message", CONTACT_MAX.message, "Please write a message"),
});

export type ContactFields = z.output<typeof contactSchema>;
