import { parseWithZod } from "@conform-to/zod/v4";
import { useEffect } from "react";
import { Link, redirect } from "react-router";
import { loginSchema } from "~/domain/accounts/accounts.schema";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { type AuthenticatedAccount, authenticator, LoginError } from "~/http/request/authenticator.server";
import { refusePasskey } from "~/http/answers/passkey-forms.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { countLogin } from "~/http/request/login-limits.server";
import { checkPasskey } from "~/http/request/passkeys.server";
import { readForm, textField } from "~/http/request/read-form.server";
import { safeRedirect } from "~/http/request/safe-redirect";
import { afterPassword, beginSession } from "~/http/request/sign-in.server";
import { configuredProviders } from "~/http/third-party/providers.server";
import { readUsernameHint } from "~/http/request/username-hint.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { cartKept, GuestCart } from "~/ui/cart/guest-cart";
import { AccountPanel } from "~/ui/account/account-panel";
import { Button } from "~/ui/kit/button";
import { PasskeyButton } from "~/ui/factors/passkey-button";
import { CheckboxField, TextField } from "~/ui/kit/field";
import { checkboxProps, fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { pageTitle } from "~/ui/frame/page-title";
import { PasswordField } from "~/ui/kit/password-field";
import { ThirdPartyButtons } from "~/ui/account/third-party-buttons";
import { guestCart } from "./guest-cart.server";
import type { Route } from "./+types/login";
import { REDIRECT_MAX, readParam } from "~/domain/search-params";

export const headers: Route.HeadersFunction = accountHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [
    { title: pageTitle(matches, "Login") },
    {
      name: "description",
      content: "Log in to order books, and to see your orders, wishlist and addresses.",
    },
    { name: "robots", content: "noindex" },
  ];
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const redirectTo = safeRedirect(readParam(url.searchParams, "redirectTo", REDIRECT_MAX), "");
  if (getRequestSession(context).account) throw redirect(redirectTo || "/", 303);
  return {
    redirectTo,
    username: await readUsernameHint(request),
    providers: configuredProviders,
    cart: await guestCart(context, redirectTo),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const session = getRequestSession(context);
  // Cloned, since the authenticator reads the body too.
  const sent = await readForm(request.clone());
  if (sent.get("intent") === "passkey") return withPasskey({ request, context }, url, sent);
  const submission = parseWithZod(sent, { schema: loginSchema });
  const refusal = formRefusal(submission, ["password"]);
  if (submission.status !== "success") return refusal.invalid();
  const { username, remember, redirectTo } = submission.value;

  const { answer, giveBack } = await countLogin(request, session.ip, username);
  if (!answer.allowed) return refusal.tooMany(answer);
  let account: AuthenticatedAccount;
  try {
    account = await authenticator.authenticate("form", request);
  } catch (error) {
    if (!(error instanceof LoginError)) throw error;
    if (error.reason === "credentials") return refusal.form(error.message);
    await giveBack();
    return refusal.busy(error.message);
  }
  await giveBack();
  return afterPassword({ request, context }, account, {
    remember,
    redirectTo: redirectTo ?? readParam(url.searchParams, "redirectTo", REDIRECT_MAX),
  });
}

/** A passkey stands for the password and the second factor. */
async function withPasskey(visit: Pick<Route.ActionArgs, "request" | "context">, url: URL, form: FormData) {
  const use = { purpose: "sign_in", accountId: null } as const;
  const outcome = await checkPasskey(getRequestSession(visit.context), use, form);
  if (!outcome.ok) return refusePasskey(outcome.message);
  return beginSession(visit, outcome.account, {
    remember: form.get("remember") === "on",
    redirectTo: textField(form, "redirectTo") || readParam(url.searchParams, "redirectTo", REDIRECT_MAX),
    method: "passkey",
  });
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { redirectTo, cart } = loaderData;
  const [form, fields] = useZodForm({
    id: "login",
    lastResult: actionData?.result,
    defaultValue: { username: loaderData.username },
    schema: loginSchema,
  });
  const { username, password, remember } = fields;
  // After a failed login the password is to be typed again.
  const focus = firstInvalid([username, password]) ?? (form.errors ? "password" : undefined);
  useEffect(() => {
    // The message is about the whole form, and conform only moves the focus to fields.
    if (actionData?.result?.error?.[""]) document.getElementById(password.id)?.focus();
  }, [actionData, password.id]);
  const search = redirectTo ? `?redirectTo=${encodeURIComponent(redirectTo)}` : "";
  return (
    <AccountPanel
      title="Login"
      lead={cart ? cartKept(cart.count) : "Your orders, wishlist and cart are where you left them."}
      beside={
        cart ? (
          <GuestCart cart={cart} page={`/login?redirectTo=${encodeURIComponent(loaderData.redirectTo)}`} />
        ) : null
      }
      below={
        <>
          <Link to="/" className="link py-1">
            Back to home
          </Link>
          <span className="py-1">
            New here?{" "}
            <Link to={`/register${search}`} className="link">
              Sign up
            </Link>
          </span>
        </>
      }
    >
      <ZodForm form={form} fields={[username, password]} className="grid gap-5">
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <TextField
          label="Username"
          hint="Your email address"
          {...fieldProps(username, focus)}
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          enterKeyHint="next"
          spellCheck={false}
        />
        <PasswordField
          label="Password"
          id={password.id}
          name={password.name}
          errors={password.errors}
          autoComplete="current-password"
          enterKeyHint="go"
          autoFocus={focus === password.name}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <CheckboxField label="Remember me" {...checkboxProps(remember)} />
          <Link to="/forgot-password" className="link py-1">
            Forgot password?
          </Link>
        </div>
        <Button>Login</Button>
      </ZodForm>
      <PasskeyButton
        purpose="sign-in"
        label="Log in with a passkey"
        refusal={actionData && "passkeyRefusal" in actionData ? actionData.passkeyRefusal : undefined}
        fields={() => ({ redirectTo, ...rememberTicked() })}
      />
      <ThirdPartyButtons providers={loaderData.providers} redirectTo={redirectTo} />
    </AccountPanel>
  );
}

/** The state of 'Remember me', for a login with a passkey. */
function rememberTicked(): { remember?: string } {
  const box = document.querySelector<HTMLInputElement>("input[name=remember]");
  return box?.checked ? { remember: "on" } : {};
}
