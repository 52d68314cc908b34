import { data, redirect } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { NOT_SAVED, REMOVED_FROM_SAVED, savedForLater } from "~/domain/cart/saved-items";
import { savedSchema } from "~/domain/cart/saved-items.schema";
import { moveSavedToCart, removeSaved, saveForLater } from "~/domain/cart/saved-items.server";
import { requireCustomer } from "~/http/request/guards.server";
import { readForm } from "~/http/request/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import type { Flash } from "~/page-data/flash";
import type { Route } from "./+types/saved";

/** POST: intent save with the itemId of a line in the cart; intent move or remove with the bookId of a saved book. */
export async function action({ request, context }: Route.ActionArgs) {
  const account = requireCustomer(context, request);
  const parsed = savedSchema.safeParse(Object.fromEntries(await readForm(request)));
  if (!parsed.success) throw data("The cart could not read this request.", { status: 400 });
  const wanted = parsed.data;
  if (wanted.intent === "save") return backToCart(context, await save(account.id, wanted.itemId));
  const change = wanted.intent === "move" ? move : remove;
  return backToCart(context, await change(account.id, wanted.bookId));
}

/** After the login that the action needed, the customer comes back here with a GET. */
export function loader() {
  return redirect("/cart", 303);
}

const backToCart = (context: Route.ActionArgs["context"], message: Flash) =>
  redirectWithFlash(context, "/cart", message);

async function save(accountId: number, itemId: number): Promise<Flash> {
  const outcome = await saveForLater(writeDb, accountId, itemId);
  return outcome.ok
    ? { kind: "success", text: savedForLater(outcome.title) }
    : { kind: "error", text: outcome.message };
}

async function move(accountId: number, bookId: number): Promise<Flash> {
  const outcome = await moveSavedToCart(writeDb, accountId, bookId);
  if (!outcome.ok) return { kind: "error", text: outcome.message };
  return { kind: outcome.left > 0 ? "info" : "success", text: outcome.message };
}

async function remove(accountId: number, bookId: number): Promise<Flash> {
  return (await removeSaved(writeDb, accountId, bookId))
    ? { kind: "success", text: REMOVED_FROM_SAVED }
    : { kind: "error", text: NOT_SAVED };
}
