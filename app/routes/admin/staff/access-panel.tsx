import { useEffect, useRef } from "react";
import { Link, useNavigation } from "react-router";
import type { AuditEntry } from "~/domain/audit/audit";
import { accessKey, type StaffMember } from "~/domain/staff/staff";
import { accessSchema } from "~/domain/staff/staff.schema";
import { ClashReport } from "~/ui/admin/clash-report";
import { PanelHistory } from "~/ui/admin/history";
import { Button } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { EmailText } from "~/ui/kit/email-text";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { FormButtons } from "~/ui/kit/form-buttons";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
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
  const { state, formData } = useNavigation();
  const isSaving = state !== "idle" && formData?.get("intent") === "save-access";
  const [form, { job, extraRights }] = useZodForm({
    id: "access",
    lastResult: answer?.result,
    defaultValue: { job: member.job, extraRights: member.extraRights },
    schema: accessSchema,
  });
  const clash = answer?.clash;
  const notice = useRef<HTMLElement>(null);
  useEffect(() => {
    // The report is above the form, so move the focus there.
    if (clash) notice.current?.focus();
  }, [clash]);
  return (
    <SidePanel title="Job and Rights" closeTo={closeTo}>
      <p className="mb-5 wrap-anywhere">
        <strong dir="auto">{member.name}</strong> (<EmailText email={member.email} />)
      </p>
      <ZodForm
        form={form}
        fields={[job, extraRights]}
        summary={
          clash ? (
            <ClashReport ref={notice} message={form.errors?.[0]} fields={clash.fields}>
              <p className="text-sm">Saving again replaces what is stored with what is in the form.</p>
            </ClashReport>
          ) : undefined
        }
        preventScrollReset
        className="grid gap-5"
      >
        {/* What the form is based on; after a clash what is stored. */}
        <input type="hidden" name="shown" value={clash?.shown ?? accessKey(member)} />
        <AccessFields
          job={fieldProps(job, firstInvalid([job, extraRights]))}
          extraRights={chosenRights(extraRights)}
        />
        <p className="text-muted text-sm">
          {isOwn
            ? "A change takes effect with your next click."
            : "A change takes effect with their next click. They are told by mail."}
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
