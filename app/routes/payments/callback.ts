import { readDb, writeDb } from "~/db/shop-database.server";
import { lookUpAttempts } from "~/domain/sales/payments/failed-attempt.server";
import { isPaidByLink } from "~/domain/sales/payments/pay-link.server";
import { payPath } from "~/domain/sales/payments/pay-path.server";
import { confirmFromBrowser } from "~/domain/sales/payments/payments.server";
import { readReturn } from "~/domain/sales/payments/read-return.server";
import { isTestPurchase } from "~/domain/sales/payments/test-purchases.server";
import { shopGateways } from "~/domain/sales/gateways/shop-gateway.server";
import { redirect } from "~/http/answers/redirect.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { readGatewayForm, textField } from "~/http/request/forms/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { logger } from "~/platform/logger.server";
import type { Route } from "./+types/callback";
import { readParam } from "~/domain/kit/search-params";

/**
 * The gateway's page sends the shopper back with a cross-site POST: no session, no cookie. The gateway's id finds the
 * order, the signature proves the payment, and the redirect leads to a page that has the session.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readGatewayForm(request).catch(() => null);
  if (!form) return new Response("This is not a form.\n", { status: 400 });
  const { gateway, posted } = await readReturn(writeDb, shopGateways(), (name) => textField(form, name));
  if (posted.paymentId) {
    const result = await confirmFromBrowser(writeDb, gateway, { ...posted, source: "callback" });
    return continueTo(result.orderId, result.ok ? "paid" : result.reason, posted.gatewayOrderId);
  }
  // Our own callback URL names the order; the gateway's fields for a failed payment may not.
  const gatewayOrderId = readParam(new URL(request.url).searchParams, "order") ?? posted.gatewayOrderId;
  // Refused by the limits: the shopper goes on with what the shop already knows.
  const address = addressKey(getRequestSession(context).ip);
  const isWithinLimits = async (orderId: number) =>
    (await takeFromLimit("payment-attempt-address", [address])).allowed &&
    (await takeFromLimit("payment-attempt", [`order ${orderId}`])).allowed;
  const attempted = await lookUpAttempts(writeDb, shopGateways(), gatewayOrderId, isWithinLimits);
  if (!attempted) logger.warn("a failed payment was posted for no order of ours");
  return continueTo(attempted?.orderId ?? null, "failed", gatewayOrderId);
}

async function continueTo(
  orderId: number | null,
  outcome: string,
  gatewayOrderId: string,
): Promise<Response> {
  if (orderId === null) return redirect("/orders", 303);
  if (await isTestPurchase(readDb, orderId)) return redirect("/admin/opening/test-purchase", 303);
  // Who pays by a link has no login.
  if (await isPaidByLink(readDb, gatewayOrderId)) {
    const isOpen = outcome === "unconfirmed" || outcome === "failed";
    return redirect(`${payPath(orderId)}${isOpen ? `&outcome=${outcome}` : ""}`, 303);
  }
  return redirect(`/checkout/return/${orderId}?outcome=${outcome}`, 303);
}

/** A GET comes from a reload or a bookmark. */
export function loader() {
  return redirect("/orders", 303);
}
