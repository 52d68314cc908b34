import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { bookFormSchema } from "~/domain/catalogue/books/record/book-form.schema";
import type { Choice, ChoiceKind } from "~/domain/catalogue/books/lists/choices";
import { type ContributorRow, rowsIn, writeRows } from "./contributor-rows";
import type { Clash } from "~/domain/catalogue/books/record/saved-book";

/** The form fields of the choices with chips: the ids chosen, and the text in the text box. */
export const CHOICE_FIELDS = {
  authors: { ids: "authorId", text: "authorText" },
  tags: { ids: "booktagsId", text: "tagText" },
  languages: { ids: "furtherLanguageId", text: "furtherLanguageText" },
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
  /** The people in the rows of contributors. */
  rows: ContributorRow[];
  /** The id of the control that gets the focus after a row's button; null: after others. */
  focus: string | null;
}

/** Without conform's coercion: the schema itself converts the form's texts. */
export const parseBookForm = (form: FormData) =>
  parseWithZod(form, { schema: bookFormSchema, disableAutoCoercion: true });

/** An id for a name that the server has still to look up. */
const SOMEBODY = String(Number.MAX_SAFE_INTEGER).slice(0, 15);

/** For validation in the browser, a name in a text box counts as a choice; the server looks it up. */
export function withTypedNames(form: FormData): FormData {
  for (const { ids, text } of Object.values(CHOICE_FIELDS)) {
    if (form.get(text)) form.append(ids, SOMEBODY);
  }
  writeRows(form, rowsIn(form), () => Number(SOMEBODY));
  return form;
}
