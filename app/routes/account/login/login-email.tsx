import { parseWithZod } from "@conform-to/zod/v4";
import { Link } from "react-router";
import { EMAIL_MAX } from "~/domain/people/accounts/account-limits";
import { CODE_FAILED } from "~/domain/people/accounts/failures";
import { CODE_SENT } from "~/domain/people/accounts/mailed-codes";
import { askForCodeSchema } from "~/domain/people/accounts/mailed-codes.schema";
import { REDIRECT_MAX, readParam } from "~/domain/kit/search-params";
import { withRedirect } from "~/domain/kit/with-redirect";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirect } from "~/http/answers/redirect.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { readSender } from "~/http/request/limits/spam-guard.server";
import { askForCode } from "~/http/request/login/mailed-code.server";
import { giveUsernameHint, readUsernameHint } from "~/http/request/login/username-hint.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { safeRedirect } from "~/http/request/safe-redirect";
import { AccountPanel } from "~/ui/account/account-panel";
import { cartIsHere, GuestCart } from "~/ui/cart/guest-cart";
import type { FailureWords } from "~/ui/frame/navigation/failure-message";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { Button } from "~/ui/kit/button";
import { CheckboxField, TextField } from "~/ui/kit/field";
import { checkboxProps, fieldProps } from "~/ui/kit/field-props";
import { NewTab } from "~/ui/kit/new-tab";
import { SpamGuard } from "~/ui/kit/spam-guard";
import { guestCart } from "./guest-cart.server";
import type { Route } from "./+types/login-email";

export const headers: Route.HeadersFunction = accountHeaders;

export const handle: FailureWords = { failed: { "": CODE_FAILED } };

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Login with a code") }, { name: "robots", content: "noindex" }];
}

const redirectOf = (url: URL) => safeRedirect(readParam(url.searchParams, "redirectTo", REDIRECT_MAX), "");

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const redirectTo = redirectOf(url);
  if (getRequestSession(context).account) throw redirect(redirectTo || "/", 303);
  const cart = await guestCart(context, redirectTo);
  return { redirectTo, cart, email: await readUsernameHint(request) };
}

/** POST: mails a code. Whoever has the address, the answer is the same. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const session = getRequestSession(context);
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: askForCodeSchema });
  const refusal = formRefusal(submission);
  if (submission.status !== "success") return refusal.invalid();
  const sender = readSender(context, form);
  if (sender === "unknown") return refusal.notOurs();
  const limit = await takeFromLimit("mailed-code", [addressKey(session.ip)]);
  if (!limit.allowed) return refusal.tooMany(limit);
  return refusal.unlessAway(CODE_FAILED, async () => {
    if (sender === "person") await askForCode(request, session, submission.value);
    session.setCookie(await giveUsernameHint(submission.value.email));
    const page = withRedirect("/login/email/code", redirectOf(url));
    return redirectWithFlash(context, page, { kind: "success", text: CODE_SENT, inPage: true });
  });
}

export default function LoginEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { redirectTo, cart } = loaderData;
  const { form, fields, focus } = useAnsweredForm({
    id: "login-email",
    names: ["email", "remember"],
    lastResult: actionData?.result,
    defaultValue: { email: loaderData.email },
  });
  return (
    <AccountPanel
      title="Login with a code"
      lead={cart ? cartIsHere(cart.count) : "No password needed. The code works for ten minutes."}
      beside={cart ? <GuestCart cart={cart} page={withRedirect("/login/email", redirectTo)} /> : null}
      below={
        <Link to={withRedirect("/login", redirectTo)} className="link py-1">
          Log in with a password
        </Link>
      }
    >
      <AnsweredForm form={form} className="grid gap-5">
        <TextField
          label="Email"
          hint="We send a code of six digits there"
          {...fieldProps(fields.email, focus)}
          type="email"
          required
          autoComplete="email"
          enterKeyHint="send"
          maxLength={EMAIL_MAX}
        />
        <CheckboxField label="Remember me" {...checkboxProps(fields.remember)} />
        <SpamGuard />
        <Button>Send Me a Code</Button>
        <p className="text-muted text-sm">
          Logging in opens an account if you have none, and accepts the <NewTab to="/terms">Terms</NewTab> and
          the <NewTab to="/privacy">Privacy Policy</NewTab>.
        </p>
      </AnsweredForm>
    </AccountPanel>
  );
}
