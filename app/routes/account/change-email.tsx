import { data, Form } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { confirmEmailChange, findEmailChange } from "~/domain/people/accounts/passwords/email-change.server";
import { secretLinkHeaders } from "~/http/answers/account-headers.server";
import { answerTooMany } from "~/http/answers/form-refusal.server";
import { mailSite } from "~/http/request/mail-site.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { giveUsernameHint } from "~/http/request/login/username-hint.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { Button, ButtonLink } from "~/ui/kit/button";
import { EmailText } from "~/ui/kit/email-text";
import { Notice } from "~/ui/kit/notice";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/change-email";
import { readParam } from "~/domain/kit/search-params";

export const headers: Route.HeadersFunction = secretLinkHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Confirm your new email") }, { name: "robots", content: "noindex" }];
}

/** Changes nothing: mail programs open links on their own, so confirming is a POST. */
export async function loader({ url }: Route.LoaderArgs) {
  const token = readParam(url.searchParams, "token") ?? "";
  const newEmail = await findEmailChange(readDb, token);
  return newEmail ? data({ newEmail, token }) : data({ newEmail: null, token: "" }, { status: 400 });
}

/** POST: `token` confirms the new address. The link may be opened on another device, without a login. */
export async function action({ request, context }: Route.ActionArgs) {
  const session = getRequestSession(context);
  const form = await readForm(request);
  const limit = await takeFromLimit("confirm", [addressKey(session.ip)]);
  if (!limit.allowed) return answerTooMany(limit, (problem) => ({ problem }));
  const changed = await confirmEmailChange(writeDb, String(form.get("token") ?? ""), await mailSite(session));
  if (!changed) return data({ problem: "This link is no longer valid" }, { status: 400 });
  const text = "Your email has been changed. From now on you log in with the new one";
  if (session.account?.id === changed.accountId)
    return redirectWithFlash(context, "/account", { kind: "success", text });
  session.setCookie(await giveUsernameHint(changed.email));
  return redirectWithFlash(context, "/login", { kind: "success", text, inPage: true });
}

export default function ChangeEmail({ loaderData: { newEmail, token }, actionData }: Route.ComponentProps) {
  return (
    <AccountPanel title="Confirm your new email">
      {actionData?.problem ? <Notice kind="error">{actionData.problem}</Notice> : null}
      {newEmail ? (
        <Form method="post" className="grid gap-5">
          <input type="hidden" name="token" value={token} />
          <p>
            From now on you log in with <EmailText email={newEmail} />, and our mail goes there.
          </p>
          <Button>Change my email</Button>
        </Form>
      ) : (
        <>
          <p>This link has been used or replaced already, or it is older than a day.</p>
          <p>
            While a change waits for its confirmation, you find a button on your profile to send the link
            again.
          </p>
          <ButtonLink to="/account">Go to my profile</ButtonLink>
        </>
      )}
    </AccountPanel>
  );
}
