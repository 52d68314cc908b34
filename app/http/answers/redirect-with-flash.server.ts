import { type RouterContextProvider, redirect } from "react-router";
import { type Flash, getRequestSession } from "~/http/request/request-session.server";

/** The answer to a form that succeeded: 303 to a GET, with a message for that page. */
export function redirectWithFlash(
  context: Readonly<RouterContextProvider>,
  to: string,
  message: Flash,
): Response {
  getRequestSession(context).flash(message);
  return redirect(to, 303);
}
