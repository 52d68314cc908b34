import { parseWithZod } from "@conform-to/zod/v4";
import { Link } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { EMAIL_MAX } from "~/domain/people/accounts/account-limits";
import { forgotPasswordSchema } from "~/domain/people/accounts/accounts.schema";
import { requestPasswordReset, RESET_SENT } from "~/domain/people/accounts/passwords/password-reset.server";
import { FORGOT_FAILED } from "~/domain/people/accounts/failures";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { mailSite } from "~/http/request/mail-site.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { giveNextStep } from "~/http/request/login/next-step.server";
import { giveUsernameHint, readUsernameHint } from "~/http/request/login/username-hint.server";
import { readSender } from "~/http/request/limits/spam-guard.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { SpamGuard } from "~/ui/kit/spam-guard";
import type { FailureWords } from "~/ui/frame/navigation/failure-message";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/forgot-password";

export const headers: Route.HeadersFunction = accountHeaders;

export const handle: FailureWords = { failed: { "": FORGOT_FAILED } };

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Forgot password") }, { name: "robots", content: "noindex" }];
}

/** The address typed last, so that a second request need not type it again. */
export async function loader({ request }: Route.LoaderArgs) {
  return { email: await readUsernameHint(request) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const session = getRequestSession(context);
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: forgotPasswordSchema });
  const refusal = formRefusal(submission);
  if (submission.status !== "success") return refusal.invalid();
  const sender = readSender(context, form);
  if (sender === "unknown") return refusal.notOurs();
  const limit = await takeFromLimit("forgot", [addressKey(session.ip)]);
  if (!limit.allowed) return refusal.tooMany(limit);
  return refusal.unlessAway(FORGOT_FAILED, async () => {
    if (sender === "person")
      await requestPasswordReset(writeDb, submission.value.email, await mailSite(session));
    session.setCookie(await giveUsernameHint(submission.value.email));
    session.setCookie(await giveNextStep("reset-sent"));
    return redirectWithFlash(context, "/", { kind: "success", text: RESET_SENT, inPage: true });
  });
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { form, fields, focus } = useAnsweredForm({
    id: "forgot-password",
    names: ["email"],
    lastResult: actionData?.result,
    defaultValue: loaderData,
  });
  return (
    <AccountPanel
      title="Forgot password"
      lead="Enter the email address of your account. We will send you a link to choose a new password."
      below={
        <Link to="/login" className="link py-1">
          Back to Login
        </Link>
      }
    >
      <AnsweredForm form={form} className="grid gap-5">
        <TextField
          label="Email"
          {...fieldProps(fields.email, focus)}
          type="email"
          required
          autoComplete="email"
          enterKeyHint="send"
          maxLength={EMAIL_MAX}
        />
        <SpamGuard />
        <Button>Send Reset Instructions</Button>
      </AnsweredForm>
    </AccountPanel>
  );
}
