import type { RouterContextProvider } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { CHOICE_KINDS } from "~/domain/catalogue/choices";
import { choicesById } from "~/domain/catalogue/choices.server";
import { parseId } from "~/domain/ids";
import { takeKeptForm } from "~/http/request/kept-form.server";
import type { Kept } from "~/ui/kit/kept-fields";
import { CHOICE_FIELDS } from "./products/book-answer";

const MAX_CHOICES = 100;

/** The form that was kept for this page when the session ended or a proof was asked for, with the names of the chosen authors and tags. */
export async function keptForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
  page: string,
): Promise<Kept | null> {
  const form = await takeKeptForm(context, request, page);
  if (!form) return null;
  const { fields, why } = form;
  const choices: Kept["choices"] = {};
  for (const kind of CHOICE_KINDS) {
    const name = CHOICE_FIELDS[kind].ids;
    const ids = (fields[name] ?? []).map(parseId).filter((id) => id !== null);
    choices[name] = await choicesById(readDb, kind, [...new Set(ids)].slice(0, MAX_CHOICES));
  }
  return { fields, choices, why };
}
