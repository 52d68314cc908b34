import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { formatRupees } from "~/domain/kit/money";
import { shopGateway, shopGateways, shopProvider } from "~/domain/sales/gateways/shop-gateway.server";
import { orderOfPayLink, readToPay } from "~/domain/sales/payments/pay-link.server";
import { payPath } from "~/domain/sales/payments/pay-path.server";
import { PAYMENT_CANCELLED, paymentFailedMessage } from "~/domain/sales/payments/payments";
import { confirmFromBrowser } from "~/domain/sales/payments/payments.server";
import { readReturn } from "~/domain/sales/payments/read-return.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { secretLinkHeaders } from "~/http/answers/account-headers.server";
import { redirect, redirectDocument } from "~/http/answers/redirect.server";
import { readForm, textField } from "~/http/request/forms/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { PaymentPanel } from "~/ui/cart/payment-panel";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { ButtonLink } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { readParam } from "~/domain/kit/search-params";
import type { Route } from "./+types/pay-link";

export const headers: Route.HeadersFunction = secretLinkHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Pay your order") }, { name: "robots", content: "noindex" }];
}

/** An order without a payment of its own opens one at the payment service, so each address may open so many. */
const withinLimit = async (context: Route.LoaderArgs["context"]) => {
  const { allowed } = await takeFromLimit("payment-attempt-address", [
    addressKey(getRequestSession(context).ip),
  ]);
  if (!allowed) throw data("Too many attempts. Please wait a minute, then try again.", { status: 429 });
};

/** What the link of a mail asks for; for who has it, without a login. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const orderId = orderOfPayLink(url.searchParams);
  if (orderId === null) throw data(null, { status: 404 });
  const path = payPath(orderId);
  // Only this document's policy allows the gateway's script, so the page always loads as a document of its own.
  if (url.pathname.endsWith(".data")) throw redirectDocument(path);
  await withinLimit(context);
  const gateway = shopGateway();
  const toPay = await readToPay(writeDb, gateway, orderId);
  if (!toPay) throw data(null, { status: 404 });
  const outcome = readParam(url.searchParams, "outcome");
  const message =
    outcome === "cancelled" ? PAYMENT_CANCELLED : outcome === "failed" ? paymentFailedMessage() : null;
  const isWaiting = outcome === "unconfirmed";
  const shown = { orderId, path, message, isWaiting, lead: shopProvider().offer.lead };
  if (toPay.state !== "open") return { ...shown, toPay: { amount: 0, ...toPay }, checkout: null };
  const { amount, gatewayOrderId, name, email, mobile, payBy } = toPay;
  const { origin } = getRequestSession(context);
  const checkout = gateway.checkout({
    description: `Order ${orderId}`,
    gatewayOrderId,
    amount,
    currency: "INR",
    shopName: (await readSettings(readDb)).shopName,
    customer: { name, email, mobile },
    seconds: payBy ? Math.max(1, Math.ceil((Date.parse(payBy) - Date.now()) / 1000)) : HOUR_SECONDS,
    callbackUrl: `${origin}/payments/callback?order=${gatewayOrderId}`,
    cancelUrl: `${origin}${path}&outcome=cancelled`,
  });
  return { ...shown, toPay: { state: "open" as const, amount }, checkout };
}

/** What is asked for after a change has no end of its own. */
const HOUR_SECONDS = 3_600;

/** What the window's script posts (`WindowResult`): intent=confirm with the gateway's own fields, failed, or cancelled. */
export async function action({ request }: Route.ActionArgs) {
  const orderId = orderOfPayLink(new URL(request.url).searchParams);
  if (orderId === null) throw data(null, { status: 404 });
  const form = await readForm(request);
  const field = (name: string) => textField(form, name);
  const path = payPath(orderId);
  switch (field("intent")) {
    case "confirm": {
      const { gateway, posted } = await readReturn(readDb, shopGateways(), field);
      const result = await confirmFromBrowser(writeDb, gateway, { ...posted, orderId });
      if (result.ok) return redirect(path, 303);
      return redirect(`${path}&outcome=${result.reason === "unconfirmed" ? "unconfirmed" : "failed"}`, 303);
    }
    case "failed":
    case "cancelled":
      return redirect(`${path}&outcome=${field("intent")}`, 303);
  }
  throw data("The payment's result is missing.", { status: 400 });
}

export default function PayLink({
  loaderData: { orderId, path, toPay, checkout, message, isWaiting, lead },
}: Route.ComponentProps) {
  if (toPay.state === "paid")
    return (
      <AccountPanel title="Thank you">
        <p className="text-lg font-semibold">Order {orderId} is paid.</p>
        <p className="text-muted">We write to you when it is on its way.</p>
      </AccountPanel>
    );
  if (toPay.state === "over")
    return (
      <AccountPanel title="Nothing to pay">
        <p>Order {orderId} cannot be paid any more. If money was taken, it goes back by itself.</p>
      </AccountPanel>
    );
  return (
    <AccountPanel title="Payment" lead={lead}>
      {message ? <Notice kind="error">{message}</Notice> : null}
      {isWaiting ? (
        <Notice kind="info">
          We are confirming your payment. You need not pay a second time: look here again in a few minutes.
        </Notice>
      ) : null}
      <dl className="bill">
        <div className="bill-total m-0! border-0! p-0!">
          <dt>Order {orderId}</dt>
          <dd>{formatRupees(toPay.amount)}</dd>
        </div>
      </dl>
      {checkout ? (
        <PaymentPanel checkout={checkout} amount={toPay.amount} opens={!isWaiting && message === null} />
      ) : (
        <>
          <Notice kind="error">{toPay.state === "unavailable" ? toPay.message : null}</Notice>
          <ButtonLink to={path} reloadDocument>
            Try again
          </ButtonLink>
        </>
      )}
    </AccountPanel>
  );
}
