import { data, Link } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { formatRupees } from "~/domain/kit/money";
import { payingOf } from "~/domain/sales/orders/order-detail";
import { dueOnline } from "~/domain/sales/orders/paying";
import { confirmFromBrowser, ensureGatewayOrder } from "~/domain/sales/payments/payments.server";
import { readReturn } from "~/domain/sales/payments/read-return.server";
import { PAYMENT_CANCELLED, paymentFailedMessage } from "~/domain/sales/payments/payments";
import { shopGateway, shopGateways, shopProvider } from "~/domain/sales/gateways/shop-gateway.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { redirect, redirectDocument } from "~/http/answers/redirect.server";
import { requireCustomer } from "~/http/request/guards.server";
import { readForm, textField } from "~/http/request/forms/read-form.server";
import { ownOrder } from "~/http/answers/own-order.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Flash } from "~/page-data/flash";
import { AddressLines } from "~/ui/account/address-lines";
import { AccountPanel } from "~/ui/account/account-panel";
import { ButtonLink } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { PaymentPanel } from "~/ui/cart/payment-panel";
import type { Route } from "./+types/pay";
import { toCheckout } from "./to-checkout.server";

const LOGIN_FIRST = "Please login to access checkout";
const PAID = ["paid", "packed", "shipped", "delivered"];

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Payment") }, { name: "robots", content: "noindex" }];
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request, LOGIN_FIRST);
  const url = new URL(request.url);
  // Only this document's policy allows the gateway's script, so the page always loads as a document of its own.
  if (url.pathname.endsWith(".data")) throw redirectDocument(`/checkout/pay/${params.orderId}`);
  const order = await ownOrder(account.id, params.orderId);
  if (PAID.includes(order.state)) throw redirect(`/checkout/confirmation/${order.id}`, 303);
  // The order's page says itself why it was cancelled, and what to do.
  if (order.state === "cancelled") throw redirect(`/orders/${order.id}`, 303);

  const gateway = shopGateway();
  const ready = await ensureGatewayOrder(writeDb, gateway, order.id, account.id);
  if (!ready.ok && ready.reason !== "unavailable") {
    throw redirectWithFlash(context, `/orders/${order.id}`, {
      kind: "error",
      text: ready.message,
      inPage: true,
    });
  }
  const { lead } = shopProvider().offer;
  const { dueAtDoor } = order;
  const due = dueOnline(payingOf(order));
  const shown = { orderId: order.id, total: due, dueAtDoor, address: order.address, lead };
  if (!ready.ok) return { ...shown, problem: ready.message, checkout: null };
  const { origin } = getRequestSession(context);
  return {
    ...shown,
    problem: null,
    checkout: gateway.checkout({
      description: `Order ${order.id}`,
      gatewayOrderId: ready.gatewayOrderId,
      amount: ready.amount,
      currency: ready.currency,
      shopName: (await readSettings(readDb)).shopName,
      customer: { name: order.address.fullname, email: order.address.email, mobile: order.address.mobile },
      seconds: Math.max(1, Math.ceil((Date.parse(order.payBy) - Date.now()) / 1000)),
      callbackUrl: `${origin}/payments/callback?order=${ready.gatewayOrderId}`,
      cancelUrl: `${origin}/checkout/return/${order.id}?outcome=cancelled`,
    }),
  };
}

/** What the window's script posts (`WindowResult`): intent=confirm with the gateway's own fields, failed, or cancelled. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const account = requireCustomer(context, request, LOGIN_FIRST);
  const form = await readForm(request);
  const field = (name: string) => textField(form, name);
  const order = await ownOrder(account.id, params.orderId);
  const backToCheckout = async (message: Flash) =>
    toCheckout(context, { accountId: account.id, orderId: order.id, message });

  switch (field("intent")) {
    case "confirm": {
      const { gateway, posted } = await readReturn(readDb, shopGateways(), field);
      const given = { ...posted, orderId: order.id };
      const result = await confirmFromBrowser(writeDb, gateway, given, account.id);
      if (result.ok) return redirect(`/checkout/confirmation/${order.id}`, 303);
      if (result.reason !== "unconfirmed" && result.reason !== "refunding")
        return backToCheckout({ kind: "error", text: result.message });
      const kind = result.reason === "unconfirmed" ? "info" : "error";
      return redirectWithFlash(context, `/orders/${order.id}`, { kind, text: result.message, inPage: true });
    }
    case "failed":
      return backToCheckout({
        kind: "error",
        text: paymentFailedMessage(field("description").slice(0, 300)),
      });
    case "cancelled":
      return backToCheckout({ kind: "info", text: PAYMENT_CANCELLED });
  }
  throw data("The payment's result is missing.", { status: 400 });
}

export default function Pay({
  loaderData: { orderId, total, dueAtDoor, address, lead, problem, checkout },
}: Route.ComponentProps) {
  return (
    <AccountPanel
      title="Payment"
      lead={lead}
      below={
        <Link to="/checkout" className="link py-1">
          Back to checkout
        </Link>
      }
    >
      <dl className="bill">
        <div className="bill-total m-0! border-0! p-0!">
          <dt>Order {orderId}</dt>
          <dd>{formatRupees(total)}</dd>
        </div>
        {dueAtDoor > 0 ? (
          <div>
            <dt>Due at the door</dt>
            <dd>{formatRupees(dueAtDoor)}</dd>
          </div>
        ) : null}
      </dl>
      <section aria-labelledby="goes-to" className="border-line grid gap-1 border-t pt-4">
        <h2 id="goes-to" className="text-muted font-sans text-sm">
          Deliver to
        </h2>
        <address className="not-italic wrap-anywhere">
          <AddressLines address={address} />
        </address>
      </section>
      {checkout ? (
        <PaymentPanel checkout={checkout} amount={total} />
      ) : (
        <>
          <Notice kind="error">{problem}</Notice>
          <ButtonLink to={`/checkout/pay/${orderId}`} reloadDocument>
            Try again
          </ButtonLink>
        </>
      )}
    </AccountPanel>
  );
}
