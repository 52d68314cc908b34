import { type RouterContextProvider } from "react-router";
import { redirect } from "~/http/answers/redirect.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Flash } from "~/page-data/flash";

/** The answer to a form that succeeded: 303 to a GET, with a message for that page. */
export function redirectWithFlash(
  context: Readonly<RouterContextProvider>,
  to: string,
  message: Flash,
): Response {
  getRequestSession(context).flash(message);
  return redirect(to, 303);
}
