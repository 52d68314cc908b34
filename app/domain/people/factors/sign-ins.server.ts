import type { Db } from "~/db/database.server";
import { deviceName } from "../accounts/devices.server";
import { storedUserAgent } from "../accounts/user-agent";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { type SignIn, type SignInMethod, signInInWords } from "./factors";

const DAY = 24 * 3_600_000;
/** Long enough to look back at a year's accounts, no longer than needed (DPDP Act 2023, section 8 (7)). */
const KEPT_DAYS = 365;

export interface NewSignIn {
  accountId: number;
  event: SignIn["event"];
  method?: SignInMethod;
  channel?: "browser" | "app";
  userAgent: string | null | undefined;
}

/** Records a login, a logout or a wrong code; those of staff in the audit log too. @param trx the transaction that does it */
export async function recordSignIn(trx: Db, given: NewSignIn, now = new Date()): Promise<void> {
  const { accountId, event, method = "", channel = "browser" } = given;
  const userAgent = storedUserAgent(given.userAgent);
  await trx
    .insertInto("sign_ins")
    .values({
      account_id: accountId,
      event,
      method,
      channel,
      user_agent: userAgent,
      happened_at: now.toISOString(),
    })
    .execute();
  const words = signInInWords({ event, method });
  const action = words[0]!.toLowerCase() + words.slice(1);
  await auditOwnLogin(trx, accountId, { action, after: { Device: deviceName(userAgent, channel) } }, now);
}

/** Notes in the audit log what somebody did with their own login; of customers nothing. */
export async function auditOwnLogin(
  trx: Db,
  accountId: number,
  entry: { action: string; after?: AuditFields },
  now: Date,
): Promise<void> {
  const { role } = await trx
    .selectFrom("accounts")
    .select("role")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  if (role !== "admin") return;
  await recordAudit(trx, { staffId: accountId, subject: "sign_in", subjectId: accountId, ...entry }, now);
}

/** The account's last logins, logouts and wrong codes; newest first. */
export async function listSignIns(db: Db, accountId: number, limit = 20): Promise<SignIn[]> {
  const rows = await db
    .selectFrom("sign_ins")
    .select(["id", "event", "method", "channel", "user_agent", "happened_at"])
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    event: row.event,
    method: row.method,
    device: deviceName(row.user_agent, row.channel),
    at: row.happened_at,
  }));
}

/** Whether the account has logged in before, as far as is recorded. */
export async function hasSignedInBefore(db: Db, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom("sign_ins")
    .select("id")
    .where("account_id", "=", accountId)
    .where("event", "=", "signed_in")
    .executeTakeFirst();
  return row !== undefined;
}

/** Background work: deletes what is older than a year. @returns how many */
export async function sweepSignIns(db: Db, now = new Date()): Promise<number> {
  const swept = await db
    .deleteFrom("sign_ins")
    .where("happened_at", "<", new Date(now.getTime() - KEPT_DAYS * DAY).toISOString())
    .executeTakeFirst();
  return Number(swept.numDeletedRows);
}
