import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { checkPassword } from "~/domain/people/accounts/passwords/password-check.server";
import { PROOF_MINUTES } from "~/domain/people/factors/factors";
import { proveCodeSchema, provePasswordSchema } from "~/domain/people/factors/factors.schema";
import { checkCode, readFactors } from "~/domain/people/factors/second-factor.server";
import { REDIRECT_MAX, readParam } from "~/domain/kit/search-params";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { refusePasskey } from "~/http/answers/passkey-forms.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { countFactor } from "~/http/request/limits/factor-limits.server";
import { requireStaff } from "~/http/request/guards.server";
import { countLogin } from "~/http/request/limits/login-limits.server";
import { checkPasskey } from "~/http/request/login/passkeys.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { safeRedirect } from "~/http/request/safe-redirect";
import { recordWrongCode } from "~/http/request/login/sign-in.server";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { ProveForms } from "./prove-forms";
import type { Route } from "./+types/prove";

export const headers: Route.HeadersFunction = accountHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Please confirm that it is you") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { email, id } = requireStaff(context);
  const { appSince, passkeys } = await readFactors(readDb, id);
  return { to: wayBack(url), email, hasApp: appSince !== null, hasPasskey: passkeys > 0 };
}

/** The page that asked for the proof; the address is the visitor's, so only back-office pages count. */
function wayBack(url: URL): string {
  const to = safeRedirect(readParam(url.searchParams, "to", REDIRECT_MAX), "/admin");
  return /^\/admin(?:[/?]|$)/.test(to) ? to : "/admin";
}

/** POST: intent password, code or passkey, with the field of that name. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const session = getRequestSession(context);
  const account = requireStaff(context);
  const proved = async () => {
    await session.prove();
    const text = `Thank you. You are not asked again for ${PROOF_MINUTES} minutes`;
    return redirectWithFlash(context, wayBack(url), { kind: "success", text });
  };

  switch (form.get("intent")) {
    case "password": {
      const submission = parseWithZod(form, { schema: provePasswordSchema });
      const refusal = formRefusal(submission, ["password"]);
      if (submission.status !== "success") return refusal.invalid();
      const { answer, giveBack } = await countLogin(request, session.ip, account.email, { isSignedIn: true });
      if (!answer.allowed) return refusal.tooMany(answer);
      const checked = await checkPassword(readDb, account.id, submission.value.password);
      if (checked.ok || checked.reason !== "wrong") await giveBack();
      if (checked.ok) return proved();
      return checked.reason === "busy"
        ? refusal.busy(checked.message)
        : refusal.field("password", checked.message);
    }
    case "code": {
      const submission = parseWithZod(form, { schema: proveCodeSchema });
      const refusal = formRefusal(submission, ["code"]);
      if (submission.status !== "success") return refusal.invalid();
      const { answer, giveBack } = await countFactor(account.id, session.ip);
      if (!answer.allowed) return refusal.tooMany(answer);
      const checked = await checkCode(writeDb, account.id, submission.value.code);
      if (checked.ok) {
        await giveBack();
        return proved();
      }
      await recordWrongCode(session, account.id);
      return refusal.field("code", checked.message);
    }
    case "passkey": {
      const checked = await checkPasskey(session, { purpose: "prove", accountId: account.id }, form);
      return checked.ok ? proved() : refusePasskey(checked.message);
    }
    default:
      throw data("Unknown intent", { status: 400 });
  }
}

export default function Prove({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="admin-page">
      <AdminHeading>Please confirm that it is you</AdminHeading>
      <div className="grid max-w-md gap-6">
        <p>
          What you are about to do has consequences, and you logged in a while ago. Nothing you typed is lost.
        </p>
        <ProveForms
          {...loaderData}
          lastResult={actionData?.result}
          refusal={actionData && "passkeyRefusal" in actionData ? actionData.passkeyRefusal : undefined}
        />
      </div>
    </div>
  );
}
