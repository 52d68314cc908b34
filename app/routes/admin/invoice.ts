import { documentAnswer } from "~/http/answers/document-answer.server";
import type { Route } from "./+types/invoice";

/** GET: any order's bill of supply or tax invoice, as its customer has it. */
export async function loader({ request, params }: Route.LoaderArgs) {
  return documentAnswer(request, { orderId: params.orderId, accountId: "anybody" });
}
