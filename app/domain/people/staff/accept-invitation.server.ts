import type { Db } from "~/db/database.server";
import { isCommonPassword } from "~/platform/secrets/common-passwords.server";
import { hashPassword, PASSWORDS_BUSY } from "~/platform/secrets/passwords.server";
import { sha256 } from "~/platform/secrets/tokens.server";
import { COMMON_PASSWORD } from "../accounts/accounts.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { accessInWords, ADDRESS_TAKEN, parseExtraRights } from "./staff";

export type AcceptOutcome =
  | { ok: true; accountId: number; email: string }
  | { ok: false; reason: "link" }
  | { ok: false; reason: "password" | "busy" | "taken"; message: string };

/**
 * Makes the account of an invited person, with the invitation's job: once, within its three days. Opening the mailed
 * link has confirmed the address.
 * @param input through `acceptInvitationSchema`
 * @returns not ok with `reason` "link" (unknown, used, expired or withdrawn), "password" (too common), "busy", "taken"
 * (an account was made with the address since)
 */
export async function acceptInvitation(
  db: Db,
  input: { token: string; firstName: string; lastName: string; password: string },
  now = new Date(),
): Promise<AcceptOutcome> {
  // Check the link before the costly hash; it is used up afterwards.
  if (!(await usableInvitation(db, input.token, now))) return { ok: false, reason: "link" };
  if (isCommonPassword(input.password)) return { ok: false, reason: "password", message: COMMON_PASSWORD };
  const hashed = await hashPassword(input.password);
  if (hashed === "busy") return { ok: false, reason: "busy", message: PASSWORDS_BUSY };

  return db.transaction().execute(async (trx): Promise<AcceptOutcome> => {
    const invitation = await usableInvitation(trx, input.token, now);
    if (!invitation) return { ok: false, reason: "link" };
    const { id, email, job, extra_rights } = invitation;
    const account = await trx
      .insertInto("accounts")
      .values({
        email,
        password_hash: hashed.hash,
        first_name: input.firstName,
        last_name: input.lastName,
        role: "admin",
        job,
        extra_rights,
        email_confirmed_at: now.toISOString(),
        created_at: now.toISOString(),
      })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!account) return { ok: false, reason: "taken", message: ADDRESS_TAKEN };
    await trx
      .updateTable("invitations")
      .set({ accepted_at: now.toISOString() })
      .where("id", "=", id)
      .execute();
    const staffId = account.id;
    const access = accessInWords({ job, extraRights: parseExtraRights(extra_rights) });
    const after = { Name: `${input.firstName} ${input.lastName}`, Email: email, ...access };
    const joined = { subject: "staff", subjectId: staffId, action: "opened", after } as const;
    await recordAudit(trx, { staffId, ...joined }, now);
    return { ok: true, accountId: staffId, email };
  });
}

const usableInvitation = (db: Db, token: string, now: Date) =>
  db
    .selectFrom("invitations")
    .select(["id", "email", "job", "extra_rights"])
    .where("token_hash", "=", sha256(token))
    .where("accepted_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
