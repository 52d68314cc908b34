import { data } from "react-router";
import { redirect, redirectToProvider } from "~/http/answers/redirect.server";
import { requireCustomer } from "~/http/request/guards.server";
import { addressKey, takeFromLimit, tooManyTries } from "~/http/request/limits/rate-limit.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { safeRedirect } from "~/http/request/safe-redirect";
import { CodeFlow, ThirdPartyError } from "~/http/third-party/code-flow.server";
import { findThirdParty } from "~/http/third-party/providers.server";
import { failedLoginPage } from "~/http/third-party/failed-login-page";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/third-party";

/** POST: redirects to the provider's page. `intent=connect` connects the logged-in account; anything else logs in. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const party = findThirdParty(params.provider);
  if (!party) throw data("Page Not Found", { status: 404 });
  const session = getRequestSession(context);
  const form = await readForm(request);
  const redirectTo = safeRedirect(form.get("redirectTo"), "");
  const isConnecting = form.get("intent") === "connect";
  const accountId = isConnecting ? requireCustomer(context, request).id : null;
  if (session.account && !isConnecting) return redirect(redirectTo || "/", 303);

  const refuse = (text: string) =>
    redirectWithFlash(context, failedLoginPage({ accountId, redirectTo }), { kind: "error", text });
  const limit = await takeFromLimit("third-party", [addressKey(session.ip)]);
  if (!limit.allowed) return refuse(tooManyTries(limit.retryAfterSeconds));
  try {
    const flow = await CodeFlow.at(party, session.origin);
    const { url, cookie } = await flow.begin({ redirectTo, accountId });
    session.setCookie(cookie);
    return redirectToProvider(url);
  } catch (error) {
    if (!(error instanceof ThirdPartyError)) throw error;
    return refuse(error.message);
  }
}

/** A GET begins nothing: otherwise any site could log its visitors in here. */
export function loader({ params, context }: Route.LoaderArgs) {
  if (!findThirdParty(params.provider)) throw data("Page Not Found", { status: 404 });
  return redirect(getRequestSession(context).account ? "/account/connections" : "/login", 303);
}
