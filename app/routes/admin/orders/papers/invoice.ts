import { documentAnswer } from "~/http/answers/document-answer.server";
import { requireStaff } from "~/http/request/guards.server";
import type { Route } from "./+types/invoice";

/** GET: any order's bill of supply or tax invoice, the same PDF that its customer gets. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStaff(context);
  return documentAnswer(request, context, { orderId: params.orderId, accountId: "anybody" });
}
