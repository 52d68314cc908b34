import { parseWithZod } from "@conform-to/zod/v4";
import { Link } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { EMAIL_MAX, forgotPasswordSchema } from "~/domain/accounts/accounts.schema";
import { requestPasswordReset, RESET_SENT } from "~/domain/accounts/password-reset.server";
import { FORGOT_FAILED } from "~/domain/accounts/failures";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { mailSite } from "~/http/request/mail-site.server";
import { addressKey, takeFromLimit } from "~/http/request/rate-limit.server";
import { readForm } from "~/http/request/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { giveNextStep } from "~/http/request/next-step.server";
import { giveUsernameHint, readUsernameHint } from "~/http/request/username-hint.server";
import { readSender } from "~/http/request/spam-guard.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { SpamGuard } from "~/ui/kit/spam-guard";
import type { FailureWords } from "~/ui/frame/failure-message";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { pageTitle } from "~/ui/frame/page-title";
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
  if (sender === "too-quick") return refusal.tooQuick();
  const limit = await takeFromLimit("forgot", [addressKey(session.ip)]);
  if (!limit.allowed) return refusal.tooMany(limit);
  return refusal.unlessAway(FORGOT_FAILED, async () => {
    if (sender === "person")
      await requestPasswordReset(writeDb, submission.value.email, await mailSite(session));
    session.setCookie(await giveUsernameHint(submission.value.email));
    session.setCookie(await giveNextStep("reset-sent"));
    return redirectWithFlash(context, "/", { kind: "success", text: RESET_SENT });
  });
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const [form, { email }] = useZodForm({
    id: "forgot-password",
    lastResult: actionData?.result,
    defaultValue: loaderData,
    // Without scripts the browser checks 'required' and 'email' first.
    defaultNoValidate: false,
    schema: forgotPasswordSchema,
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
      <ZodForm form={form} className="grid gap-5">
        <TextField
          label="Email"
          {...fieldProps(email, firstInvalid([email]))}
          type="email"
          required
          autoComplete="email"
          enterKeyHint="send"
          maxLength={EMAIL_MAX}
        />
        <SpamGuard />
        <Button>Send Reset Instructions</Button>
      </ZodForm>
    </AccountPanel>
  );
}
