import { documentAnswer } from "~/http/answers/document-answer.server";
import { requireStaff } from "~/http/request/guards.server";
import type { Route } from "./+types/document";

/** GET: one of the documents of any order, the same PDF that its customer gets. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStaff(context);
  return documentAnswer(request, context, { ...params, accountId: "anybody" });
}
