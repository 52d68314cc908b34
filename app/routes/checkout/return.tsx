import { useEffect } from "react";
import { data, useRevalidator } from "react-router";
import type { OrderDetail } from "~/domain/sales/orders/order-detail";
import { PAYMENT_CANCELLED, paymentFailedMessage } from "~/domain/sales/payments/payments";
import { redirect } from "~/http/answers/redirect.server";
import { requireCustomer } from "~/http/request/guards.server";
import { ownOrder } from "~/http/answers/own-order.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { ButtonLink } from "~/ui/kit/button";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/return";
import { toCheckout } from "./to-checkout.server";
import { readParam } from "~/domain/kit/search-params";

const LOOK_AGAIN_MS = 4000;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Confirming your payment") }, { name: "robots", content: "noindex" }];
}

/**
 * The gateway's hosted page sends the shopper here by way of the callback. Redirects to the confirmation, or back to the
 * checkout with the problem; while the payment is not confirmed, this page waits.
 */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request, "Please login to access checkout");
  const order = await ownOrder(account.id, params.orderId);
  const orderPage = `/orders/${order.id}`;
  const backToCheckout = async (kind: "error" | "info", text: string) =>
    toCheckout(context, { accountId: account.id, orderId: order.id, message: { kind, text } });

  if (order.paidAt !== null) throw redirect(`/checkout/confirmation/${order.id}`, 303);
  switch (readParam(url.searchParams, "outcome")) {
    case "cancelled":
      throw await backToCheckout("info", PAYMENT_CANCELLED);
    case "failed":
      throw await backToCheckout("error", paymentFailedMessage(lastFailure(order)));
    case "bad_signature":
    case "refused":
      throw await backToCheckout("error", paymentFailedMessage("the payment could not be verified"));
  }
  // Cancelled: the order's page says why, and what happens to the money.
  if (order.state !== "pending") throw redirect(orderPage, 303);
  return data({ orderId: order.id }, { headers: { "Cache-Control": "private, no-store" } });
}

/** Why the last attempt failed, in the gateway's words. */
function lastFailure(order: OrderDetail): string | null {
  return order.payments.findLast((payment) => payment.status === "failed")?.errorDescription ?? null;
}

export default function Return({ loaderData: { orderId } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  // Polls in place: a page that reloads itself would take the focus away from its reader (WCAG 2.2.1).
  useEffect(() => {
    const timer = setInterval(() => void revalidate(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <AccountPanel title="We are confirming your payment">
      <p role="status">
        The bank has not answered yet. You need not pay a second time.
        <span className="needs-js"> This page checks again every few seconds.</span>
      </p>
      <p className="text-muted">
        You may close it: we will write to you as soon as order {orderId} is paid. Most banks answer within
        minutes, a few take up to five days. If the books are gone by then, your money is returned.
      </p>
      <ButtonLink to={`/checkout/return/${orderId}`} reloadDocument>
        Check again now
      </ButtonLink>
      <ButtonLink to={`/orders/${orderId}`} variant="quiet" reloadDocument>
        View order
      </ButtonLink>
    </AccountPanel>
  );
}
