import { parseWithZod } from "@conform-to/zod/v4";
import { Link } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { EMAIL_MAX, NAME_MAX } from "~/domain/people/accounts/account-limits";
import { registerSchema } from "~/domain/people/accounts/accounts.schema";
import { registerAccount, welcome } from "~/domain/people/accounts/accounts.server";
import { REGISTER_FAILED } from "~/domain/people/accounts/failures";
import { redirect } from "~/http/answers/redirect.server";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { mailSite } from "~/http/request/mail-site.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { safeRedirect } from "~/http/request/safe-redirect";
import { configuredProviders } from "~/http/third-party/providers.server";
import { giveUsernameHint } from "~/http/request/login/username-hint.server";
import { holdBack } from "~/http/request/limits/hold-back.server";
import { readSender } from "~/http/request/limits/spam-guard.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { cartIsHere, GuestCart } from "~/ui/cart/guest-cart";
import { AccountPanel } from "~/ui/account/account-panel";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { Button } from "~/ui/kit/button";
import { CheckboxField, TextField } from "~/ui/kit/field";
import { checkboxProps, fieldProps } from "~/ui/kit/field-props";
import { NewPasswordFields } from "~/ui/account/new-password-fields";
import { NewTab } from "~/ui/kit/new-tab";
import { SpamGuard } from "~/ui/kit/spam-guard";
import type { FailureWords } from "~/ui/frame/navigation/failure-message";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { ThirdPartyButtons } from "~/ui/account/third-party-buttons";
import { guestCart } from "./guest-cart.server";
import type { Route } from "./+types/register";
import { REDIRECT_MAX, readParam } from "~/domain/kit/search-params";
import { withRedirect } from "~/domain/kit/with-redirect";

export const headers: Route.HeadersFunction = accountHeaders;

export const handle: FailureWords = { failed: { "": REGISTER_FAILED } };

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Register") }, { name: "robots", content: "noindex" }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const redirectTo = safeRedirect(readParam(url.searchParams, "redirectTo", REDIRECT_MAX), "");
  if (getRequestSession(context).account) throw redirect(redirectTo || "/", 303);
  return { redirectTo, providers: configuredProviders, cart: await guestCart(context, redirectTo) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const session = getRequestSession(context);
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: registerSchema });
  const refusal = formRefusal(submission, ["password", "confirmPassword"]);
  if (submission.status !== "success") return refusal.invalid();

  const sender = readSender(context, form);
  if (sender === "unknown") return refusal.notOurs();
  const held = await holdBack(session.ip, form);
  if (!held.allowed) return refusal.tooMany(held);
  const limit = await takeFromLimit("register", [addressKey(session.ip)]);
  if (!limit.allowed) return refusal.tooMany(limit);
  return refusal.unlessAway(REGISTER_FAILED, async () => {
    const site = await mailSite(session);
    const outcome =
      sender === "program"
        ? { ok: true as const, message: welcome(site.shopName) }
        : await registerAccount(writeDb, submission.value, site);
    if (!outcome.ok && outcome.field) return refusal.field(outcome.field, outcome.message);
    if (!outcome.ok) return refusal.busy(outcome.message);

    session.setCookie(await giveUsernameHint(submission.value.email));
    const requested = submission.value.redirectTo ?? readParam(url.searchParams, "redirectTo", REDIRECT_MAX);
    const to = safeRedirect(requested, "");
    return redirectWithFlash(context, withRedirect("/login", to), {
      kind: "success",
      text: outcome.message,
      inPage: true,
    });
  });
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { form, fields, focus } = useAnsweredForm({
    id: "register",
    names: ["firstName", "lastName", "email", "password", "confirmPassword", "terms"],
    lastResult: actionData?.result,
  });
  const { cart } = loaderData;
  const { firstName, lastName, email, password, confirmPassword, terms } = fields;
  const text = (field: typeof firstName) => ({
    ...fieldProps(field, focus),
    enterKeyHint: "next" as const,
  });
  return (
    <AccountPanel
      title="Register"
      lead={cart ? cartIsHere(cart.count) : "One place for your orders, addresses and wishlist."}
      beside={
        cart ? (
          <GuestCart cart={cart} page={`/register?redirectTo=${encodeURIComponent(loaderData.redirectTo)}`} />
        ) : null
      }
      below={
        <>
          <span className="py-1">
            Already have an account?{" "}
            <Link to={withRedirect("/login", loaderData.redirectTo)} className="link">
              Log in
            </Link>
          </span>
          <Link to={withRedirect("/login/email", loaderData.redirectTo)} className="link py-1">
            Log in with a code by email
          </Link>
        </>
      }
    >
      <AnsweredForm form={form} fields={Object.values(fields)} className="grid gap-5">
        <input type="hidden" name="redirectTo" value={loaderData.redirectTo} />
        <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-3">
          <TextField
            label="First name"
            {...text(firstName)}
            dir="auto"
            autoComplete="given-name"
            maxLength={NAME_MAX}
          />
          <TextField
            label="Last name"
            {...text(lastName)}
            dir="auto"
            autoComplete="family-name"
            maxLength={NAME_MAX}
          />
        </div>
        <TextField label="Email" {...text(email)} type="email" autoComplete="email" maxLength={EMAIL_MAX} />
        <NewPasswordFields
          label="Password"
          password={password}
          confirmPassword={confirmPassword}
          focus={focus}
        />
        <CheckboxField
          label={
            <>
              I accept the <NewTab to="/terms">Terms</NewTab> and the{" "}
              <NewTab to="/privacy">Privacy Policy</NewTab>
            </>
          }
          {...checkboxProps(terms, focus)}
        />
        <SpamGuard />
        <Button>Register</Button>
      </AnsweredForm>
      <ThirdPartyButtons providers={loaderData.providers} redirectTo={loaderData.redirectTo} />
    </AccountPanel>
  );
}
