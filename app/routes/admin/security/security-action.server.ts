import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { endDevice, endOtherDevices } from "~/domain/people/accounts/devices.server";
import type { Account } from "~/domain/people/accounts/sessions.server";
import { renewRecoveryCodes, switchAppOff, switchAppOn } from "~/domain/people/factors/factor-changes.server";
import { confirmAppSchema, switchOffSchema } from "~/domain/people/factors/factors.schema";
import { forgetDevice } from "~/domain/people/factors/remembered-devices.server";
import { beginApp } from "~/domain/people/factors/totp.server";
import { parseId } from "~/domain/kit/ids";
import { redirect } from "~/http/answers/redirect.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { passkeyForms } from "~/http/answers/passkey-forms.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { countFactor } from "~/http/request/limits/factor-limits.server";
import { requireStaff } from "~/http/request/guards.server";
import { countLogin } from "~/http/request/limits/login-limits.server";
import { mailSite } from "~/http/request/mail-site.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { requireRecentProof } from "~/http/request/login/recent-proof.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { recordWrongCode } from "~/http/request/login/sign-in.server";

export const SECURITY = "/admin/account/security";

interface Visit {
  request: Request;
  context: Readonly<RouterContextProvider>;
  account: Account;
}

/** Handles one form of the page by its intent. Recovery codes are in the answer itself: they are shown once. */
export async function securityAction(request: Request, context: Readonly<RouterContextProvider>) {
  const account = requireStaff(context);
  const visit = { request, context, account };
  const form = await readForm(request);
  const done = (text: string) => redirectWithFlash(context, SECURITY, { kind: "success", text });
  const session = getRequestSession(context);

  switch (form.get("intent")) {
    case "app-begin":
      await requireRecentProof(context, request, { form });
      await beginApp(writeDb, account.id);
      throw redirect(`${SECURITY}?setup=app`, 303);
    case "app-confirm":
      return confirm(visit, form, done);
    case "app-off":
      return switchOff(visit, form, done);
    case "new-codes": {
      await requireRecentProof(context, request, { form });
      const codes = await renewRecoveryCodes(writeDb, account.id, await mailSite(session));
      if (!codes)
        throw data("There is no second step that recovery codes could stand in for", { status: 400 });
      return shown(codes);
    }
    case "forget": {
      const id = parseId(form.get("id"));
      if (id === null || !(await forgetDevice(writeDb, account.id, id))) throw data(null, { status: 404 });
      return done("This device is asked for the code again");
    }
    case "end": {
      const kind = form.get("kind") === "app" ? "app" : "browser";
      const key = String(form.get("key"));
      if (!(await endDevice(writeDb, account.id, { kind, key }))) throw data(null, { status: 404 });
      return done("The device has been logged out");
    }
    case "end-others":
      await endOtherDevices(writeDb, account.id, session.sessionHash);
      return done("You have been logged out everywhere else");
    default: {
      if (form.get("intent") === "passkey-add") await requireRecentProof(context, request, { form });
      const answer = await passkeyForms(context, account, form, SECURITY);
      if (!answer) throw data("Unknown intent", { status: 400 });
      return answer;
    }
  }
}

const shown = (codes: string[]) => data({ codes, result: undefined });

async function confirm({ context, account }: Visit, form: FormData, done: (text: string) => Response) {
  const session = getRequestSession(context);
  const submission = parseWithZod(form, { schema: confirmAppSchema });
  const refused = formRefusal(submission, ["code"]);
  if (submission.status !== "success") return refused.invalid();
  const { answer, giveBack } = await countFactor(account.id, session.ip);
  if (!answer.allowed) return refused.tooMany(answer);
  const outcome = await switchAppOn(writeDb, account.id, submission.value.code, await mailSite(session));
  if (!outcome.ok) return refused.field("code", outcome.message);
  await giveBack();
  return outcome.recoveryCodes
    ? shown(outcome.recoveryCodes)
    : done("From now on your login asks for a code from the app");
}

async function switchOff(
  { request, context, account }: Visit,
  form: FormData,
  done: (text: string) => Response,
) {
  const session = getRequestSession(context);
  const submission = parseWithZod(form, { schema: switchOffSchema });
  const refused = formRefusal(submission, ["password", "code"]);
  if (submission.status !== "success") return refused.invalid();
  const login = await countLogin(request, session.ip, account.email, { isSignedIn: true });
  if (!login.answer.allowed) return refused.tooMany(login.answer);
  const code = await countFactor(account.id, session.ip);
  if (!code.answer.allowed) return refused.tooMany(code.answer);
  const outcome = await switchAppOff(writeDb, account.id, submission.value, await mailSite(session));
  if (outcome.ok || outcome.field !== "password") await login.giveBack();
  if (outcome.ok || outcome.field !== "code") await code.giveBack();
  if (outcome.ok) return done("Your login no longer asks for a code from the app");
  if (outcome.field === "code") await recordWrongCode(session, account.id);
  return outcome.field ? refused.field(outcome.field, outcome.message) : refused.busy(outcome.message);
}
