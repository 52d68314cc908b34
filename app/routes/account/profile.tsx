import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { changeEmailSchema, namesSchema, preferencesSchema } from "~/domain/people/accounts/accounts.schema";
import {
  cancelEmailChange,
  requestEmailChange,
  resendEmailChange,
} from "~/domain/people/accounts/passwords/email-change.server";
import { readProfile, updateProfile } from "~/domain/people/accounts/profile.server";
import type { Account } from "~/domain/people/accounts/sessions.server";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { requireCustomer } from "~/http/request/guards.server";
import { countLogin } from "~/http/request/limits/login-limits.server";
import { mailSite } from "~/http/request/mail-site.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AccountFrame } from "~/ui/account/account-frame";
import { Part } from "~/ui/account/opening";
import { ButtonLink } from "~/ui/kit/button";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { EmailForm, NamesForm, PendingEmail, PreferencesForm } from "~/ui/account/profile-forms";
import type { Route } from "./+types/profile";

export const headers: Route.HeadersFunction = accountHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Profile") }, { name: "robots", content: "noindex" }];
}

export async function loader({ request, context }: Route.LoaderArgs) {
  return readProfile(readDb, requireCustomer(context, request).id);
}

/** POST: intent names, preferences, change-email, resend-email or cancel-email. */
export async function action({ request, context }: Route.ActionArgs) {
  const account = requireCustomer(context, request);
  const form = await readForm(request);
  const toProfile = ({ ok = true, message }: { ok?: boolean; message: string }) =>
    redirectWithFlash(context, "/account", { kind: ok ? "success" : "error", text: message });
  switch (form.get("intent")) {
    case "names": {
      const submission = parseWithZod(form, { schema: namesSchema });
      if (submission.status !== "success") return formRefusal(submission).invalid();
      await updateProfile(writeDb, account.id, submission.value);
      return toProfile({ message: "Your name has been saved" });
    }
    case "preferences": {
      const submission = parseWithZod(form, { schema: preferencesSchema });
      if (submission.status !== "success") return formRefusal(submission).invalid();
      await updateProfile(writeDb, account.id, submission.value);
      return toProfile({ message: "Your preferences have been saved" });
    }
    case "change-email":
      return changeEmail(request, context, account, form);
    case "resend-email":
      return toProfile(await resendEmailChange(writeDb, account, await mailSite(getRequestSession(context))));
    case "cancel-email":
      return toProfile(await cancelEmailChange(writeDb, account.id));
  }
  throw data("Unknown intent", { status: 400 });
}

async function changeEmail(
  request: Request,
  context: Route.ActionArgs["context"],
  account: Account,
  form: FormData,
) {
  const session = getRequestSession(context);
  const submission = parseWithZod(form, { schema: changeEmailSchema });
  const refusal = formRefusal(submission, ["currentPassword"]);
  if (submission.status !== "success") return refusal.invalid();
  const { answer, giveBack } = await countLogin(request, session.ip, account.email, { isSignedIn: true });
  if (!answer.allowed) return refusal.tooMany(answer);
  const outcome = await requestEmailChange(writeDb, account.id, submission.value, await mailSite(session));
  if (outcome.ok || outcome.reason !== "wrong") await giveBack();
  if (outcome.ok) return redirectWithFlash(context, "/account", { kind: "success", text: outcome.message });
  if (outcome.reason === "wrong") return refusal.field("currentPassword", outcome.message);
  if (outcome.reason === "email") return refusal.field("newEmail", outcome.message);
  return outcome.reason === "busy" ? refusal.busy(outcome.message) : refusal.form(outcome.message);
}

export default function Profile({ loaderData: profile, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const resultOf = (intent: string) => (result?.initialValue?.intent === intent ? result : undefined);
  return (
    <AccountFrame title="Profile">
      <Part id="name" title="Name">
        <NamesForm profile={profile} lastResult={resultOf("names")} />
      </Part>
      <Part id="email" title="Email">
        {profile.newEmail ? (
          <PendingEmail email={profile.email} newEmail={profile.newEmail} />
        ) : (
          <EmailForm profile={profile} lastResult={resultOf("change-email")} />
        )}
      </Part>
      <Part id="password" title="Password">
        <p>
          {profile.hasPassword
            ? "When you change it, you are logged out on every device."
            : "You log in through another service; your account has no password yet."}
        </p>
        <ButtonLink to="/change-password" variant="quiet" className="justify-self-start">
          {profile.hasPassword ? "Change password" : "Set a password"}
        </ButtonLink>
      </Part>
      <Part id="preferences" title="Preferences">
        <PreferencesForm showRecommendations={profile.showRecommendations} />
      </Part>
    </AccountFrame>
  );
}
