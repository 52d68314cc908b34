import { type RouterContextProvider, redirect } from "react-router";
import { type Flash, getVisit } from "./visit.server";

/** The answer to a form that succeeded: 303 to a GET, with a message for that page. */
export function redirectWithFlash(
  context: Readonly<RouterContextProvider>,
  to: string,
  message: Flash,
): Response {
  getVisit(context).flash(message);
  return redirect(to, 303);
}
