import type { OpenInvitation, StaffMember } from "~/domain/people/staff/staff";
import { Button } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";
import { EmailText } from "~/ui/kit/email-text";

/** The confirmation before a member of staff is activated or deactivated. Posts intent=status. */
export function StatusDialog({ member, closeTo }: { member: StaffMember; closeTo: string }) {
  const isActive = member.status === "active";
  const verb = isActive ? "Deactivate" : "Activate";
  return (
    <ConfirmForm
      title={`${verb} Member of Staff`}
      closeTo={closeTo}
      button={
        <Button name="intent" value="status" variant={isActive ? "danger" : "primary"}>
          {verb}
        </Button>
      }
    >
      <input type="hidden" name="id" value={member.id} />
      <input type="hidden" name="status" value={isActive ? "inactive" : "active"} />
      <p className="wrap-anywhere">
        <strong dir="auto">{member.name}</strong> (<EmailText email={member.email} />)
      </p>
      <p>
        {isActive
          ? "They are logged out everywhere at once and can no longer log in. Their programs' access and the invitations they sent end too. What they did stays recorded. They are told by email."
          : "They can log in again with the password they had, with the same job and rights. They are told by email."}
      </p>
    </ConfirmForm>
  );
}

/** The confirmation before an invitation is withdrawn. Posts intent=withdraw. */
export function WithdrawDialog({ invitation, closeTo }: { invitation: OpenInvitation; closeTo: string }) {
  return (
    <ConfirmForm
      title="Withdraw Invitation"
      closeTo={closeTo}
      button={
        <Button name="intent" value="withdraw" variant="danger">
          Withdraw
        </Button>
      }
    >
      <input type="hidden" name="id" value={invitation.id} />
      <p className="wrap-anywhere">
        The link that we mailed to <strong dir="auto">{invitation.name}</strong> (
        <EmailText email={invitation.email} />) stops working. You can invite them again later.
      </p>
    </ConfirmForm>
  );
}
