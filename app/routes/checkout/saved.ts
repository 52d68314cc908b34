import { data } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import type { LineRef } from "~/domain/sales/cart/cart";
import { moveRefused } from "~/domain/sales/cart/failures";
import { removedFromSaved, savedForLater } from "~/domain/sales/cart/saved-items";
import { savedSchema } from "~/domain/sales/cart/saved-items.schema";
import { moveSavedToCart, removeSaved, saveForLater } from "~/domain/sales/cart/saved-items.server";
import { redirect } from "~/http/answers/redirect.server";
import { requireCustomer } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import type { Flash } from "~/page-data/flash";
import type { Route } from "./+types/saved";

/** POST: intent save with the itemId of a line in the cart; intent move or remove with the bookId of a saved book. */
export async function action({ request, context }: Route.ActionArgs) {
  const account = requireCustomer(context, request);
  const parsed = savedSchema.safeParse(Object.fromEntries(await readForm(request)));
  if (!parsed.success) throw data("The cart could not read this request.", { status: 400 });
  const wanted = parsed.data;
  if (wanted.intent === "save") return backToCart(context, await save(account.id, wanted));
  const change = wanted.intent === "move" ? move : remove;
  return backToCart(context, await change(account.id, wanted.bookId));
}

/** After the login that the action needed, the customer comes back here with a GET. */
export function loader() {
  return redirect("/cart", 303);
}

const backToCart = (context: Route.ActionArgs["context"], message: Flash) =>
  redirectWithFlash(context, "/cart", message);

async function save(accountId: number, line: LineRef): Promise<Flash> {
  const outcome = await saveForLater(writeDb, accountId, line);
  return outcome.ok
    ? { kind: "success", text: savedForLater(outcome.title) }
    : { kind: "error", text: outcome.message };
}

async function move(accountId: number, bookId: number): Promise<Flash> {
  const outcome = await moveSavedToCart(writeDb, accountId, bookId);
  if (!outcome.ok) return { kind: "error", text: moveRefused(outcome) };
  return { kind: outcome.left > 0 ? "info" : "success", text: outcome.message };
}

async function remove(accountId: number, bookId: number): Promise<Flash> {
  const outcome = await removeSaved(writeDb, accountId, bookId);
  return outcome.ok
    ? { kind: "success", text: removedFromSaved(outcome.title) }
    : { kind: "error", text: outcome.message };
}
