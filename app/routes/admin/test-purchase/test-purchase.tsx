import { useEffect } from "react";
import { data, useRevalidator } from "react-router";
import { config } from "~/process/config.server";
import { readDb, writeDb } from "~/db/shop-database.server";
import { parseId } from "~/domain/kit/ids";
import { shopGateway, shopProvider } from "~/domain/sales/gateways/shop-gateway.server";
import {
  readTestPurchases,
  refundTestPurchase,
  startTestPurchase,
} from "~/domain/sales/payments/test-purchases.server";
import { redirectDocument } from "~/http/answers/redirect.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { requireRecentProof } from "~/http/request/login/recent-proof.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/test-purchase";
import { EarlierPurchases } from "./earlier-purchases";
import { PurchaseSteps } from "./purchase-steps";

const PAGE = "/admin/opening/test-purchase";
const LOOK_AGAIN_MS = 4000;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Test purchase") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const gateway = shopGateway();
  const origin = config.baseUrl ?? getRequestSession(context).origin;
  const purchases = await readTestPurchases(readDb);
  const [latest] = purchases;
  return {
    // Of another payment service: only in the list below.
    current: latest?.gateway === gateway.name ? latest : null,
    purchases,
    provider: shopProvider().offer.name,
    testPayments: config.testPayments,
    webhookUrl: `${origin}/payments/webhook`,
  };
}

/** POST: start, and refund with `purchase`, for which the password may be asked again. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const staffId = requireStaff(context).id;
  switch (form.get("intent")) {
    case "start": {
      const started = await startTestPurchase(writeDb, shopGateway(), staffId);
      if (started.ok) return redirectDocument(`${PAGE}/pay`, 303);
      return redirectWithFlash(context, PAGE, { kind: "error", text: started.message });
    }
    case "refund": {
      const purchaseId = parseId(form.get("purchase"));
      if (purchaseId === null) throw data(null, { status: 404 });
      await requireRecentProof(context, request, { form });
      const { ok, message } = await refundTestPurchase(writeDb, { purchaseId, staffId });
      return redirectWithFlash(context, PAGE, { kind: ok ? "success" : "info", text: message });
    }
  }
  throw data("Unknown intent", { status: 400 });
}

export default function TestPurchase({ loaderData }: Route.ComponentProps) {
  const { current, purchases, provider, testPayments } = loaderData;
  const isWaiting =
    current?.state === "refunding" || (current?.state === "paid" && current.webhookAt === null);
  useLookAgain(isWaiting);
  const earlier = purchases.filter(({ id }) => id !== current?.id);
  return (
    <div className="admin-page">
      <Breadcrumbs
        items={[{ label: "Opening the shop", to: "/admin/opening" }, { label: "Test purchase" }]}
      />
      <AdminHeading>Test purchase</AdminHeading>
      <div className="grid max-w-5xl grid-cols-1 gap-8">
        <p className="max-w-prose">
          You pay one rupee with {provider}, as a customer pays an order, and refund it here. It is no order:
          it gets no bill, takes no stock and is in no sales figure.
          {testPayments
            ? " This shop's payments are test payments: no money is taken."
            : " The payment service may keep its fee for the payment."}
        </p>
        <PurchaseSteps {...loaderData} />
        {earlier.length > 0 ? (
          <FormGroup title="Earlier test purchases">
            <EarlierPurchases purchases={earlier} />
          </FormGroup>
        ) : null}
      </div>
    </div>
  );
}

/** Reads the page's data again every few seconds, in place. */
function useLookAgain(isWaiting: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void revalidate(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isWaiting, revalidate]);
}
