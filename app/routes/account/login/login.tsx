import { parseWithZod } from "@conform-to/zod/v4";
import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { loginSchema } from "~/domain/people/accounts/accounts.schema";
import { authenticateAccount } from "~/domain/people/accounts/accounts.server";
import { redirect } from "~/http/answers/redirect.server";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { refusePasskey } from "~/http/answers/passkey-forms.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { countLogin } from "~/http/request/limits/login-limits.server";
import { checkPasskey } from "~/http/request/login/passkeys.server";
import { readForm, textField } from "~/http/request/forms/read-form.server";
import { safeRedirect } from "~/http/request/safe-redirect";
import { afterPassword, beginSession } from "~/http/request/login/sign-in.server";
import { configuredProviders } from "~/http/third-party/providers.server";
import { readUsernameHint } from "~/http/request/login/username-hint.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { cartIsHere, GuestCart } from "~/ui/cart/guest-cart";
import { AccountPanel } from "~/ui/account/account-panel";
import { Button, ButtonLink } from "~/ui/kit/button";
import { PasskeyButton } from "~/ui/factors/passkey-button";
import { CheckboxField, TextField } from "~/ui/kit/field";
import { checkboxProps, fieldProps } from "~/ui/kit/field-props";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { PasswordField } from "~/ui/kit/password-field";
import { ThirdPartyButtons } from "~/ui/account/third-party-buttons";
import { guestCart } from "./guest-cart.server";
import type { Route } from "./+types/login";
import { REDIRECT_MAX, readParam } from "~/domain/kit/search-params";
import { withRedirect } from "~/domain/kit/with-redirect";

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
  const sent = await readForm(request);
  if (sent.get("intent") === "passkey") return withPasskey({ request, context }, url, sent);
  const submission = parseWithZod(sent, { schema: loginSchema });
  const refusal = formRefusal(submission, ["password"]);
  if (submission.status !== "success") return refusal.invalid();
  const { username, password, remember, redirectTo } = submission.value;

  const { answer, giveBack } = await countLogin(request, session.ip, username);
  if (!answer.allowed) return refusal.tooMany(answer);
  const found = await authenticateAccount(readDb, { username, password });
  if (!found.ok && found.reason === "credentials") return refusal.form(found.message);
  await giveBack();
  if (!found.ok) return refusal.busy(found.message);
  return afterPassword({ request, context }, found.account, {
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

/** What waits after the login: staff have no orders, wishlist and cart. */
function leadOf({ cart, redirectTo }: Route.ComponentProps["loaderData"]): string {
  if (cart) return cartIsHere(cart.count);
  if (/^\/admin(?:[/?#]|$)/.test(redirectTo)) return "The back office opens after you log in.";
  return "Your orders, wishlist and cart are where you left them.";
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { redirectTo, cart } = loaderData;
  const { form, fields, focus } = useAnsweredForm({
    id: "login",
    names: ["username", "password", "remember"],
    lastResult: actionData?.result,
    defaultValue: { username: loaderData.username },
    // After a failed login the password is to be typed again.
    focusOnRefusal: "password",
  });
  const { username, password, remember } = fields;
  return (
    <AccountPanel
      title="Login"
      lead={leadOf(loaderData)}
      beside={cart ? <GuestCart cart={cart} page={withRedirect("/login", redirectTo)} /> : null}
      below={
        <>
          <Link to="/" className="link py-1">
            Back to home
          </Link>
          <span className="py-1">
            New here?{" "}
            <Link to={withRedirect("/register", redirectTo)} className="link">
              Sign up
            </Link>
          </span>
        </>
      }
    >
      <AnsweredForm form={form} fields={[username, password]} className="grid gap-5">
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
      </AnsweredForm>
      <ButtonLink variant="quiet" to={withRedirect("/login/email", redirectTo)}>
        Log in with a code by email
      </ButtonLink>
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
