import { documentAnswer, documentReader } from "~/http/answers/document-answer.server";
import { requireCustomer } from "~/http/request/guards.server";
import type { Route } from "./+types/invoice";

/** GET: the bill of supply or tax invoice of the customer's order, as a PDF. Staff have any order's here too. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  // A guest signs in and lands on the order's page, where the link is: a router cannot lead on to a file.
  const page = new Request(new URL(`/orders/${encodeURIComponent(params.orderId)}`, url));
  const account =
    (await documentReader(request, context)) ??
    requireCustomer(context, page, "Please login to access your order information");
  const accountId = account.role === "admin" ? "anybody" : account.id;
  return documentAnswer(request, { orderId: params.orderId, accountId });
}
