import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail/mail.server";
import { wake } from "~/platform/wake.server";
import type { MailSite, Message } from "../accounts/passwords/account-mails";
import { voidAccountTokens } from "../accounts/account-tokens.server";
import { endSessionsOf } from "../accounts/sessions.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import {
  type Access,
  ACCESS_CHANGED,
  type AccessClash,
  accessInWords,
  accessKey,
  LAST_OWNER,
  NO_OWNER_ANY_MORE,
  NOT_YOURSELF,
  STAFF_NOT_FOUND,
  STAFF_STATUS_LABELS,
  type StaffMember,
  type StaffStatus,
  withoutRightsOfJob,
} from "./staff";
import { withdrawInvitationsOf } from "./invitations.server";
import { activeOwnerName, findStaff } from "./staff.server";
import { accessChangedMail, activatedMail, deactivatedMail } from "./staff-mails";

export type StaffChange =
  | { ok: true; name: string }
  | { ok: false; reason: "unknown" | "not_owner" | "last_owner" | "yourself"; message: string };

export type AccessChange =
  | StaffChange
  | { ok: false; reason: "changed"; message: string; clash: AccessClash };

/**
 * Changes a person's job and extra rights. It takes effect with their next request; nobody is logged out. They are told
 * by mail, unless they do it themselves. The last active owner keeps the job.
 * @param given.shown `accessKey` of what the form was filled with: if others have changed it since, the reason is
 * 'changed'
 */
export async function changeAccess(
  db: Db,
  given: { staffId: number; memberId: number; shown: string } & Access,
  site: MailSite,
  now = new Date(),
): Promise<AccessChange> {
  const { staffId, memberId, job } = given;
  const extraRights = withoutRightsOfJob(given);
  const outcome = await db.transaction().execute(async (trx): Promise<AccessChange> => {
    const asked = await ownerAndMember(trx, staffId, memberId);
    if (!asked.ok) return asked;
    const { by, member } = asked;
    if (accessKey(member) === accessKey({ job, extraRights })) return { ok: true, name: member.name };
    const [stored, yours] = [accessInWords(member), accessInWords({ job, extraRights })];
    if (accessKey(member) !== given.shown) {
      const fields = (["Job", "Extra rights"] as const)
        .map((field) => ({ field, stored: stored[field], yours: yours[field] }))
        .filter((one) => JSON.stringify(one.stored) !== JSON.stringify(one.yours));
      const clash = { fields, shown: accessKey(member) };
      return { ok: false, reason: "changed", message: ACCESS_CHANGED, clash };
    }
    const changed = await updateUnlessLastOwner(trx, memberId, job === "owner")
      .set({ job, extra_rights: JSON.stringify(extraRights) })
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return { ok: false, reason: "last_owner", message: LAST_OWNER };
    if (member.job === "owner") await withdrawInvitationsOf(trx, { inviterId: memberId, staffId }, now);
    const what = { subject: "staff", subjectId: memberId, action: "updated" } as const;
    await recordAudit(trx, { staffId, ...what, before: stored, after: yours }, now);
    if (memberId !== staffId)
      await queueMailTo(trx, member, accessChangedMail(site, { by, job, extraRights }), now);
    return { ok: true, name: member.name };
  });
  if (outcome.ok) wake("mail");
  return outcome;
}

/**
 * Activates or deactivates a member of staff, and tells them by mail. In the same transaction all their sessions and API
 * tokens end, and links sent to them become invalid. A repeated call changes nothing. The last active owner stays
 * active.
 */
export async function setStaffStatus(
  db: Db,
  { staffId, memberId, status }: { staffId: number; memberId: number; status: StaffStatus },
  site: MailSite,
  now = new Date(),
): Promise<StaffChange> {
  const outcome = await db.transaction().execute(async (trx): Promise<StaffChange> => {
    const asked = await ownerAndMember(trx, staffId, memberId);
    if (!asked.ok) return asked;
    const { by, member } = asked;
    if (member.status === status) return { ok: true, name: member.name };
    if (memberId === staffId) return { ok: false, reason: "yourself", message: NOT_YOURSELF };
    const switched = await updateUnlessLastOwner(trx, memberId, status === "active")
      .set({ status })
      .executeTakeFirst();
    if (switched.numUpdatedRows === 0n) return { ok: false, reason: "last_owner", message: LAST_OWNER };
    // Also on activation: ends a session that a login under way opened after the deactivation.
    await endSessionsOf(trx, memberId);
    await voidAccountTokens(trx, memberId, now);
    if (status === "inactive") await withdrawInvitationsOf(trx, { inviterId: memberId, staffId }, now);
    const entry = {
      staffId,
      subject: "staff",
      subjectId: memberId,
      action: status === "active" ? "activated" : "deactivated",
      before: { Status: STAFF_STATUS_LABELS[member.status] },
      after: { Status: STAFF_STATUS_LABELS[status] },
    } as const;
    await recordAudit(trx, entry, now);
    const mail = status === "active" ? activatedMail(site, by) : deactivatedMail(site, by);
    await queueMailTo(trx, member, mail, now);
    return { ok: true, name: member.name };
  });
  if (outcome.ok) wake("mail");
  return outcome;
}

/** The name of the owner who asks for a change, and the person it is about. */
async function ownerAndMember(
  trx: Db,
  staffId: number,
  memberId: number,
): Promise<{ ok: true; by: string; member: StaffMember } | Extract<StaffChange, { ok: false }>> {
  const by = await activeOwnerName(trx, staffId);
  if (by === null) return { ok: false, reason: "not_owner", message: NO_OWNER_ANY_MORE };
  const member = await findStaff(trx, memberId);
  return member ? { ok: true, by, member } : { ok: false, reason: "unknown", message: STAFF_NOT_FOUND };
}

/**
 * An update of one member of staff that changes no row when the shop would have no active owner after it.
 * @param staysOwner the update takes nobody's ownership away, so nothing has to be checked
 */
function updateUnlessLastOwner(trx: Db, memberId: number, staysOwner: boolean) {
  const update = trx.updateTable("accounts").where("id", "=", memberId).where("role", "=", "admin");
  if (staysOwner) return update;
  return update.where((eb) =>
    eb.or([
      eb("job", "!=", "owner"),
      eb("status", "!=", "active"),
      eb.exists(
        eb
          .selectFrom("accounts as other")
          .select("other.id")
          .where("other.role", "=", "admin")
          .where("other.job", "=", "owner")
          .where("other.status", "=", "active")
          .where("other.id", "!=", memberId),
      ),
    ]),
  );
}

async function queueMailTo(trx: Db, member: StaffMember, message: Message, now: Date): Promise<void> {
  await queueMail(trx, {
    dedupeKey: `staff-changed:${member.id}:${now.getTime()}`,
    to: member.email,
    ...message,
    now,
  });
}
