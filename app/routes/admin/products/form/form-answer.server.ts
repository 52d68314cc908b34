import type { RouterContextProvider } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { seenSchema } from "~/domain/catalogue/books/record/book-form.schema";
import type { Choice, ChoiceKind } from "~/domain/catalogue/books/lists/choices";
import { choicesById } from "~/domain/catalogue/books/lists/choices.server";
import { cleanName } from "~/domain/catalogue/names/names";
import { parseId } from "~/domain/kit/ids";
import { type BookAnswer, CHOICE_FIELDS, parseBookForm } from "./book-answer";
import { rowsIn } from "./contributor-rows";

// Reading the book form, and answering with everything that it contained.

const MAX_CHOICES = 100;

export interface Post {
  context: Readonly<RouterContextProvider>;
  form: FormData;
  staffId: number;
}

export const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? cleanName(value) : "";
};

export function idsOf(form: FormData, kind: ChoiceKind): number[] {
  const ids = form.getAll(CHOICE_FIELDS[kind].ids).map(parseId);
  return [...new Set(ids.filter((id) => id !== null))].slice(0, MAX_CHOICES);
}

async function forEachKind<Value>(value: (kind: ChoiceKind) => Value | Promise<Value>) {
  return {
    authors: await value("authors"),
    tags: await value("tags"),
    languages: await value("languages"),
  };
}

export const noMatches = (): Record<ChoiceKind, Choice[]> => ({ authors: [], tags: [], languages: [] });

/** The book's version and stock when the form was opened. */
export function seenIn(form: FormData): BookAnswer["seen"] {
  const { version, shownStock } = seenSchema.parse(Object.fromEntries(form));
  return { version, stock: shownStock };
}

/** The answer that shows the form again, with everything it contained. */
export async function answerWith(form: FormData, result: BookAnswer["result"]): Promise<BookAnswer> {
  return {
    result,
    chosen: await forEachKind((kind) => choicesById(readDb, kind, idsOf(form, kind))),
    texts: await forEachKind((kind) => textOf(form, CHOICE_FIELDS[kind].text)),
    matches: noMatches(),
    seen: seenIn(form),
    clash: null,
    focusOn: null,
    rows: rowsIn(form),
    focus: null,
  };
}

/** The form's values, not validated. */
export function asTyped(form: FormData, error: Record<string, string[]> = {}): BookAnswer["result"] {
  return { status: "error", initialValue: parseBookForm(form).reply().initialValue, error };
}
