import { redirect } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { lookUpAttempts } from "~/domain/payments/failed-attempt.server";
import { confirmFromBrowser } from "~/domain/payments/payments.server";
import { confirmTestPayment, lookUpTestPayments } from "~/domain/test-purchases/test-payments.server";
import { shopGateway } from "~/domain/gateways/shop-gateway.server";
import { addressKey, takeFromLimit } from "~/http/request/rate-limit.server";
import { readGatewayForm, textField } from "~/http/request/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { logger } from "~/platform/logger.server";
import type { Route } from "./+types/callback";
import { readParam } from "~/domain/search-params";

/**
 * The gateway's page sends the shopper back with a cross-site POST: no session, no cookie. The gateway's id finds the
 * order, the signature proves the payment, and the redirect leads to a page that has the session.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readGatewayForm(request).catch(() => null);
  if (!form) return new Response("This is not a form.\n", { status: 400 });
  const gateway = shopGateway();
  const posted = gateway.parseReturn((name) => textField(form, name));
  if (posted.paymentId) {
    const test = await confirmTestPayment(writeDb, gateway, posted, "callback");
    if (test) return redirect(TEST_PURCHASE, 303);
    const result = await confirmFromBrowser(writeDb, gateway, { ...posted, source: "callback" });
    return continueTo(result.orderId, result.ok ? "paid" : result.reason);
  }
  // Our own callback URL names the order; the gateway's fields for a failed payment may not.
  const gatewayOrderId = readParam(new URL(request.url).searchParams, "order") ?? posted.gatewayOrderId;
  // Refused by the limits: the shopper goes on with what the shop already knows.
  const address = addressKey(getRequestSession(context).ip);
  const isWithinLimits = async (orderId: number) =>
    (await takeFromLimit("payment-attempt-address", [address])).allowed &&
    (await takeFromLimit("payment-attempt", [`order ${orderId}`])).allowed;
  const mayAskAboutTest = async () =>
    (await takeFromLimit("payment-attempt-address", [address])).allowed &&
    (await takeFromLimit("payment-attempt", ["test purchase"])).allowed;
  if (await lookUpTestPayments(writeDb, gateway, gatewayOrderId, mayAskAboutTest))
    return redirect(TEST_PURCHASE, 303);
  const attempted = await lookUpAttempts(writeDb, gateway, gatewayOrderId, isWithinLimits);
  if (!attempted) logger.warn("a failed payment was posted for no order of ours");
  return continueTo(attempted?.orderId ?? null, "failed");
}

const TEST_PURCHASE = "/admin/opening/test-purchase";

function continueTo(orderId: number | null, outcome: string): Response {
  return redirect(orderId === null ? "/orders" : `/checkout/return/${orderId}?outcome=${outcome}`, 303);
}

/** A GET comes from a reload or a bookmark. */
export function loader() {
  return redirect("/orders", 303);
}
