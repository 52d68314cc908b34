import type { RouterContextProvider } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { CHOICE_KINDS } from "~/domain/catalogue/books/lists/choices";
import { choicesById } from "~/domain/catalogue/books/lists/choices.server";
import { parseId } from "~/domain/kit/ids";
import { takeStashedForm } from "~/http/request/stashed-form.server";
import type { Stashed } from "~/ui/kit/stashed-fields";
import { CHOICE_FIELDS } from "./products/form/book-answer";

const MAX_CHOICES = 100;

/** The form that was stashed for this page when the session ended or a proof was asked for, with the names of the chosen authors and tags. */
export async function stashedForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
  page: string,
): Promise<Stashed | null> {
  const form = await takeStashedForm(context, request, page);
  if (!form) return null;
  const { fields, why } = form;
  const choices: Stashed["choices"] = {};
  for (const kind of CHOICE_KINDS) {
    const name = CHOICE_FIELDS[kind].ids;
    const ids = (fields[name] ?? []).map(parseId).filter((id) => id !== null);
    choices[name] = await choicesById(readDb, kind, [...new Set(ids)].slice(0, MAX_CHOICES));
  }
  return { fields, choices, why };
}
