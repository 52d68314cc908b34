import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { bookFormSchema } from "~/domain/catalogue/book-form.schema";
import type { Choice, ChoiceKind } from "~/domain/catalogue/choices";
import type { Clash } from "~/domain/catalogue/saved-book";

/** How the two fields with chips are posted: what is chosen, and what stands in the text box. */
export const CHOICE_FIELDS = {
  authors: { ids: "authorId", text: "authorText" },
  tags: { ids: "booktagsId", text: "tagText" },
} as const satisfies Record<ChoiceKind, { ids: string; text: string }>;

/** The book form as it comes back when it was not saved. */
export interface BookAnswer {
  result: SubmissionResult<string[]>;
  chosen: Record<ChoiceKind, Choice[]>;
  /** What was left in the text boxes. */
  texts: Record<ChoiceKind, string>;
  /** Without scripts: what could have been meant by a name nobody has. */
  matches: Record<ChoiceKind, Choice[]>;
  /** What the form goes on with. */
  seen: { version: number; stock: number };
  clash: Clash | null;
  /** Without scripts: the field whose button was pressed, where one goes on. */
  goOnIn: ChoiceKind | null;
}

/** The schema reads the form's own texts: conform's coercion would guess first. */
export const parseBookForm = (form: FormData) =>
  parseWithZod(form, { schema: bookFormSchema, disableAutoCoercion: true });

/** A name left in a text box counts as a choice until the server has found out whom it names. */
export function withTypedNames(form: FormData): FormData {
  for (const { ids, text } of Object.values(CHOICE_FIELDS)) {
    if (form.get(text)) form.append(ids, String(Number.MAX_SAFE_INTEGER).slice(0, 15));
  }
  return form;
}
