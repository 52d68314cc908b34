import { Form, Link } from "react-router";
import { NAME_MAX } from "~/domain/people/accounts/account-limits";
import { JOBS, RIGHTS } from "~/domain/kit/rights/rights";
import type { Invitation } from "~/domain/people/staff/staff";
import { acceptInvitationSchema } from "~/domain/people/staff/staff.schema";
import { Button, ButtonLink } from "~/ui/kit/button";
import { EmailText } from "~/ui/kit/email-text";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { Notice } from "~/ui/kit/notice";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { AccountPanel } from "./account-panel";
import { NewPasswordFields } from "./new-password-fields";

const TITLE = "Invitation";

/** A link that can no longer be used. @param state null: unknown, or replaced by a newer link @param by who invited */
export function InvitationOver({
  state,
  by,
}: {
  state: Exclude<Invitation["state"], "open"> | null;
  by: string | null;
}) {
  const whom = by === null ? "the person who invited you" : by;
  const [message, next] = {
    used: ["This invitation was accepted already.", "Log in with the password that was chosen then."],
    expired: ["This link has expired: it worked for three days.", `Ask ${whom} to send it again.`],
    withdrawn: ["This invitation was withdrawn.", `If you think that this is a mistake, ask ${whom}.`],
    unknown: [
      "This link is not valid.",
      "Check that you have copied all of it. If you were sent more than one invitation, use the newest.",
    ],
  }[state ?? "unknown"];
  return (
    <AccountPanel title={TITLE}>
      <Notice kind="error">{message}</Notice>
      <p dir="auto">{next}</p>
      {state === "used" ? (
        <ButtonLink to="/login?redirectTo=%2Fadmin">Log in</ButtonLink>
      ) : (
        <Link to="/" className="link w-fit py-1">
          Back to home
        </Link>
      )}
    </AccountPanel>
  );
}

/** For somebody who opened the link while logged in to another account. */
export function InvitationForAnother({ email, invited }: { email: string; invited: string }) {
  return (
    <AccountPanel title={TITLE}>
      <p>
        You are logged in as{" "}
        <strong>
          <EmailText email={email} />
        </strong>
        , but this invitation is for{" "}
        <strong>
          <EmailText email={invited} />
        </strong>
        , who gets an account of their own. To accept it, log out first.
      </p>
      <Form method="post" className="flex flex-wrap gap-3">
        <Button name="intent" value="log-out">
          Log out and go on
        </Button>
        <ButtonLink to="/" variant="quiet">
          Stay logged in
        </ButtonLink>
      </Form>
    </AccountPanel>
  );
}

/** The names and the password of the new account. */
export function AcceptInvitation({
  token,
  invitation,
  lastResult,
}: {
  token: string;
  invitation: Omit<Invitation, "state">;
  lastResult?: Parameters<typeof useZodForm>[0]["lastResult"];
}) {
  const { email, firstName: first, lastName: last, job, extraRights, invitedBy } = invitation;
  const [form, fields] = useZodForm({
    id: "invitation",
    lastResult,
    defaultValue: { firstName: first, lastName: last },
    schema: acceptInvitationSchema,
  });
  const { firstName, lastName, password, confirmPassword } = fields;
  const inOrder = [firstName, lastName, password, confirmPassword];
  const focus = firstInvalid(inOrder);
  const name = (field: typeof firstName) => ({ ...fieldProps(field, focus), maxLength: NAME_MAX });
  return (
    <AccountPanel
      title={TITLE}
      lead={
        <>
          <bdi>{invitedBy ?? "The shop's owner"}</bdi> invites you to work in the back office of this shop.
          Your job: {JOBS[job].label}.
        </>
      }
    >
      <MayDo rights={[...JOBS[job].rights, ...extraRights]} />
      <ZodForm form={form} fields={inOrder} className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        <p>
          You will log in as{" "}
          <strong>
            <EmailText email={email} />
          </strong>
          .
        </p>
        {/* Password managers store it with the new password. */}
        <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
        <TextField label="First name" {...name(firstName)} dir="auto" autoComplete="given-name" />
        <TextField label="Last name" {...name(lastName)} dir="auto" autoComplete="family-name" />
        <NewPasswordFields
          label="Password"
          password={password}
          confirmPassword={confirmPassword}
          focus={focus}
        />
        <Button>Accept Invitation</Button>
      </ZodForm>
    </AccountPanel>
  );
}

function MayDo({ rights }: { rights: readonly (keyof typeof RIGHTS)[] }) {
  return (
    <details>
      <summary className="link w-fit cursor-pointer py-1">What you may do</summary>
      <ul className="mt-1 list-disc pl-5">
        {rights.map((right) => (
          <li key={right}>{RIGHTS[right]}</li>
        ))}
      </ul>
    </details>
  );
}
