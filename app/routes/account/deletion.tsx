import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import {
  canDeleteByLink,
  deleteAccount,
  type DeletionOutcome,
  findObstacles,
  sendDeletionLink,
} from "~/domain/people/accounts/deletion/account-deletion.server";
import { deleteAccountSchema } from "~/domain/people/accounts/accounts.schema";
import { readProfile } from "~/domain/people/accounts/profile.server";
import { secretLinkHeaders } from "~/http/answers/account-headers.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { requireCustomer } from "~/http/request/guards.server";
import { countLogin } from "~/http/request/limits/login-limits.server";
import { mailSite } from "~/http/request/mail-site.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AccountFrame } from "~/ui/account/account-frame";
import { Part } from "~/ui/account/opening";
import { DeleteByLink, DeleteByPassword, Obstacles, WhatHappens } from "~/ui/account/account-deletion";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/deletion";
import { readParam } from "~/domain/kit/search-params";

export const headers: Route.HeadersFunction = secretLinkHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Delete my account") }, { name: "robots", content: "noindex" }];
}

/** ?token is from the link mailed to an account without a password. A GET changes nothing. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request);
  const given = readParam(url.searchParams, "token");
  const { hasPassword } = await readProfile(readDb, account.id);
  const isGood = given !== null && (await canDeleteByLink(readDb, account.id, given));
  return {
    obstacles: await findObstacles(readDb, account.id),
    hasPassword,
    email: account.email,
    token: isGood ? given : null,
    isLinkDead: given !== null && !isGood,
  };
}

/** POST: the current password, or the `token` of a mailed link; intent=send-link mails one. */
export async function action({ request, context }: Route.ActionArgs) {
  const account = requireCustomer(context, request);
  const session = getRequestSession(context);
  const form = await readForm(request);
  const site = await mailSite(session);
  if (form.get("intent") === "send-link") {
    const { ok, message } = await sendDeletionLink(writeDb, account, site);
    const flash = { kind: ok ? "success" : "error", text: message } as const;
    return redirectWithFlash(context, "/account/data/deletion", flash);
  }
  const token = form.get("token");
  if (token !== null) {
    const outcome = await deleteAccount(writeDb, account.id, { token: String(token) }, site);
    return outcome.ok
      ? leave(context, outcome)
      : data({ problem: outcome.message, result: null }, { status: 400 });
  }
  const submission = parseWithZod(form, { schema: deleteAccountSchema });
  const refusal = formRefusal(submission, ["currentPassword"]);
  if (submission.status !== "success") return refusal.invalid();
  const { answer, giveBack } = await countLogin(request, session.ip, account.email, { isSignedIn: true });
  if (!answer.allowed) return refusal.tooMany(answer);
  const outcome = await deleteAccount(
    writeDb,
    account.id,
    { password: submission.value.currentPassword },
    site,
  );
  if (outcome.ok || outcome.reason !== "wrong") await giveBack();
  if (outcome.ok) return leave(context, outcome);
  if (outcome.reason === "busy") return refusal.busy(outcome.message);
  return outcome.reason === "wrong"
    ? refusal.field("currentPassword", outcome.message)
    : refusal.form(outcome.message);
}

async function leave(context: Route.ActionArgs["context"], { message }: DeletionOutcome & { ok: true }) {
  await getRequestSession(context).signOut();
  return redirectWithFlash(context, "/", { kind: "success", text: message });
}

export default function Deletion({ loaderData, actionData }: Route.ComponentProps) {
  const { obstacles, hasPassword, email, token, isLinkDead } = loaderData;
  const problem =
    (actionData && "problem" in actionData ? actionData.problem : null) ??
    (isLinkDead ? "This link is no longer valid. Please ask for a new one" : null);
  return (
    <AccountFrame title="Delete my account">
      <Part id="what-happens" title="What happens">
        <WhatHappens />
      </Part>
      {obstacles.length > 0 ? (
        <div className="mt-8">
          <Obstacles obstacles={obstacles} />
        </div>
      ) : (
        <Part id="confirm" title="Delete for good">
          {hasPassword ? (
            <DeleteByPassword lastResult={actionData?.result ?? undefined} />
          ) : (
            <DeleteByLink email={email} token={token} problem={problem} />
          )}
        </Part>
      )}
    </AccountFrame>
  );
}
