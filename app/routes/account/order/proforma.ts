import { documentOwner, proformaAnswer } from "~/http/answers/document-answer.server";
import type { Route } from "./+types/proforma";

/** GET: the proforma invoice of the customer's order, as a PDF. Staff can open any order's. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const owner = await documentOwner(request, context, params.orderId);
  return proformaAnswer(request, context, { orderId: params.orderId, ...owner });
}
