import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { formatRupees } from "~/domain/kit/money";
import { shopGateway, shopGateways, shopProvider } from "~/domain/sales/gateways/shop-gateway.server";
import { PAYMENT_CANCELLED, paymentFailedMessage } from "~/domain/sales/payments/payments";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { confirmFromBrowser } from "~/domain/sales/payments/payments.server";
import { readReturn } from "~/domain/sales/payments/read-return.server";
import { readTestPurchases } from "~/domain/sales/payments/test-purchases.server";
import { redirect, redirectDocument } from "~/http/answers/redirect.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm, textField } from "~/http/request/forms/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { PaymentPanel } from "~/ui/cart/payment-panel";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/test-purchase-pay";

const PURCHASE = "/admin/opening/test-purchase";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Pay the test purchase") }];
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const staff = requireStaff(context);
  // Only this document's policy allows the gateway's script, so the page always loads as a document of its own.
  if (new URL(request.url).pathname.endsWith(".data")) throw redirectDocument(`${PURCHASE}/pay`);
  const gateway = shopGateway();
  const [latest] = await readTestPurchases(readDb);
  if (latest?.state !== "open" || latest.gateway !== gateway.name || !latest.gatewayOrderId)
    throw redirect(PURCHASE, 303);
  const { origin } = getRequestSession(context);
  const { shopName, supportPhone } = await readSettings(readDb);
  return {
    amount: latest.amount,
    lead: shopProvider().offer.lead,
    checkout: gateway.checkout({
      description: "Test purchase",
      gatewayOrderId: latest.gatewayOrderId,
      amount: latest.amount,
      currency: "INR",
      shopName,
      customer: {
        name: `${staff.firstName} ${staff.lastName}`.trim(),
        email: staff.email,
        mobile: supportPhone,
      },
      seconds: Math.max(1, Math.ceil((Date.parse(latest.expiresAt) - Date.now()) / 1000)),
      callbackUrl: `${origin}/payments/callback?order=${latest.gatewayOrderId}`,
      cancelUrl: `${origin}${PURCHASE}`,
    }),
  };
}

/** What the window's script posts (`WindowResult`): intent=confirm with the gateway's own fields, failed, or cancelled. */
export async function action({ request, context }: Route.ActionArgs) {
  requireStaff(context);
  const form = await readForm(request);
  const field = (name: string) => textField(form, name);
  const back = (kind: "success" | "error" | "info", text: string) =>
    redirectWithFlash(context, PURCHASE, { kind, text });
  switch (field("intent")) {
    case "confirm": {
      const { gateway, posted } = await readReturn(readDb, shopGateways(), field);
      const [latest] = await readTestPurchases(readDb);
      const given = { ...posted, orderId: latest?.id ?? 0 };
      const result = await confirmFromBrowser(writeDb, gateway, given);
      return result.ok ? back("success", "The test payment went through") : back("error", result.message);
    }
    case "failed":
      return back("error", paymentFailedMessage(field("description").slice(0, 300)));
    case "cancelled":
      return back("info", PAYMENT_CANCELLED);
  }
  throw data("The payment's result is missing.", { status: 400 });
}

export default function PayTestPurchase({ loaderData: { amount, lead, checkout } }: Route.ComponentProps) {
  return (
    <div className="admin-page">
      <Breadcrumbs
        items={[
          { label: "Opening the shop", to: "/admin/opening" },
          { label: "Test purchase", to: PURCHASE },
          { label: "Pay" },
        ]}
      />
      <AdminHeading>Pay {formatRupees(amount)}</AdminHeading>
      <div className="grid max-w-md grid-cols-1 gap-5">
        <p>{lead}</p>
        <PaymentPanel checkout={checkout} amount={amount} />
      </div>
    </div>
  );
}
