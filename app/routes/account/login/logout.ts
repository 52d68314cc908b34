import { redirect } from "~/http/answers/redirect.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/logout";

export async function action({ context }: Route.ActionArgs) {
  await getRequestSession(context).signOut();
  return redirectWithFlash(context, "/", { kind: "success", text: "Logged out successfully" });
}

/** A link or a prefetch must not log out. */
export function loader() {
  return redirect("/", 303);
}
