import { lockRefreshFamily } from "~/domain/kit/locks.server";
import { beside } from "~/db/writing/beside.server";
import { createHmac } from "node:crypto";
import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { derivedSecret } from "~/platform/secrets/shop-secret.server";
import { randomToken, sha256 } from "~/platform/secrets/tokens.server";
import { staffRights } from "~/domain/kit/rights/rights";
import { storedUserAgent } from "./user-agent";

const LIFETIME_MS = 30 * 24 * 3_600_000;
/** How long a used token still gets the same pair again, in case the answer was lost. */
const REPEAT_MS = 10_000;

/** What an access token is made from. */
export interface TokenGrant {
  accountId: number;
  familyId: number;
  refreshToken: string;
  /** When the pair was made. A repeated request gets the same time, and so the same access token. */
  issuedAt: Date;
}

/** Derives the next token from a token and the shop's secret, so that it can be repeated without storing it. */
const successorOf = (token: string) =>
  createHmac("sha256", derivedSecret("refresh token successor")).update(token).digest("base64url");

/**
 * Logs in a client of the API: makes the first token of a new family.
 * @param alongside what must happen in the same transaction (merging carts)
 * @param userAgent stored so that the account's owner can recognise the client
 */
export async function startRefreshFamily(
  db: Db,
  accountId: number,
  alongside?: (trx: Db) => Promise<void>,
  now = new Date(),
  userAgent?: string | null,
): Promise<TokenGrant> {
  const token = randomToken();
  const familyId = await beside(db, async (trx) => {
    const { id } = await trx
      .insertInto("refresh_families")
      .values({
        account_id: accountId,
        created_at: now.toISOString(),
        user_agent: storedUserAgent(userAgent),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await insertToken(trx, id, token, now);
    await alongside?.(trx);
    return id;
  });
  return { accountId, familyId, refreshToken: token, issuedAt: now };
}

async function insertToken(trx: Db, familyId: number, token: string, now: Date): Promise<void> {
  await trx
    .insertInto("refresh_tokens")
    .values({
      token_hash: sha256(token),
      family_id: familyId,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
    })
    .execute();
}

/**
 * Exchanges a refresh token for the next one (RFC 9700, 4.14.2). Simultaneous requests, and those repeated within
 * 10 seconds because the answer was lost, all get the same pair. Any later use of a used token means that it was
 * copied, and ends the whole family.
 * @returns null when the token is unknown, expired, used up, or its account is no longer active
 */
export async function rotateRefreshToken(
  db: Db,
  token: string,
  now = new Date(),
): Promise<TokenGrant | null> {
  const next = successorOf(token);
  return beside(db, async (trx) => {
    await lockRefreshFamily(trx, sha256(token));
    const row = await trx
      .selectFrom("refresh_tokens as t")
      .innerJoin("refresh_families as f", "f.id", "t.family_id")
      .innerJoin("accounts as a", "a.id", "f.account_id")
      .select(["t.family_id", "t.expires_at", "t.used_at", "f.account_id", "a.status"])
      .where("t.token_hash", "=", sha256(token))
      .executeTakeFirst();
    if (!row || row.status !== "active" || row.expires_at <= now.toISOString()) return null;
    const grant = { accountId: row.account_id, familyId: row.family_id, refreshToken: next };
    if (row.used_at === null) {
      await trx
        .updateTable("refresh_tokens")
        .set({ used_at: now.toISOString() })
        .where("token_hash", "=", sha256(token))
        .execute();
      await insertToken(trx, row.family_id, next, now);
      return { ...grant, issuedAt: now };
    }
    const usedAt = new Date(row.used_at);
    if (now.getTime() - usedAt.getTime() <= REPEAT_MS && (await isUnused(trx, next)))
      return { ...grant, issuedAt: usedAt };
    await trx.deleteFrom("refresh_families").where("id", "=", row.family_id).execute();
    logger.warn({ accountId: row.account_id }, "a used refresh token was sent again: its family was ended");
    return null;
  });
}

async function isUnused(trx: Db, token: string): Promise<boolean> {
  const row = await trx
    .selectFrom("refresh_tokens")
    .select("used_at")
    .where("token_hash", "=", sha256(token))
    .executeTakeFirst();
  return row?.used_at === null;
}

/** The present data of an access token's account; null once it is inactive or the family has ended. */
export async function findTokenAccount(db: Db, familyId: number, accountId: number) {
  const row = await db
    .selectFrom("refresh_families as f")
    .innerJoin("accounts as a", "a.id", "f.account_id")
    .select(["a.id", "a.email", "a.first_name", "a.last_name", "a.role", "a.email_confirmed_at"])
    .select(["a.show_recommendations", "a.job", "a.extra_rights", "a.group_id"])
    .where("f.id", "=", familyId)
    .where("f.account_id", "=", accountId)
    .where("a.status", "=", "active")
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    ...staffRights(row.role, row.job, row.extra_rights),
    emailConfirmed: row.email_confirmed_at !== null,
    showRecommendations: row.show_recommendations === 1,
    groupId: row.group_id,
  };
}

/** When the login happened that a family of tokens began with (ISO 8601); null: the family has ended. */
export async function tokensBegan(db: Db, familyId: number): Promise<string | null> {
  const row = await db
    .selectFrom("refresh_families")
    .select("created_at")
    .where("id", "=", familyId)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Logs out every API client of an account. @param db may be an open transaction */
export async function endRefreshFamiliesOf(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom("refresh_families").where("account_id", "=", accountId).execute();
}

/** Background work: deletes families whose last token has expired. @returns how many */
export async function sweepRefreshFamilies(db: Db, now = new Date()): Promise<number> {
  const swept = await db
    .deleteFrom("refresh_families")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("refresh_tokens as t")
            .select("t.token_hash")
            .whereRef("t.family_id", "=", "refresh_families.id")
            .where("t.expires_at", ">", now.toISOString()),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(swept.numDeletedRows);
}
