import { z } from "zod";
import { emailField } from "~/domain/people/accounts/accounts.schema";
import { typedLine } from "~/domain/kit/typed-text";
import { WANTED_MAX } from "./wanted-titles";

const NO_TITLE = "Please enter the title";

/** The form and the call with which somebody asks for a title. */
export const wantedTitleSchema = z.object({
  title: typedLine("Title", WANTED_MAX.title, NO_TITLE)
    .refine((title) => /[\p{L}\p{N}]/u.test(title), { error: NO_TITLE })
    .meta({ examples: ["Anandamath"] }),
  author: typedLine("Author", WANTED_MAX.author)
    .optional()
    .transform((author = "") => author)
    .meta({ examples: ["Bankim Chandra Chattopadhyay"] }),
  email: emailField,
});

export type WantedTitleFields = z.output<typeof wantedTitleSchema>;
