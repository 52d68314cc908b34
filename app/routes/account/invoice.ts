import { documentAnswer, documentReader } from "~/http/answers/document-answer.server";
import { requireCustomer } from "~/http/request/guards.server";
import type { Route } from "./+types/invoice";

/** GET: the bill of supply or tax invoice of the customer's order, as a PDF. Staff can open any order's. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  // After the login a guest lands on the order's page, which has the link: the router cannot navigate to a file.
  const page = new Request(new URL(`/orders/${encodeURIComponent(params.orderId)}`, url));
  const account =
    (await documentReader(request, context)) ??
    requireCustomer(context, page, "Please login to access your order information");
  const accountId = account.role === "admin" ? "anybody" : account.id;
  return documentAnswer(request, { orderId: params.orderId, accountId });
}
