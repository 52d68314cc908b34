import { useEffect } from "react";
import { data, redirect, useRevalidator } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import type { OrderDetail } from "~/domain/orders/orders";
import { PAYMENT_CANCELLED, PAYMENT_SUCCESSFUL, paymentFailedMessage } from "~/domain/payments/payments";
import { notePaymentProblem } from "~/domain/payments/unpaid-order.server";
import { requireCustomer } from "~/http/request/guards.server";
import { ownOrder } from "~/http/answers/own-order.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { ButtonLink } from "~/ui/kit/button";
import { pageTitle } from "~/ui/frame/page-title";
import type { Route } from "./+types/return";
import { readParam } from "~/domain/search-params";

const LOOK_AGAIN_MS = 4000;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Confirming your payment") }, { name: "robots", content: "noindex" }];
}

/**
 * Where the gateway's hosted page sends the shopper, by way of the callback: on to the confirmation, back to the
 * checkout with what went wrong, or, while the payment is not confirmed, here to wait.
 */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request, "Please login to access checkout");
  const order = await ownOrder(account.id, params.orderId);
  const orderPage = `/orders/${order.id}`;
  const leave = (to: string, kind: "success" | "error" | "info", text: string) =>
    redirectWithFlash(context, to, { kind, text });

  /** The checkout goes on saying it when the message has gone. */
  const backToCheckout = async (kind: "error" | "info", text: string) => {
    await notePaymentProblem(writeDb, account.id, order.id, text);
    return leave("/checkout", kind, text);
  };

  if (order.paidAt !== null) throw leave(`/checkout/confirmation/${order.id}`, "success", PAYMENT_SUCCESSFUL);
  switch (readParam(url.searchParams, "outcome")) {
    case "cancelled":
      throw await backToCheckout("info", PAYMENT_CANCELLED);
    case "failed":
      throw await backToCheckout("error", paymentFailedMessage(lastFailure(order)));
    case "bad_signature":
    case "refused":
      throw await backToCheckout("error", paymentFailedMessage("the payment could not be verified"));
  }
  // Cancelled: the order's page says why, and what becomes of the money.
  if (order.state !== "pending") throw redirect(orderPage, 303);
  return data({ orderId: order.id }, { headers: { "Cache-Control": "private, no-store" } });
}

/** Why the last attempt failed, as the gateway itself told the shop. */
function lastFailure(order: OrderDetail): string | null {
  return order.payments.findLast((payment) => payment.status === "failed")?.errorDescription ?? null;
}

export default function Return({ loaderData: { orderId } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  // Asked in place: a page that loads itself anew would take the focus away from whoever reads it (WCAG 2.2.1).
  useEffect(() => {
    const timer = setInterval(() => void revalidate(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <AccountPanel title="We are confirming your payment">
      <p role="status">
        The bank has not answered yet. You need not pay a second time.
        <span className="needs-js"> This page looks again every few seconds.</span>
      </p>
      <p className="text-muted">You may close it: we will write to you as soon as order {orderId} is paid.</p>
      <ButtonLink to={`/checkout/return/${orderId}`} reloadDocument>
        Look again now
      </ButtonLink>
      <ButtonLink to={`/orders/${orderId}`} variant="quiet" reloadDocument>
        View order
      </ButtonLink>
    </AccountPanel>
  );
}
