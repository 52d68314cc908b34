import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, Form } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { PASSWORD_HINT, PASSWORD_MAX, resetPasswordSchema } from "~/domain/accounts/accounts.schema";
import { canResetPassword, RESET_LINK_INVALID, resetPassword } from "~/domain/accounts/password-reset.server";
import { mailFrame } from "~/domain/settings/settings";
import { readSettings } from "~/domain/settings/settings.server";
import { secretLinkHeaders } from "~/http/account-headers.server";
import { addressKey, takeFromLimit, tooManyTries } from "~/http/rate-limit.server";
import { readForm } from "~/http/read-form.server";
import { redirectWithFlash } from "~/http/respond.server";
import { getVisit } from "~/http/visit.server";
import { AccountPanel } from "~/ui/account-panel";
import { Button, ButtonLink } from "~/ui/button";
import { FormErrorSummary } from "~/ui/field";
import { firstInvalid } from "~/ui/first-invalid";
import { Notice } from "~/ui/notice";
import { pageTitle } from "~/ui/page-title";
import { PasswordField } from "~/ui/password-field";
import type { Route } from "./+types/resetpassword";

export const headers: Route.HeadersFunction = secretLinkHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Reset password") }];
}

export async function loader({ url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  if (await canResetPassword(readDb, token)) return data({ token, problem: null });
  return data({ token: "", problem: RESET_LINK_INVALID }, { status: 400 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = getVisit(context);
  const submission = parseWithZod(await readForm(request), { schema: resetPasswordSchema });
  const refuse = (status: number, problem: Parameters<typeof submission.reply>[0], headers?: HeadersInit) =>
    data(
      { result: submission.reply({ ...problem, hideFields: ["password", "confirmPassword", "token"] }) },
      { status, headers },
    );
  if (submission.status !== "success") return refuse(400, {});

  const limit = await takeFromLimit("reset", [addressKey(visit.ip)]);
  if (!limit.allowed) {
    const seconds = limit.retryAfterSeconds;
    return refuse(429, { formErrors: [tooManyTries(seconds)] }, { "Retry-After": String(seconds) });
  }
  const shop = mailFrame(await readSettings(readDb));
  const outcome = await resetPassword(writeDb, submission.value, { ...shop, origin: visit.origin });
  if (outcome.ok) return redirectWithFlash(context, "/", { kind: "success", text: outcome.message });
  if (outcome.reason === "password") return refuse(400, { fieldErrors: { password: [outcome.message] } });
  if (outcome.reason === "busy")
    return refuse(503, { formErrors: [outcome.message] }, { "Retry-After": "5" });
  return refuse(400, { formErrors: [outcome.message] });
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const [form, { password, confirmPassword }] = useForm({
    id: "reset-password",
    lastResult: actionData?.result,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: resetPasswordSchema }),
  });
  if (loaderData.problem) {
    return (
      <AccountPanel title="Reset password">
        <Notice kind="error">{loaderData.problem}</Notice>
        <ButtonLink to="/forgot-password">Ask for a new link</ButtonLink>
      </AccountPanel>
    );
  }
  const focus = firstInvalid([password, confirmPassword]);
  const secret = (field: typeof password) => ({
    id: field.id,
    name: field.name,
    errors: field.errors,
    autoFocus: focus === field.name,
    autoComplete: "new-password",
    maxLength: PASSWORD_MAX,
  });
  return (
    <AccountPanel title="Reset password">
      <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-5">
        <FormErrorSummary id={form.errorId} errors={form.errors} />
        <input type="hidden" name="token" value={loaderData.token} />
        <PasswordField label="New password" {...secret(password)} hint={PASSWORD_HINT} meter />
        <PasswordField label="Confirm password" {...secret(confirmPassword)} />
        <Button>Change Password</Button>
      </Form>
    </AccountPanel>
  );
}
