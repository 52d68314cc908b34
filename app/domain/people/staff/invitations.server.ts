import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail/mail.server";
import { randomToken, sha256 } from "~/platform/secrets/tokens.server";
import { wake } from "~/platform/wake.server";
import type { MailSite } from "../accounts/passwords/account-mails";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import {
  type Access,
  accessInWords,
  ADDRESS_PROBLEMS,
  type Invitation,
  INVITATION_NOT_FOUND,
  NO_OWNER_ANY_MORE,
  type OpenInvitation,
  parseExtraRights,
  withoutRightsOfJob,
} from "./staff";
import { activeOwnerName, nameOf } from "./staff.server";
import { invitationMail } from "./staff-mails";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LIFETIME = 3 * DAY;
/** 192 bits, as in other mailed links. */
const TOKEN_BYTES = 24;

const expiryFrom = (now: Date) => new Date(now.getTime() + LIFETIME).toISOString();

/** The open invitations, expired ones too; the newest first. */
export async function listInvitations(db: Db, now = new Date()): Promise<OpenInvitation[]> {
  const rows = await invitationRows(db)
    .where("i.accepted_at", "is", null)
    .where("i.withdrawn_at", "is", null)
    .orderBy("i.id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: nameOf(row),
    email: row.email,
    job: row.job,
    extraRights: parseExtraRights(row.extra_rights),
    invitedBy: inviterOf(row),
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    isExpired: row.expires_at <= now.toISOString(),
  }));
}

const invitationRows = (db: Db) =>
  db
    .selectFrom("invitations as i")
    .leftJoin("accounts as a", "a.id", "i.invited_by")
    .selectAll("i")
    .select(["a.first_name as by_first_name", "a.last_name as by_last_name"]);

const inviterOf = (row: { by_first_name: string | null; by_last_name: string | null }) =>
  row.by_first_name === null ? null : `${row.by_first_name} ${row.by_last_name ?? ""}`.trim();

/** The invitation of a link. @returns null when the token belongs to none; a newer link may have replaced it */
export async function findInvitation(db: Db, token: string, now = new Date()): Promise<Invitation | null> {
  const row = await invitationRows(db).where("i.token_hash", "=", sha256(token)).executeTakeFirst();
  if (!row) return null;
  const isExpired = row.expires_at <= now.toISOString();
  return {
    state: row.accepted_at ? "used" : row.withdrawn_at ? "withdrawn" : isExpired ? "expired" : "open",
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    job: row.job,
    extraRights: parseExtraRights(row.extra_rights),
    invitedBy: inviterOf(row),
  };
}

export type InviteOutcome =
  | { ok: true; message: string }
  /** `field` null: the form as a whole. */
  | { ok: false; field: "email" | null; message: string };

/**
 * Invites a person to work in the back office, and mails them a link that works once, within three days. Only owners
 * may, which the transaction checks again.
 * @param given.email as stored: lower case; it must belong to no account and to no open invitation
 */
export async function invite(
  db: Db,
  given: { staffId: number; email: string; firstName: string; lastName: string } & Access,
  site: MailSite,
  now = new Date(),
): Promise<InviteOutcome> {
  const { staffId, email, firstName, lastName, job } = given;
  const extraRights = withoutRightsOfJob(given);
  const outcome = await db.transaction().execute(async (trx): Promise<InviteOutcome> => {
    const by = await activeOwnerName(trx, staffId);
    if (by === null) return { ok: false, field: null, message: NO_OWNER_ANY_MORE };
    const problem = await addressProblem(trx, email);
    if (problem) return { ok: false, field: "email", message: problem };
    const token = randomToken(TOKEN_BYTES);
    const at = now.toISOString();
    const { id } = await trx
      .insertInto("invitations")
      .values({
        email,
        first_name: firstName,
        last_name: lastName,
        job,
        extra_rights: JSON.stringify(extraRights),
        token_hash: sha256(token),
        invited_by: staffId,
        created_at: at,
        sent_at: at,
        expires_at: expiryFrom(now),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await queueInvitation(trx, { id, email, by, job, extraRights, token }, site, now);
    const after = { Name: `${firstName} ${lastName}`, Email: email, ...accessInWords({ job, extraRights }) };
    await recordAudit(trx, { staffId, subject: "invitation", subjectId: id, action: "sent", after }, now);
    return { ok: true, message: `The invitation is on its way to ${email}` };
  });
  if (outcome.ok) wake("mail");
  return outcome;
}

async function addressProblem(trx: Db, email: string): Promise<string | null> {
  const account = await trx
    .selectFrom("accounts")
    .select(["role", "status"])
    .where("email", "=", email)
    .executeTakeFirst();
  if (account?.role === "customer") return ADDRESS_PROBLEMS.customer;
  if (account) return account.status === "active" ? ADDRESS_PROBLEMS.staff : ADDRESS_PROBLEMS.inactive;
  const open = await trx
    .selectFrom("invitations")
    .select("id")
    .where("email", "=", email)
    .where("accepted_at", "is", null)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  return open ? ADDRESS_PROBLEMS.invited : null;
}

async function queueInvitation(
  trx: Db,
  { id, email, ...mail }: { id: number; email: string } & Parameters<typeof invitationMail>[1],
  site: MailSite,
  now: Date,
): Promise<void> {
  await queueMail(trx, {
    dedupeKey: `invitation:${id}:${now.getTime()}`,
    to: email,
    ...invitationMail(site, mail),
    now,
  });
}

export type InvitationChange = { ok: true; message: string } | { ok: false; message: string };

/**
 * Sends an open invitation again, with a new link that works for three days; the earlier link stops working. A second
 * call within a minute, such as by a double click, sends nothing.
 */
export async function resendInvitation(
  db: Db,
  { invitationId, staffId }: { invitationId: number; staffId: number },
  site: MailSite,
  now = new Date(),
): Promise<InvitationChange> {
  const outcome = await db.transaction().execute(async (trx): Promise<InvitationChange> => {
    const by = await activeOwnerName(trx, staffId);
    if (by === null) return { ok: false, message: NO_OWNER_ANY_MORE };
    const row = await openInvitation(trx, invitationId);
    if (!row) return { ok: false, message: INVITATION_NOT_FOUND };
    const sent = { ok: true, message: `The invitation is on its way to ${row.email}` } as const;
    if (now.getTime() - Date.parse(row.sent_at) < MINUTE) return sent;
    const token = randomToken(TOKEN_BYTES);
    await trx
      .updateTable("invitations")
      .set({
        token_hash: sha256(token),
        invited_by: staffId,
        sent_at: now.toISOString(),
        expires_at: expiryFrom(now),
      })
      .where("id", "=", row.id)
      .execute();
    const extraRights = parseExtraRights(row.extra_rights);
    await queueInvitation(
      trx,
      { id: row.id, email: row.email, by, job: row.job, extraRights, token },
      site,
      now,
    );
    const what = { subject: "invitation", subjectId: row.id, action: "sent again" } as const;
    await recordAudit(trx, { staffId, ...what }, now);
    return sent;
  });
  if (outcome.ok) wake("mail");
  return outcome;
}

const openInvitation = (trx: Db, id: number) =>
  trx
    .selectFrom("invitations")
    .selectAll()
    .where("id", "=", id)
    .where("accepted_at", "is", null)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();

/** Withdraws an open invitation: its link stops working. */
export async function withdrawInvitation(
  db: Db,
  { invitationId, staffId }: { invitationId: number; staffId: number },
  now = new Date(),
): Promise<InvitationChange> {
  return db.transaction().execute(async (trx): Promise<InvitationChange> => {
    if ((await activeOwnerName(trx, staffId)) === null) return { ok: false, message: NO_OWNER_ANY_MORE };
    const row = await openInvitation(trx, invitationId);
    if (!row) return { ok: false, message: INVITATION_NOT_FOUND };
    await withdraw(trx, { id: row.id, staffId }, now);
    return { ok: true, message: `The invitation to ${row.email} is withdrawn` };
  });
}

async function withdraw(trx: Db, { id, staffId }: { id: number; staffId: number }, now: Date): Promise<void> {
  await trx
    .updateTable("invitations")
    .set({ withdrawn_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
  await recordAudit(trx, { staffId, subject: "invitation", subjectId: id, action: "withdrew" }, now);
}

/**
 * Withdraws the open invitations that a person has sent, when they stop being an active owner: otherwise somebody who
 * was let go could come back by a link to another address of theirs.
 * @param staffId who deactivates them
 */
export async function withdrawInvitationsOf(
  trx: Db,
  { inviterId, staffId }: { inviterId: number; staffId: number },
  now: Date,
): Promise<void> {
  const rows = await trx
    .selectFrom("invitations")
    .select("id")
    .where("invited_by", "=", inviterId)
    .where("accepted_at", "is", null)
    .where("withdrawn_at", "is", null)
    .execute();
  for (const { id } of rows) await withdraw(trx, { id, staffId }, now);
}

const KEPT_DAYS = 30;

/** Background work: deletes invitations that expired more than 30 days ago. @returns how many */
export async function sweepInvitations(db: Db, now = new Date()): Promise<number> {
  const swept = await db
    .deleteFrom("invitations")
    .where("expires_at", "<", new Date(now.getTime() - KEPT_DAYS * DAY).toISOString())
    .executeTakeFirst();
  return Number(swept.numDeletedRows);
}
