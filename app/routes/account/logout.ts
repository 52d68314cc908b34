import { redirect } from "react-router";
import { redirectWithFlash } from "~/http/respond.server";
import { getVisit } from "~/http/visit.server";
import type { Route } from "./+types/logout";

export async function action({ context }: Route.ActionArgs) {
  await getVisit(context).signOut();
  return redirectWithFlash(context, "/", { kind: "success", text: "Logged out successfully" });
}

/** A link or a prefetch must not log anybody out. */
export function loader() {
  return redirect("/", 303);
}
