import { data, Form } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import {
  canConfirmEmail,
  confirmEmail,
  resendConfirmation,
} from "~/domain/people/accounts/passwords/email-confirmation.server";
import { secretLinkHeaders } from "~/http/answers/account-headers.server";
import { answerTooMany } from "~/http/answers/form-refusal.server";
import { requireCustomer } from "~/http/request/guards.server";
import { mailSite } from "~/http/request/mail-site.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { safeRedirect } from "~/http/request/safe-redirect";
import { getRequestSession } from "~/http/request/request-session.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { Button, ButtonLink } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/confirm-email";
import { readParam } from "~/domain/kit/search-params";

export const headers: Route.HeadersFunction = secretLinkHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Confirm your email") }, { name: "robots", content: "noindex" }];
}

/** Changes nothing: mail programs open links on their own, so confirming is a POST. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = readParam(url.searchParams, "token") ?? "";
  const account = getRequestSession(context).account;
  if (await canConfirmEmail(readDb, token)) return data({ state: "ready" as const, token });
  if (account?.emailConfirmed) return data({ state: "done" as const, token: "" });
  // A guest whose link was no longer valid comes back here after the login.
  if (account && token === "") return data({ state: "resend" as const, token: "" });
  return data({ state: account ? ("old" as const) : ("invalid" as const), token: "" }, { status: 400 });
}

/** POST: `token` confirms; `intent=resend` sends a logged-in customer the link again. */
export async function action({ request, context }: Route.ActionArgs) {
  const session = getRequestSession(context);
  const form = await readForm(request);
  const limit = await takeFromLimit("confirm", [addressKey(session.ip)]);
  if (!limit.allowed) return answerTooMany(limit, (problem) => ({ problem }));
  if (form.get("intent") === "resend") {
    const account = requireCustomer(context, request);
    const { ok, message } = await resendConfirmation(writeDb, account.id, await mailSite(session));
    const back = safeRedirect(form.get("redirectTo"));
    return redirectWithFlash(context, back, { kind: ok ? "success" : "error", text: message });
  }
  if (await confirmEmail(writeDb, String(form.get("token") ?? ""))) {
    return redirectWithFlash(context, "/", { kind: "success", text: "Thank you! Your email is confirmed" });
  }
  return data({ problem: "This link is no longer valid" }, { status: 400 });
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPanel title="Confirm your email">
      {actionData?.problem ? <Notice kind="error">{actionData.problem}</Notice> : null}
      <NextStep state={loaderData.state} token={loaderData.token} />
    </AccountPanel>
  );
}

function NextStep({
  state,
  token,
}: {
  state: "ready" | "done" | "resend" | "old" | "invalid";
  token: string;
}) {
  if (state === "ready") {
    return (
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        <p>One click, and we know that this address is yours.</p>
        <Button>Confirm my email</Button>
      </Form>
    );
  }
  if (state === "done") {
    return (
      <>
        <p>Your email is confirmed. There is nothing left to do.</p>
        <ButtonLink to="/books">Browse Books</ButtonLink>
      </>
    );
  }
  return (
    <>
      <p>
        {state === "resend"
          ? "Your email is not confirmed yet: please open the link that we have sent you."
          : "This link has been used already, or it is older than three days."}
      </p>
      {state === "resend" || state === "old" ? (
        <Form method="post" className="grid">
          <Button name="intent" value="resend">
            Send again
          </Button>
        </Form>
      ) : (
        <>
          <p>Log in: if your email is not confirmed yet, you will find a button to send a new link.</p>
          <ButtonLink to="/login?redirectTo=%2Fconfirm-email">Login</ButtonLink>
        </>
      )}
    </>
  );
}
