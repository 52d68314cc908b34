import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { type ChoiceKind, isChoiceKind } from "~/domain/catalogue/books/lists/choices";
import { addChoice, searchChoices } from "~/domain/catalogue/books/lists/choices.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import type { Route } from "./+types/choices";
import { TYPED_MAX, readTyped } from "~/domain/kit/search-params";

function kindOf({ kind }: { kind: string }): ChoiceKind {
  if (!isChoiceKind(kind)) throw data(null, { status: 404 });
  return kind;
}

/** GET ?q=: up to 20 authors or tags whose name contains the text, for fields that search while the user types. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const choices = await searchChoices(readDb, kindOf(params), readTyped(url.searchParams, "q", TYPED_MAX));
  return Response.json({ choices }, { headers: { "Cache-Control": "no-store" } });
}

/** POST name: the author or tag of that name, added if it does not exist. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const kind = kindOf(params);
  const name = (await readForm(request)).get("name");
  const outcome = await addChoice(writeDb, {
    kind,
    name: typeof name === "string" ? name : "",
    staffId: requireStaff(context).id,
  });
  return Response.json(outcome, { status: outcome.ok ? 200 : 400 });
}
