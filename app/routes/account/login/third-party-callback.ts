import { data } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { connectIdentity } from "~/domain/people/accounts/connections.server";
import type { ThirdPartyPerson } from "~/domain/people/accounts/identities";
import { signInWithIdentity } from "~/domain/people/accounts/identities.server";
import {
  addressKey,
  giveBackToLimit,
  takeFromLimit,
  tooManyTries,
} from "~/http/request/limits/rate-limit.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { CodeFlow, ThirdPartyError } from "~/http/third-party/code-flow.server";
import { dropFlow, type Flow, readFlow } from "~/http/third-party/flow.server";
import { findThirdParty } from "~/http/third-party/providers.server";
import { failedLoginPage } from "~/http/third-party/failed-login-page";
import { mailSite } from "~/http/request/mail-site.server";
import { beginSession } from "~/http/request/login/sign-in.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/third-party-callback";

/** GET: the provider sends the browser back, with a code or with an error. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const party = findThirdParty(params.provider);
  if (!party) throw data("Page Not Found", { status: 404 });
  const session = getRequestSession(context);
  const flow = readFlow(request, party.key);
  if (flow) session.setCookie(dropFlow(flow));

  const back = failedLoginPage(flow ?? { accountId: null, redirectTo: "" });
  const refuse = (text: string) => redirectWithFlash(context, back, { kind: "error", text });
  const address = [addressKey(session.ip)];
  const limit = await takeFromLimit("third-party", address);
  if (!limit.allowed) return refuse(tooManyTries(limit.retryAfterSeconds));
  try {
    const person = await (await CodeFlow.at(party, session.origin)).authenticate(request);
    await giveBackToLimit("third-party", address);
    return await arrive({ request, context }, person, flow!, refuse);
  } catch (error) {
    if (!(error instanceof ThirdPartyError)) throw error;
    return refuse(error.message);
  }
}

/** Connects or logs in the person that the provider has confirmed. */
async function arrive(
  { request, context }: Pick<Route.LoaderArgs, "request" | "context">,
  person: ThirdPartyPerson,
  { accountId, redirectTo }: Flow,
  refuse: (text: string) => Response,
): Promise<Response> {
  const session = getRequestSession(context);
  const site = await mailSite(session);
  if (accountId !== null) {
    if (session.account?.id !== accountId) return refuse("Please log in again to connect your account");
    const { ok, message } = await connectIdentity(writeDb, accountId, person, site);
    return redirectWithFlash(context, "/account/connections", {
      kind: ok ? "success" : "error",
      text: message,
    });
  }
  const outcome = await signInWithIdentity(writeDb, person, site);
  if (!outcome.ok) return refuse(outcome.message);
  const account = { ...outcome.account, role: "customer" as const };
  const wishes = { remember: false, redirectTo, method: "third_party" as const, message: outcome.message };
  return beginSession({ request, context }, account, wishes);
}
