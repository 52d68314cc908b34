import type { Db } from "~/db/database.server";
import { randomToken, sha256 } from "~/platform/secrets/tokens.server";
import { UNFINISHED_MINUTES } from "./factors";

/** Whose password was right; the second factor is still missing. */
export interface UnfinishedSignIn {
  accountId: number;
  email: string;
  remember: boolean;
}

/** Keeps a login whose second factor is still missing. @returns the token for the browser's cookie */
export async function keepUnfinished(
  db: Db,
  { accountId, remember }: { accountId: number; remember: boolean },
  now = new Date(),
): Promise<string> {
  const token = randomToken();
  await db
    .insertInto("unfinished_sign_ins")
    .values({
      token_hash: sha256(token),
      account_id: accountId,
      remember: remember ? 1 : 0,
      expires_at: new Date(now.getTime() + UNFINISHED_MINUTES * 60_000).toISOString(),
    })
    .execute();
  return token;
}

/** null when it is unknown, over, finished, or its account is no longer active. */
export async function findUnfinished(
  db: Db,
  token: string,
  now = new Date(),
): Promise<UnfinishedSignIn | null> {
  const row = await db
    .selectFrom("unfinished_sign_ins as u")
    .innerJoin("accounts as a", "a.id", "u.account_id")
    .select(["u.account_id", "u.remember", "a.email"])
    .where("u.token_hash", "=", sha256(token))
    .where("u.expires_at", ">", now.toISOString())
    .where("a.status", "=", "active")
    .executeTakeFirst();
  return row ? { accountId: row.account_id, email: row.email, remember: row.remember === 1 } : null;
}

/** Ends it: it can be finished once. @returns false when another request was first */
export async function endUnfinished(db: Db, token: string): Promise<boolean> {
  const ended = await db
    .deleteFrom("unfinished_sign_ins")
    .where("token_hash", "=", sha256(token))
    .executeTakeFirst();
  return ended.numDeletedRows === 1n;
}
