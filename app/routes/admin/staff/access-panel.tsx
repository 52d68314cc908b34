import { Link } from "react-router";
import type { AuditEntry } from "~/domain/kit/audit/audit";
import { accessKey, type StaffMember } from "~/domain/people/staff/staff";
import { accessSchema } from "~/domain/people/staff/staff.schema";
import { ClashReport } from "~/ui/admin/forms/clash-report";
import { PanelHistory } from "~/ui/admin/forms/history";
import { Button } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { EmailText } from "~/ui/kit/email-text";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { FormButtons } from "~/ui/kit/form-buttons";
import { ShownField } from "~/ui/kit/shown-field";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { useIsSending } from "~/ui/kit/use-is-sending";
import { AccessFields } from "./access-fields";
import { chosenRights } from "./chosen-rights";
import type { StaffAnswer } from "./staff-answer";

/** The side panel of a member of staff: job, extra rights, and what was changed. Posts intent=save-access. */
export function AccessPanel({
  member,
  history,
  isOwn,
  answer,
  closeTo,
}: {
  member: StaffMember;
  history: AuditEntry[];
  isOwn: boolean;
  answer?: StaffAnswer;
  closeTo: string;
}) {
  const isSaving = useIsSending("save-access");
  const [form, { job, extraRights }] = useZodForm({
    id: "access",
    lastResult: answer?.result,
    defaultValue: { job: member.job, extraRights: member.extraRights },
    schema: accessSchema,
  });
  const clash = answer?.clash;
  return (
    <SidePanel title="Job and Rights" closeTo={closeTo}>
      <p className="mb-5 wrap-anywhere">
        <strong dir="auto">{member.name}</strong> (<EmailText email={member.email} />)
      </p>
      <ZodForm
        form={form}
        fields={[job, extraRights]}
        summary={clash ? <ClashReport message={form.errors?.[0]} fields={clash.fields} /> : undefined}
        preventScrollReset
        className="grid gap-5"
      >
        {/* What the form is based on; after a clash what is stored. */}
        <ShownField name="shown" shown={accessKey(member)} answered={clash?.shown ?? answer?.shown} />
        <AccessFields
          job={fieldProps(job, firstInvalid([job, extraRights]))}
          extraRights={chosenRights(extraRights)}
        />
        <p className="text-muted text-sm">
          {isOwn
            ? "A change takes effect with your next click."
            : "A change takes effect with their next click. They are told by email."}
        </p>
        <FormButtons closeTo={closeTo} isLong>
          <Button name="intent" value="save-access" isBusy={isSaving}>
            Save
          </Button>
        </FormButtons>
      </ZodForm>
      {member.status === "active" ? (
        <p className="mt-5">
          <Link to={`/admin/notices?of=${member.id}`} className="link">
            Choose which mails {isOwn ? "you get" : "they get"}
          </Link>
        </p>
      ) : null}
      <PanelHistory entries={history} />
    </SidePanel>
  );
}
