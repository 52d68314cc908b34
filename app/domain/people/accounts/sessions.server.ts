import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import { randomToken, sha256 } from "~/platform/secrets/tokens.server";
import { type Job, type Right, staffRights } from "~/domain/kit/rights/rights";
import { endRefreshFamiliesOf } from "./refresh-tokens.server";
import { storedUserAgent } from "./user-agent";

/** The logged-in account, as pages may show it. */
export interface Account {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  role: "customer" | "admin";
  /** Of staff; null for customers. */
  job: Job | null;
  /** Of staff; empty for customers. */
  rights: readonly Right[];
  emailConfirmed: boolean;
  showRecommendations: boolean;
  /** Of a customer whose prices may be others than everybody's; null for all others. */
  groupId: number | null;
}

interface FoundSession {
  idHash: string;
  account: Account | null;
  remember: boolean;
  /** When the account last proved itself in this session (ISO 8601): at the login, or when asked again. */
  provedAt: string | null;
  /** Last seen long enough ago that the expiry should be extended. */
  isDueForTouch: boolean;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A session ends this long after it was last used; with 'remember me', and for guests' carts, later. */
const LIFETIME = { plain: DAY, remembered: 30 * DAY };
const TOUCH_EVERY = HOUR;

const lifetime = (remember: boolean) => (remember ? LIFETIME.remembered : LIFETIME.plain);
/** Seconds for the cookie; undefined for a plain session, whose cookie the browser drops when it closes. */
const cookieAge = (remember: boolean) => (remember ? LIFETIME.remembered / 1000 : undefined);

/**
 * Starts a session with a fresh id; only the id's SHA-256 is stored.
 * @param visitor.userAgent stored so that the account's owner can recognise the device; not stored for guests
 * @param alongside what must happen in the same transaction (merging carts, ending the old session)
 * @returns the id for the cookie and the cookie's age in seconds (undefined: until the browser closes)
 */
export async function startSession(
  db: Db,
  {
    accountId,
    remember,
    userAgent,
  }: { accountId: number | null; remember: boolean; userAgent?: string | null },
  alongside?: (trx: Db) => Promise<void>,
  now = new Date(),
): Promise<{ id: string; idHash: string; maxAge: number | undefined }> {
  const id = randomToken();
  const idHash = sha256(id);
  await beside(db, async (trx) => {
    await trx
      .insertInto("sessions")
      .values({
        id_hash: idHash,
        account_id: accountId,
        remember: remember ? 1 : 0,
        created_at: now.toISOString(),
        last_seen_at: now.toISOString(),
        expires_at: new Date(now.getTime() + lifetime(remember)).toISOString(),
        user_agent: accountId === null ? "" : storedUserAgent(userAgent),
        proved_at: accountId === null ? null : now.toISOString(),
      })
      .execute();
    await alongside?.(trx);
  });
  return { id, idHash, maxAge: cookieAge(remember) };
}

const sessionRows = prepared((db, given: { idHash: string; now: string }) =>
  db
    .selectFrom("sessions as s")
    .leftJoin("accounts as a", "a.id", "s.account_id")
    .select(["s.id_hash", "s.account_id", "s.remember", "s.last_seen_at", "s.proved_at"])
    .select(["a.email", "a.first_name", "a.last_name", "a.role", "a.status", "a.email_confirmed_at"])
    .select(["a.show_recommendations", "a.job", "a.extra_rights", "a.group_id"])
    .where("s.id_hash", "=", given.idHash)
    .where("s.expires_at", ">", given.now),
);

/** Finds a session: null when unknown, expired, or of an account that is no longer active. */
export async function findVisitor(db: Db, id: string, now = new Date()): Promise<FoundSession | null> {
  const [row] = await sessionRows(db, { idHash: sha256(id), now: now.toISOString() });
  if (!row || (row.account_id !== null && row.status !== "active")) return null;
  return {
    idHash: row.id_hash,
    account:
      row.account_id === null
        ? null
        : {
            id: row.account_id,
            email: row.email!,
            firstName: row.first_name!,
            lastName: row.last_name!,
            role: row.role!,
            ...staffRights(row.role!, row.job, row.extra_rights!),
            emailConfirmed: row.email_confirmed_at !== null,
            showRecommendations: row.show_recommendations === 1,
            groupId: row.group_id,
          },
    remember: row.remember === 1,
    provedAt: row.proved_at,
    isDueForTouch: now.getTime() - Date.parse(row.last_seen_at) > TOUCH_EVERY,
  };
}

/** Extends the session's expiry. @returns the cookie's new age in seconds */
export async function touchSession(
  db: Db,
  session: { idHash: string; remember: boolean },
  now = new Date(),
): Promise<{ maxAge: number | undefined }> {
  await db
    .updateTable("sessions")
    .set({
      last_seen_at: now.toISOString(),
      expires_at: new Date(now.getTime() + lifetime(session.remember)).toISOString(),
    })
    .where("id_hash", "=", session.idHash)
    .execute();
  return { maxAge: cookieAge(session.remember) };
}

/** @returns false when it had ended already */
export async function endSession(db: Db, idHash: string): Promise<boolean> {
  const ended = await db.deleteFrom("sessions").where("id_hash", "=", idHash).executeTakeFirst();
  return ended.numDeletedRows === 1n;
}

/**
 * Ends all sessions and API tokens of an account except the one to keep: after a password change or deactivation. Logins
 * that still lack their second factor end too, and no browser's second factor is remembered any more.
 */
export async function endSessionsOf(db: Db, accountId: number, keepIdHash?: string): Promise<void> {
  await endRefreshFamiliesOf(db, accountId);
  for (const table of ["unfinished_sign_ins", "remembered_devices"] as const)
    await db.deleteFrom(table).where("account_id", "=", accountId).execute();
  let query = db.deleteFrom("sessions").where("account_id", "=", accountId);
  if (keepIdHash) query = query.where("id_hash", "!=", keepIdHash);
  await query.execute();
}

/** Background work: deletes expired sessions, and guests' carts with them. @returns how many sessions */
export async function sweepSessions(db: Db, now = new Date()): Promise<number> {
  const result = await db
    .deleteFrom("sessions")
    .where("expires_at", "<=", now.toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
