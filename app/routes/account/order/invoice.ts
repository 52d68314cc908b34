import { documentAnswer, documentOwner } from "~/http/answers/document-answer.server";
import type { Route } from "./+types/invoice";

/** GET: the bill of supply or tax invoice of the customer's order, as a PDF. Staff can open any order's. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { accountId } = await documentOwner(request, context, params.orderId);
  return documentAnswer(request, context, { orderId: params.orderId, accountId });
}
