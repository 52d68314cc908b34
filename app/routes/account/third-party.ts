import { data, redirect } from "react-router";
import { requireCustomer } from "~/http/guards.server";
import { addressKey, takeFromLimit, tooManyTries } from "~/http/rate-limit.server";
import { readForm } from "~/http/read-form.server";
import { redirectWithFlash } from "~/http/respond.server";
import { safeRedirect } from "~/http/safe-redirect";
import { CodeFlow, ThirdPartyError } from "~/http/third-party/code-flow.server";
import { findThirdParty } from "~/http/third-party/providers.server";
import { wayBack } from "~/http/third-party/way-back";
import { getVisit } from "~/http/visit.server";
import type { Route } from "./+types/third-party";

/** POST: on to the provider's own page. `intent=connect` joins it to the signed-in account, anything else signs in. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const party = findThirdParty(params.provider);
  if (!party) throw data("Page Not Found", { status: 404 });
  const visit = getVisit(context);
  const form = await readForm(request);
  const redirectTo = safeRedirect(form.get("redirectTo"), "");
  const isConnecting = form.get("intent") === "connect";
  const accountId = isConnecting ? requireCustomer(context, request).id : null;
  if (visit.account && !isConnecting) return redirect(redirectTo || "/", 303);

  const refuse = (text: string) =>
    redirectWithFlash(context, wayBack({ accountId, redirectTo }), { kind: "error", text });
  const limit = await takeFromLimit("third-party", [addressKey(visit.ip)]);
  if (!limit.allowed) return refuse(tooManyTries(limit.retryAfterSeconds));
  try {
    const flow = await CodeFlow.at(party, visit.origin);
    const { url, cookie } = await flow.begin({ redirectTo, accountId });
    visit.setCookie(cookie);
    return redirect(url, 303);
  } catch (error) {
    if (!(error instanceof ThirdPartyError)) throw error;
    return refuse(error.message);
  }
}

/** A link or a prefetch begins nothing: else any site could sign its visitors in here. */
export function loader({ params, context }: Route.LoaderArgs) {
  if (!findThirdParty(params.provider)) throw data("Page Not Found", { status: 404 });
  return redirect(getVisit(context).account ? "/account/connections" : "/login", 303);
}
