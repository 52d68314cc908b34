import { documentAnswer } from "~/http/answers/document-answer.server";
import type { Route } from "./+types/invoice";

/** GET: any order's bill of supply or tax invoice, the same PDF that its customer gets. */
export async function loader({ request, params }: Route.LoaderArgs) {
  return documentAnswer(request, { orderId: params.orderId, accountId: "anybody" });
}
