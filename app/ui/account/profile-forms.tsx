import type { SubmissionResult } from "@conform-to/react";
import { Form, Link } from "react-router";
import { EMAIL_MAX, NAME_MAX } from "~/domain/people/accounts/account-limits";
import { changeEmailSchema, namesSchema } from "~/domain/people/accounts/accounts.schema";
import { AnsweredForm } from "~/ui/kit/answered-form";
import { Button } from "~/ui/kit/button";
import { EmailText } from "~/ui/kit/email-text";
import { CheckboxField, TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { CurrentPasswordField } from "./new-password-fields";

type LastResult = { lastResult?: SubmissionResult<string[]> };

/** Posts intent=names. */
export function NamesForm({
  profile,
  lastResult,
}: { profile: { firstName: string; lastName: string } } & LastResult) {
  const { firstName, lastName } = profile;
  const [form, fields] = useZodForm({
    id: "names",
    lastResult,
    defaultValue: { firstName, lastName },
    schema: namesSchema,
  });
  const focus = firstInvalid([fields.firstName, fields.lastName]);
  const text = (field: typeof fields.firstName) => ({
    ...fieldProps(field, focus),
    maxLength: NAME_MAX,
  });
  return (
    <ZodForm
      form={form}
      fields={[fields.firstName, fields.lastName]}
      preventScrollReset
      className="grid max-w-lg gap-5"
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField label="First name" {...text(fields.firstName)} dir="auto" autoComplete="given-name" />
        <TextField label="Last name" {...text(fields.lastName)} dir="auto" autoComplete="family-name" />
      </div>
      <Button name="intent" value="names" variant="quiet" className="justify-self-start">
        Save name
      </Button>
    </ZodForm>
  );
}

/** Posts intent=change-email. */
export function EmailForm({
  profile,
  lastResult,
}: { profile: { email: string; emailConfirmed: boolean; hasPassword: boolean } } & LastResult) {
  const [form, { newEmail, currentPassword }] = useZodForm({
    id: "change-email",
    lastResult,
    schema: changeEmailSchema,
  });
  const focus = firstInvalid([newEmail, currentPassword]);
  return (
    <>
      <p>
        <span className="font-semibold">
          <EmailText email={profile.email} />
        </span>{" "}
        <span className="text-muted text-sm">
          {profile.emailConfirmed ? "confirmed" : "not confirmed yet"}
        </span>
      </p>
      {profile.hasPassword ? (
        <ZodForm
          form={form}
          fields={[newEmail, currentPassword]}
          preventScrollReset
          className="grid max-w-lg gap-5"
        >
          <TextField
            label="New email"
            hint="We send a link to it. Nothing changes before you open that."
            {...fieldProps(newEmail, focus)}
            type="email"
            autoComplete="email"
            maxLength={EMAIL_MAX}
          />
          <CurrentPasswordField field={currentPassword} focus={focus} />
          <Button name="intent" value="change-email" variant="quiet" className="justify-self-start">
            Change email
          </Button>
        </ZodForm>
      ) : (
        <p>
          To change it,{" "}
          <Link to="/change-password" className="link">
            set a password
          </Link>{" "}
          first.
        </p>
      )}
    </>
  );
}

/** A new address that is not confirmed yet. Posts intent resend-email or cancel-email. */
export function PendingEmail({ email, newEmail }: { email: string; newEmail: string }) {
  return (
    <>
      <p>
        We have sent a link to{" "}
        <strong>
          <EmailText email={newEmail} />
        </strong>
        . Until you open it, your email stays <EmailText email={email} />.
      </p>
      <Form method="post" preventScrollReset className="flex flex-wrap gap-3">
        <Button name="intent" value="resend-email" variant="quiet">
          Send again
        </Button>
        <Button name="intent" value="cancel-email" variant="plain">
          Cancel the change
        </Button>
      </Form>
    </>
  );
}

/** Posts intent=preferences. */
export function PreferencesForm({ showRecommendations }: { showRecommendations: boolean }) {
  return (
    <AnsweredForm form={{ id: "preferences-form" }} preventScrollReset className="grid gap-5">
      <CheckboxField
        label="Show me recommendations"
        hint="‘You may also like’ on the pages of books and in the cart"
        name="showRecommendations"
        defaultChecked={showRecommendations}
      />
      <Button name="intent" value="preferences" variant="quiet" className="justify-self-start">
        Save preferences
      </Button>
    </AnsweredForm>
  );
}
