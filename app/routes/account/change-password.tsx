import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { changePasswordSchema } from "~/domain/people/accounts/accounts.schema";
import { changePassword } from "~/domain/people/accounts/passwords/password-change.server";
import { requestPasswordReset } from "~/domain/people/accounts/passwords/password-reset.server";
import { readProfile } from "~/domain/people/accounts/profile.server";
import type { Account } from "~/domain/people/accounts/sessions.server";
import { CHANGE_FAILED } from "~/domain/people/accounts/failures";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { requireMember } from "~/http/request/guards.server";
import { countLogin } from "~/http/request/limits/login-limits.server";
import { mailSite } from "~/http/request/mail-site.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { giveUsernameHint } from "~/http/request/login/username-hint.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { Button } from "~/ui/kit/button";
import { FormErrorSummary } from "~/ui/kit/field";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { CurrentPasswordField, NewPasswordFields } from "~/ui/account/new-password-fields";
import type { FailureWords } from "~/ui/frame/navigation/failure-message";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/change-password";

export const headers: Route.HeadersFunction = accountHeaders;

export const handle: FailureWords = { failed: { "": CHANGE_FAILED } };

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Change password") }, { name: "robots", content: "noindex" }];
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const account = requireMember(context, request);
  return { hasPassword: (await readProfile(readDb, account.id)).hasPassword };
}

/** POST: the form of the page; intent=send-link mails a link to an account that has no password yet. */
export async function action({ request, context }: Route.ActionArgs) {
  const account = requireMember(context, request);
  const session = getRequestSession(context);
  const form = await readForm(request);
  if (form.get("intent") === "send-link") return sendLink(context, account, form);

  const submission = parseWithZod(form, { schema: changePasswordSchema });
  const refusal = formRefusal(submission, ["currentPassword", "password", "confirmPassword"]);
  if (submission.status !== "success") return refusal.invalid();
  const { answer, giveBack } = await countLogin(request, session.ip, account.email, { isSignedIn: true });
  if (!answer.allowed) return refusal.tooMany(answer);
  const save = async () => {
    const outcome = await changePassword(writeDb, account.id, submission.value, await mailSite(session));
    if (outcome.ok || outcome.reason !== "wrong") await giveBack();
    if (!outcome.ok && outcome.reason === "busy") return refusal.busy(outcome.message);
    if (!outcome.ok) {
      const formErrors = [CHANGE_FAILED];
      if (outcome.reason === "lost") return refusal.invalid({ formErrors });
      const field = outcome.reason === "password" ? "password" : "currentPassword";
      return refusal.invalid({ formErrors, fieldErrors: { [field]: [outcome.message] } });
    }
    await session.signOut();
    session.setCookie(await giveUsernameHint(account.email));
    return redirectWithFlash(context, "/login", { kind: "success", text: outcome.message, inPage: true });
  };
  return refusal.unlessAway(CHANGE_FAILED, save, { isOfStaff: account.role === "admin" });
}

/** For an account that only logs in through a third party: the mailed link replaces the current password. */
async function sendLink(context: Route.ActionArgs["context"], account: Account, form: FormData) {
  const session = getRequestSession(context);
  const limit = await takeFromLimit("forgot", [addressKey(session.ip)]);
  if (!limit.allowed) return formRefusal(parseWithZod(form, { schema: changePasswordSchema })).tooMany(limit);
  const { message } = await requestPasswordReset(writeDb, account.email, await mailSite(session));
  const back = account.role === "admin" ? "/admin" : "/account";
  return redirectWithFlash(context, back, { kind: "success", text: message });
}

export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps) {
  const [form, { currentPassword, password, confirmPassword }] = useZodForm({
    id: "change-password",
    lastResult: actionData?.result,
    schema: changePasswordSchema,
  });
  const inOrder = [currentPassword, password, confirmPassword];
  const focus = firstInvalid(inOrder);
  if (!loaderData.hasPassword) {
    return (
      <AccountPanel title="Change password">
        <p>Your account has no password yet: you log in with a code by email, or through another service.</p>
        <p>To set one, open the link that we send to your email.</p>
        <Form method="post" className="grid gap-5">
          <FormErrorSummary errors={form.errors} />
          <Button name="intent" value="send-link">
            Send me a link
          </Button>
        </Form>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel
      title="Change password"
      lead="You will be logged out on every device, this one too, and log in again with the new password."
    >
      <ZodForm form={form} fields={inOrder} className="grid gap-5">
        <CurrentPasswordField field={currentPassword} focus={focus} />
        <NewPasswordFields password={password} confirmPassword={confirmPassword} focus={focus} />
        <Button>Change Password</Button>
      </ZodForm>
    </AccountPanel>
  );
}
