import { addFailed, CART_LOAD_FAILED, LOAD_FAILED } from "~/domain/kit/failures";

export const NO_CONNECTION = "No connection. What you typed is still here. Please try again.";

/** A route's `handle`: the message when a form of its own page gets no answer, by the form's intent ("" without one). */
export interface FailureWords {
  failed: Record<string, string>;
}

/**
 * The message when a request got no answer from the shop: the text of docs/specification.md §8 if it has one, else the
 * shop's own message, else a general one.
 * @param form null when a page was requested @param own words of the page's route, when the form is for that page
 * @param sentence a general message of the page, if it has one
 */
export function failureMessage(
  path: string,
  form: FormData | null,
  own: Partial<FailureWords> | null | undefined,
  sentence: string,
): string {
  if (!form) return { "/books": LOAD_FAILED, "/cart": CART_LOAD_FAILED }[path] || sentence || NO_CONNECTION;
  const field = (name: string) => String(form.get(name) ?? "");
  if (path === "/cart" && form.has("title")) return addFailed(field("title"));
  return own?.failed?.[field("intent")] || sentence || NO_CONNECTION;
}
