import { documentAnswer, tokenHolder } from "~/http/document-answer.server";
import { requireCustomer } from "~/http/guards.server";
import type { Route } from "./+types/invoice";

/** GET: the customer's bill of supply or tax invoice, as a PDF. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  // A guest signs in and lands on the order's page, where the link is: a router cannot lead on to a file.
  const page = new Request(new URL(`/orders/${encodeURIComponent(params.orderId)}`, url));
  const account =
    (await tokenHolder(request, "customer")) ??
    requireCustomer(context, page, "Please login to access your order information");
  return documentAnswer({ orderId: params.orderId, accountId: account.id });
}
