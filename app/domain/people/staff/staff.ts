/** Members of staff and invitations, as owners see them. Times UTC, ISO 8601. */

import type { AuditFields, AuditValue } from "~/domain/kit/audit/audit";
import { EXTRA_RIGHTS, type Job, JOBS, type Right, RIGHTS } from "~/domain/kit/rights/rights";

export type StaffStatus = "active" | "inactive";

export interface StaffMember {
  id: number;
  name: string;
  email: string;
  job: Job;
  /** Beside those of the job. */
  extraRights: Right[];
  status: StaffStatus;
  /** Whether a password alone does not open the account. */
  hasSecondFactor: boolean;
  /** Null: never, as far as is recorded. */
  lastSignInAt: string | null;
}

/** An invitation that was neither accepted nor withdrawn. */
export interface OpenInvitation {
  id: number;
  name: string;
  email: string;
  job: Job;
  extraRights: Right[];
  /** Who invited; null when that account no longer exists. */
  invitedBy: string | null;
  sentAt: string;
  expiresAt: string;
  isExpired: boolean;
}

/** What the invited person sees of an invitation before accepting it. */
export interface Invitation {
  state: "open" | "used" | "expired" | "withdrawn";
  email: string;
  firstName: string;
  lastName: string;
  job: Job;
  extraRights: Right[];
  invitedBy: string | null;
}

/** Job and extra rights: what is decided for a person. */
export interface Access {
  job: Job;
  extraRights: Right[];
}

/** The extra rights that the job does not have anyway, in the order of `RIGHTS`. */
export function withoutRightsOfJob({ job, extraRights }: Access): Right[] {
  const given: readonly Right[] = JOBS[job].rights;
  return EXTRA_RIGHTS.filter((right) => extraRights.includes(right) && !given.includes(right));
}

/** The extra rights of an account or invitation. @param stored the JSON list; what cannot be given is left out */
export function parseExtraRights(stored: string): Right[] {
  const listed = JSON.parse(stored) as unknown[];
  return EXTRA_RIGHTS.filter((right) => listed.includes(right));
}

/** Access as a text, by which a form can tell the server what it showed, e.g. "orders:refunds,customers". */
export const accessKey = ({ job, extraRights }: Access): string => `${job}:${extraRights.join(",")}`;

/** Access in the words of audit entries and of the report of a clash. */
export const accessInWords = ({ job, extraRights }: Access) =>
  ({
    Job: JOBS[job].label,
    "Extra rights": extraRights.map((right) => `may ${RIGHTS[right]}`),
  }) satisfies AuditFields;

export const STAFF_STATUS_LABELS: Record<StaffStatus, string> = { active: "Active", inactive: "Inactive" };

/** What an owner is told after a change of status. */
export const statusMessage = (name: string, status: StaffStatus) =>
  status === "active"
    ? `${name} is active and can log in again`
    : `${name} is inactive and has been logged out`;

export const STAFF_NOT_FOUND = "This member of staff does not exist";
export const INVITATION_NOT_FOUND = "This invitation was accepted or withdrawn meanwhile";
export const LAST_OWNER =
  "This is the only active owner. Make somebody else an owner first, so that the shop always has one";
export const NOT_YOURSELF = "You cannot deactivate yourself. Another owner can do it";
export const NO_OWNER_ANY_MORE = "You are no longer an owner of this shop, so nothing was changed";
export const ACCESS_CHANGED = "Somebody else has changed job or rights meanwhile";

/** A field that another owner has changed while the form was open. */
export interface AccessClash {
  fields: { field: string; stored: AuditValue; yours: AuditValue }[];
  /** The stored access, for the next attempt. */
  shown: string;
}

/** Shown at the address of an invitation that cannot be sent. */
export const ADDRESS_PROBLEMS = {
  customer:
    "This is the address of a customer's account, and an account belongs either to a customer or to staff. Invite another address of theirs, or ask them to change the email of their customer account first",
  staff: "This person works here already. Change their job in the list of staff",
  inactive: "This person has worked here before. Activate them again in the list of staff",
  invited: "There is an invitation to this address already. Send it again, or withdraw it first",
} as const;

/** What the invited person is told when somebody has registered with the address since. */
export const ADDRESS_TAKEN =
  "There is an account with this email by now, and an account belongs either to a customer or to staff. Please ask for an invitation to another address of yours";
