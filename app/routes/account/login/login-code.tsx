import { parseWithZod } from "@conform-to/zod/v4";
import { Link } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { REMEMBERED_DAYS } from "~/domain/people/factors/factors";
import { secondStepSchema } from "~/domain/people/factors/factors.schema";
import { checkCode, readFactors } from "~/domain/people/factors/second-factor.server";
import { REDIRECT_MAX, readParam } from "~/domain/kit/search-params";
import { withRedirect } from "~/domain/kit/with-redirect";
import { redirect } from "~/http/answers/redirect.server";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { refusePasskey } from "~/http/answers/passkey-forms.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { countFactor } from "~/http/request/limits/factor-limits.server";
import { checkPasskey } from "~/http/request/login/passkeys.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { safeRedirect } from "~/http/request/safe-redirect";
import { endSecondStep, readSecondStep, rememberThisBrowser } from "~/http/request/login/second-step.server";
import { beginSession, recordWrongCode } from "~/http/request/login/sign-in.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { CodeField } from "~/ui/factors/code-field";
import { PasskeyButton } from "~/ui/factors/passkey-button";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { Button } from "~/ui/kit/button";
import { CheckboxField } from "~/ui/kit/field";
import { checkboxProps, fieldProps } from "~/ui/kit/field-props";
import type { Route } from "./+types/login-code";

export const headers: Route.HeadersFunction = accountHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Login: second step") }, { name: "robots", content: "noindex" }];
}

const TOO_LATE = "Please log in again: the time to type the code is over";

const redirectOf = (url: URL) => readParam(url.searchParams, "redirectTo", REDIRECT_MAX);

function startAgain(context: Route.LoaderArgs["context"], url: URL): Response {
  const to = safeRedirect(redirectOf(url), "");
  return redirectWithFlash(context, withRedirect("/login", to), {
    kind: "error",
    text: TOO_LATE,
    inPage: true,
  });
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  if (getRequestSession(context).account) throw redirect(safeRedirect(redirectOf(url)), 303);
  const login = await readSecondStep(request);
  if (!login) throw startAgain(context, url);
  const { appSince, passkeys } = await readFactors(readDb, login.accountId);
  return { hasApp: appSince !== null, hasPasskey: passkeys > 0 };
}

/** POST: the code of the login that this browser has begun. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const session = getRequestSession(context);
  const form = await readForm(request);
  const login = await readSecondStep(request);
  if (!login) return startAgain(context, url);
  if (form.get("intent") === "passkey") return withPasskey({ request, context }, url, login, form);
  const submission = parseWithZod(form, { schema: secondStepSchema });
  const refusal = formRefusal(submission, ["code"]);
  if (submission.status !== "success") return refusal.invalid();
  const { accountId, email, remember, token } = login;
  const { answer, giveBack } = await countFactor(accountId, session.ip);
  if (!answer.allowed) return refusal.tooMany(answer);
  const checked = await checkCode(writeDb, accountId, submission.value.code);
  if (!checked.ok) {
    await recordWrongCode(session, accountId);
    return refusal.field("code", checked.message);
  }
  await giveBack();
  if (!(await endSecondStep(session, token))) return startAgain(context, url);
  if (submission.value.rememberDevice) await rememberThisBrowser(request, session, accountId);
  const { recoveryCodesLeft } = await readFactors(readDb, accountId);
  return beginSession(
    { request, context },
    { id: accountId, email, role: "admin" },
    {
      remember,
      redirectTo: redirectOf(url),
      method: checked.kind,
      message: checked.kind === "recovery_code" ? codesLeft(recoveryCodesLeft) : undefined,
    },
  );
}

async function withPasskey(
  visit: Pick<Route.ActionArgs, "request" | "context">,
  url: URL,
  login: NonNullable<Awaited<ReturnType<typeof readSecondStep>>>,
  form: FormData,
) {
  const session = getRequestSession(visit.context);
  const outcome = await checkPasskey(session, { purpose: "prove", accountId: login.accountId }, form);
  if (!outcome.ok) return refusePasskey(outcome.message);
  if (!(await endSecondStep(session, login.token))) return startAgain(visit.context, url);
  const wishes = { remember: login.remember, redirectTo: redirectOf(url), method: "passkey" } as const;
  return beginSession(visit, outcome.account, wishes);
}

function codesLeft(count: number): string {
  if (count === 0)
    return "Login successful! That was your last recovery code: please make new ones under Your account, Security";
  return `Login successful! You have ${count} recovery ${count === 1 ? "code" : "codes"} left`;
}

export default function LoginCode({ loaderData: { hasApp, hasPasskey }, actionData }: Route.ComponentProps) {
  const { form, fields } = useAnsweredForm({
    id: "login-code",
    names: ["code", "rememberDevice"],
    lastResult: actionData?.result,
    focusOnRefusal: "code",
  });
  const { code, rememberDevice } = fields;
  return (
    <AccountPanel
      title="Second step"
      lead="Your password was right. This account also asks for something that only you have."
      below={
        <Link to="/login" className="link py-1">
          Log in as somebody else
        </Link>
      }
    >
      <AnsweredForm form={form} className="grid gap-5">
        <CodeField
          field={fieldProps(code, code.name)}
          label={hasApp ? "Code from the app on your phone" : "Recovery code"}
          hint={
            hasApp
              ? "Six digits. Without your phone, type one of your recovery codes"
              : "One of the codes that you wrote down"
          }
          isAny
        />
        <CheckboxField
          label={`Remember this device for ${REMEMBERED_DAYS} days`}
          hint="Then only the password is asked for here. Not on a device that others use."
          {...checkboxProps(rememberDevice)}
        />
        <Button>Log in</Button>
      </AnsweredForm>
      {hasPasskey ? (
        <PasskeyButton
          purpose="step"
          label="Use a passkey instead"
          refusal={actionData && "passkeyRefusal" in actionData ? actionData.passkeyRefusal : undefined}
        />
      ) : null}
    </AccountPanel>
  );
}
