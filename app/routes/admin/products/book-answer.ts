import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { bookFormSchema } from "~/domain/catalogue/book-form.schema";
import type { Choice, ChoiceKind } from "~/domain/catalogue/choices";
import type { Clash } from "~/domain/catalogue/saved-book";

/** The form fields of the two choices with chips: the ids chosen, and the text in the text box. */
export const CHOICE_FIELDS = {
  authors: { ids: "authorId", text: "authorText" },
  tags: { ids: "booktagsId", text: "tagText" },
} as const satisfies Record<ChoiceKind, { ids: string; text: string }>;

/** The answer to a book form that was not saved. */
export interface BookAnswer {
  result: SubmissionResult<string[]>;
  chosen: Record<ChoiceKind, Choice[]>;
  /** The text in the text boxes. */
  texts: Record<ChoiceKind, string>;
  /** Without scripts: choices similar to a typed name that does not exist. */
  matches: Record<ChoiceKind, Choice[]>;
  /** The book's version and stock for the next attempt to save. */
  seen: { version: number; stock: number };
  clash: Clash | null;
  /** Without scripts: the field whose button was pressed, which gets the focus. */
  focusOn: ChoiceKind | null;
}

/** Without conform's coercion: the schema itself converts the form's texts. */
export const parseBookForm = (form: FormData) =>
  parseWithZod(form, { schema: bookFormSchema, disableAutoCoercion: true });

/** For validation in the browser, a name in a text box counts as a choice; the server looks it up. */
export function withTypedNames(form: FormData): FormData {
  for (const { ids, text } of Object.values(CHOICE_FIELDS)) {
    if (form.get(text)) form.append(ids, String(Number.MAX_SAFE_INTEGER).slice(0, 15));
  }
  return form;
}
