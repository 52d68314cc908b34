import { documentAnswer, documentReader } from "~/http/answers/document-answer.server";
import { requireCustomer } from "~/http/request/guards.server";
import type { Route } from "./+types/document";

/** GET: one of the documents of the customer's order, as a PDF. Staff can open any order's. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  // As for the order's bill.
  const page = new Request(new URL(`/orders/${encodeURIComponent(params.orderId)}`, url));
  const account =
    (await documentReader(request, context)) ??
    requireCustomer(context, page, "Please login to access your order information");
  const accountId = account.role === "admin" ? "anybody" : account.id;
  return documentAnswer(request, { ...params, accountId });
}
