import { parseWithZod } from "@conform-to/zod/v4";
import { Form, Link } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { CODE_FAILED } from "~/domain/people/accounts/failures";
import { CODE_MINUTES, CODE_OVER, CODE_SENT } from "~/domain/people/accounts/mailed-codes";
import { mailedCodeSchema } from "~/domain/people/accounts/mailed-codes.schema";
import { useMailedCode } from "~/domain/people/accounts/mailed-codes.server";
import { REDIRECT_MAX, readParam } from "~/domain/kit/search-params";
import { withRedirect } from "~/domain/kit/with-redirect";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirect } from "~/http/answers/redirect.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { addressKey, giveBackToLimit, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { askForCode, forgetMailedCode, readMailedCode } from "~/http/request/login/mailed-code.server";
import { beginSession } from "~/http/request/login/sign-in.server";
import { mailSite } from "~/http/request/mail-site.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { safeRedirect } from "~/http/request/safe-redirect";
import { AccountPanel } from "~/ui/account/account-panel";
import { CodeField } from "~/ui/factors/code-field";
import type { FailureWords } from "~/ui/frame/navigation/failure-message";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { Button } from "~/ui/kit/button";
import { EmailText } from "~/ui/kit/email-text";
import { fieldProps } from "~/ui/kit/field-props";
import type { Route } from "./+types/login-email-code";

export const headers: Route.HeadersFunction = accountHeaders;

export const handle: FailureWords = { failed: { "": CODE_FAILED } };

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Login: your code") }, { name: "robots", content: "noindex" }];
}

const redirectOf = (url: URL) => safeRedirect(readParam(url.searchParams, "redirectTo", REDIRECT_MAX), "");

function startAgain(context: Route.LoaderArgs["context"], url: URL): Response {
  const page = withRedirect("/login/email", redirectOf(url));
  return redirectWithFlash(context, page, { kind: "error", text: CODE_OVER, inPage: true });
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const redirectTo = redirectOf(url);
  if (getRequestSession(context).account) throw redirect(redirectTo || "/", 303);
  const asked = await readMailedCode(request);
  if (!asked) throw startAgain(context, url);
  return { email: asked.email, redirectTo };
}

/** POST: the code; intent=again mails a new one, and the earlier one ends. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const session = getRequestSession(context);
  const form = await readForm(request);
  const asked = await readMailedCode(request);
  if (!asked) return startAgain(context, url);
  const submission = parseWithZod(form, { schema: mailedCodeSchema });
  const refusal = formRefusal(submission, ["code"]);
  const address = [addressKey(session.ip)];
  if (form.get("intent") === "again") {
    const limit = await takeFromLimit("mailed-code", address);
    if (!limit.allowed) return refusal.tooMany(limit);
    return refusal.unlessAway(CODE_FAILED, async () => {
      await askForCode(request, session, asked);
      const page = withRedirect("/login/email/code", redirectOf(url));
      return redirectWithFlash(context, page, { kind: "success", text: CODE_SENT, inPage: true });
    });
  }
  if (submission.status !== "success") return refusal.invalid();
  const limit = await takeFromLimit("mailed-code-try", address);
  if (!limit.allowed) return refusal.tooMany(limit);
  return refusal.unlessAway(CODE_FAILED, async () => {
    const typed = { token: asked.token, code: submission.value.code };
    const outcome = await useMailedCode(writeDb, typed, await mailSite(session));
    if (!outcome.ok && outcome.reason === "over") return startAgain(context, url);
    if (!outcome.ok) return refusal.field("code", outcome.message);
    await giveBackToLimit("mailed-code-try", address);
    forgetMailedCode(session);
    const { account, remember, message } = outcome;
    const wishes = { remember, redirectTo: redirectOf(url), method: "mailed_code", message } as const;
    return beginSession({ request, context }, account, wishes);
  });
}

export default function LoginEmailCode({ loaderData, actionData }: Route.ComponentProps) {
  const { email, redirectTo } = loaderData;
  const { form, fields } = useAnsweredForm({
    id: "login-email-code",
    names: ["code"],
    lastResult: actionData?.result,
    focusOnRefusal: "code",
  });
  return (
    <AccountPanel
      title="Your code"
      lead={
        <>
          We have sent it to <EmailText email={email} />. It works for {CODE_MINUTES} minutes, in this
          browser.
        </>
      }
      below={
        <>
          <Link to={withRedirect("/login/email", redirectTo)} className="link py-1">
            Use another address
          </Link>
          <Link to={withRedirect("/login", redirectTo)} className="link py-1">
            Log in with a password
          </Link>
        </>
      }
    >
      <AnsweredForm form={form} className="grid gap-5">
        <CodeField
          field={fieldProps(fields.code, fields.code.name)}
          label="Code from the mail"
          hint="Six digits. Nothing there? Check your spam folder as well"
        />
        <Button>Log in</Button>
      </AnsweredForm>
      <Form method="post">
        <Button variant="quiet" name="intent" value="again" className="w-full">
          Send a New Code
        </Button>
      </Form>
    </AccountPanel>
  );
}
