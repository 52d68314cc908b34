import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { readParam } from "~/domain/kit/search-params";
import { acceptInvitation } from "~/domain/people/staff/accept-invitation.server";
import { findInvitation } from "~/domain/people/staff/invitations.server";
import type { Invitation } from "~/domain/people/staff/staff";
import { acceptInvitationSchema } from "~/domain/people/staff/staff.schema";
import { redirect } from "~/http/answers/redirect.server";
import { secretLinkHeaders } from "~/http/answers/account-headers.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { rememberStaff } from "~/http/request/stashed-form.server";
import { rememberDevice } from "~/http/request/limits/login-limits.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AcceptInvitation, InvitationForAnother, InvitationOver } from "~/ui/account/invitation";
import type { FailureWords } from "~/ui/frame/navigation/failure-message";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/invitation";

const ACCEPT_FAILED = "The invitation could not be accepted";

export const headers: Route.HeadersFunction = secretLinkHeaders;

export const handle: FailureWords = { failed: { "": ACCEPT_FAILED } };

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Invitation") }, { name: "robots", content: "noindex" }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const token = readParam(url.searchParams, "token") ?? "";
  const invitation = await findInvitation(readDb, token);
  const isOpen = invitation?.state === "open";
  const loggedInAs = getRequestSession(context).account?.email ?? null;
  const status = isOpen ? 200 : 400;
  return data(
    { token: isOpen ? token : "", invitation: invitation && shown(invitation), loggedInAs },
    { status },
  );
}

/** An invitation that is over shows nothing but that. */
function shown({ state, ...invitation }: Invitation) {
  return state === "open" ? { state, ...invitation } : { state, invitedBy: invitation.invitedBy };
}

/** POST: log-out (somebody else is logged in), or the new account's names and password. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const session = getRequestSession(context);
  const form = await readForm(request);
  if (form.get("intent") === "log-out") {
    await session.signOut();
    return redirect(url.pathname + url.search, 303);
  }
  // The page shows no form to somebody who is logged in.
  if (session.account) return redirect(url.pathname + url.search, 303);
  const submission = parseWithZod(form, { schema: acceptInvitationSchema });
  const refusal = formRefusal(submission, ["password", "confirmPassword", "token"]);
  if (submission.status !== "success") return refusal.invalid();

  const limit = await takeFromLimit("reset", [addressKey(session.ip)]);
  if (!limit.allowed) return refusal.tooMany(limit);
  const accept = async () => {
    const outcome = await acceptInvitation(writeDb, submission.value);
    if (outcome.ok) {
      await session.signIn(outcome.accountId, { remember: false, method: "password" });
      session.setCookie(await rememberDevice(request, outcome.email));
      rememberStaff(session, outcome.accountId);
      const text = "Welcome! Your staff account is ready";
      return redirectWithFlash(context, "/admin", { kind: "success", text });
    }
    if (outcome.reason === "password") return refusal.field("password", outcome.message);
    if (outcome.reason === "busy") return refusal.busy(outcome.message);
    if (outcome.reason === "taken") return refusal.form(outcome.message);
    return redirect(url.pathname + url.search, 303);
  };
  return refusal.unlessAway(ACCEPT_FAILED, accept, { isOfStaff: true });
}

export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, invitation, loggedInAs } = loaderData;
  if (!invitation || invitation.state !== "open")
    return <InvitationOver state={invitation?.state ?? null} by={invitation?.invitedBy ?? null} />;
  if (loggedInAs !== null) return <InvitationForAnother email={loggedInAs} invited={invitation.email} />;
  return <AcceptInvitation token={token} invitation={invitation} lastResult={actionData?.result} />;
}
