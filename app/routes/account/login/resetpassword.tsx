import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { resetPasswordSchema } from "~/domain/people/accounts/accounts.schema";
import {
  canResetPassword,
  isResetOfStaff,
  RESET_LINK_INVALID,
  resetPassword,
} from "~/domain/people/accounts/passwords/password-reset.server";
import { secretLinkHeaders } from "~/http/answers/account-headers.server";
import { RESET_FAILED } from "~/domain/people/accounts/failures";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { forgetFailures, rememberDevice } from "~/http/request/limits/login-limits.server";
import { mailSite } from "~/http/request/mail-site.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { giveNextStep } from "~/http/request/login/next-step.server";
import { giveUsernameHint } from "~/http/request/login/username-hint.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { Button, ButtonLink } from "~/ui/kit/button";
import { NewPasswordFields } from "~/ui/account/new-password-fields";
import { Notice } from "~/ui/kit/notice";
import type { FailureWords } from "~/ui/frame/navigation/failure-message";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/resetpassword";
import { readParam } from "~/domain/kit/search-params";

export const headers: Route.HeadersFunction = secretLinkHeaders;

export const handle: FailureWords = { failed: { "": RESET_FAILED } };

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Reset password") }, { name: "robots", content: "noindex" }];
}

export async function loader({ url }: Route.LoaderArgs) {
  const token = readParam(url.searchParams, "token") ?? "";
  if (await canResetPassword(readDb, token)) return data({ token, problem: null });
  return data({ token: "", problem: RESET_LINK_INVALID }, { status: 400 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const session = getRequestSession(context);
  const submission = parseWithZod(await readForm(request), { schema: resetPasswordSchema });
  const refusal = formRefusal(submission, ["password", "confirmPassword", "token"]);
  if (submission.status !== "success") return refusal.invalid();

  const limit = await takeFromLimit("reset", [addressKey(session.ip)]);
  if (!limit.allowed) return refusal.tooMany(limit);
  const isOfStaff = await isResetOfStaff(readDb, submission.value.token);
  const save = async () => {
    const outcome = await resetPassword(writeDb, submission.value, await mailSite(session));
    if (outcome.ok) {
      await forgetFailures(session.ip, outcome.email);
      session.setCookie(await rememberDevice(request, outcome.email));
      session.setCookie(await giveUsernameHint(outcome.email));
      session.setCookie(await giveNextStep("password-set"));
      return redirectWithFlash(context, "/", { kind: "success", text: outcome.message, inPage: true });
    }
    if (outcome.reason === "password") return refusal.field("password", outcome.message);
    if (outcome.reason === "busy") return refusal.busy(outcome.message);
    return refusal.form(outcome.message);
  };
  return refusal.unlessAway(RESET_FAILED, save, { isOfStaff });
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { form, fields, focus } = useAnsweredForm({
    id: "reset-password",
    names: ["password", "confirmPassword"],
    lastResult: actionData?.result,
  });
  const { password, confirmPassword } = fields;
  if (loaderData.problem) {
    return (
      <AccountPanel title="Reset password">
        <Notice kind="error">{loaderData.problem}</Notice>
        <ButtonLink to="/forgot-password">Ask for a new link</ButtonLink>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel title="Reset password">
      <AnsweredForm form={form} fields={[password, confirmPassword]} className="grid gap-5">
        <input type="hidden" name="token" value={loaderData.token} />
        <NewPasswordFields password={password} confirmPassword={confirmPassword} focus={focus} />
        <Button>Change Password</Button>
      </AnsweredForm>
    </AccountPanel>
  );
}
