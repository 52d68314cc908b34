import { EMAIL_MAX, NAME_MAX } from "~/domain/people/accounts/account-limits";
import { inviteSchema } from "~/domain/people/staff/staff.schema";
import { FieldPair } from "~/ui/admin/forms/form-group";
import { Button } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { FormButtons } from "~/ui/kit/form-buttons";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { useIsSending } from "~/ui/kit/use-is-sending";
import { AccessFields } from "./access-fields";
import { chosenRights } from "./chosen-rights";
import type { StaffAnswer } from "./staff-answer";

/** The side panel that invites a person. Posts intent=invite. */
export function InvitePanel({ answer, closeTo }: { answer?: StaffAnswer; closeTo: string }) {
  const isSaving = useIsSending("invite");
  const [form, fields] = useZodForm({
    id: "invite",
    lastResult: answer?.result,
    schema: inviteSchema,
  });
  const { email, firstName, lastName, job, extraRights } = fields;
  const inOrder = [email, firstName, lastName, job, extraRights];
  const focus = firstInvalid(inOrder) ?? email.name;
  const text = (field: typeof email) => ({
    ...fieldProps(field, focus),
    autoComplete: "off",
    required: true,
  });
  return (
    <SidePanel title="Invite Somebody" closeTo={closeTo}>
      <ZodForm form={form} fields={inOrder} preventScrollReset className="grid gap-5">
        <TextField
          label="Email"
          hint="We mail them a link to choose a password. It works once, within three days."
          {...text(email)}
          type="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX}
        />
        <FieldPair>
          <TextField label="First name" {...text(firstName)} maxLength={NAME_MAX} dir="auto" />
          <TextField label="Last name" {...text(lastName)} maxLength={NAME_MAX} dir="auto" />
        </FieldPair>
        <AccessFields job={fieldProps(job, focus)} extraRights={chosenRights(extraRights)} />
        <FormButtons closeTo={closeTo} isLong>
          <Button name="intent" value="invite" isBusy={isSaving}>
            Send Invitation
          </Button>
        </FormButtons>
      </ZodForm>
    </SidePanel>
  );
}
