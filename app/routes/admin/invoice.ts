import { documentAnswer, tokenHolder } from "~/http/document-answer.server";
import { requireStaff } from "~/http/guards.server";
import type { Route } from "./+types/invoice";

/** GET: any order's bill of supply or tax invoice, as its customer has it. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  if (!(await tokenHolder(request, "admin"))) requireStaff(context);
  return documentAnswer({ orderId: params.orderId, accountId: "anybody" });
}
