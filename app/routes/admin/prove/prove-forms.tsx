import type { SubmissionResult } from "@conform-to/react";
import { proveCodeSchema, provePasswordSchema } from "~/domain/people/factors/factors.schema";
import { CodeField } from "~/ui/factors/code-field";
import { PasskeyButton } from "~/ui/factors/passkey-button";
import { Button, ButtonLink } from "~/ui/kit/button";
import { fieldProps } from "~/ui/kit/field-props";
import { PasswordField } from "~/ui/kit/password-field";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";

interface Result {
  lastResult?: SubmissionResult<string[]>;
}

/** The ways to prove oneself again: one of them is enough. */
export function ProveForms({
  to,
  email,
  hasApp,
  hasPasskey,
  refusal,
  lastResult,
}: Result & { to: string; email: string; hasApp: boolean; hasPasskey: boolean; refusal?: string }) {
  const intent = lastResult?.initialValue?.intent;
  return (
    <>
      <WithPassword email={email} lastResult={intent === "code" ? undefined : lastResult} />
      {hasApp ? <WithCode lastResult={intent === "code" ? lastResult : undefined} /> : null}
      {hasPasskey ? (
        <PasskeyButton
          purpose="prove"
          label="Confirm with a passkey"
          refusal={refusal}
          className="justify-self-start"
        />
      ) : null}
      <ButtonLink to={to} variant="plain" className="justify-self-start">
        Back without doing it
      </ButtonLink>
    </>
  );
}

function WithPassword({ email, lastResult }: Result & { email: string }) {
  const [form, { password }] = useZodForm({ id: "prove-password", lastResult, schema: provePasswordSchema });
  return (
    <ZodForm form={form} className="grid gap-4">
      {/* For password managers. */}
      <input type="hidden" name="username" value={email} autoComplete="username" />
      <PasswordField
        label="Password"
        id={password.id}
        name={password.name}
        errors={password.errors}
        autoComplete="current-password"
        enterKeyHint="go"
        autoFocus
      />
      <Button name="intent" value="password" className="justify-self-start">
        Confirm with the password
      </Button>
    </ZodForm>
  );
}

function WithCode({ lastResult }: Result) {
  const [form, { code }] = useZodForm({ id: "prove-code", lastResult, schema: proveCodeSchema });
  return (
    <ZodForm form={form} className="grid gap-4">
      <CodeField field={fieldProps(code)} hint="Six digits, or one of your recovery codes" isAny />
      <Button name="intent" value="code" variant="quiet" className="justify-self-start">
        Confirm with a code
      </Button>
    </ZodForm>
  );
}
