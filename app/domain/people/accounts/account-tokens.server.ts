import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { randomToken, sha256 } from "~/platform/secrets/tokens.server";

export type TokenPurpose = Tables["account_tokens"]["purpose"];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LIFETIME: Record<TokenPurpose, number> = {
  reset_password: HOUR,
  confirm_email: 3 * DAY,
  change_email: DAY,
  delete_account: HOUR,
};

/** 192 bits: cannot be guessed, and short enough that the link fits on one line of a mail. */
const TOKEN_BYTES = 24;

/** The account that a link was made for. `newEmail`: the address to be confirmed, only for change_email. */
export interface TokenOwner {
  accountId: number;
  newEmail: string | null;
}

/**
 * Makes a token for a link in a mail; only its SHA-256 is stored.
 * @returns the row's id and the token for the link
 */
export async function createAccountToken(
  trx: Db,
  accountId: number,
  purpose: TokenPurpose,
  now: Date,
  newEmail: string | null = null,
): Promise<{ id: number; token: string }> {
  const token = randomToken(TOKEN_BYTES);
  const { id } = await trx
    .insertInto("account_tokens")
    .values({
      account_id: accountId,
      purpose,
      token_hash: sha256(token),
      new_email: newEmail,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + LIFETIME[purpose]).toISOString(),
      used_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, token };
}

/** Whose token this is; null when it is unknown, used, expired, or its account is not active. Does not use it. */
export async function findAccountToken(
  db: Db,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<TokenOwner | null> {
  const row = await db
    .selectFrom("account_tokens as t")
    .innerJoin("accounts as a", "a.id", "t.account_id")
    .select(["t.account_id as accountId", "t.new_email as newEmail"])
    .where("t.token_hash", "=", sha256(token))
    .where("t.purpose", "=", purpose)
    .where("t.used_at", "is", null)
    .where("t.expires_at", ">", now.toISOString())
    .where("a.status", "=", "active")
    .executeTakeFirst();
  return row ?? null;
}

/** Like `findAccountToken`, but marks the token as used: of two calls with one token, only one gets the account. @returns null: used, too old, or unknown */
export async function consumeAccountToken(
  trx: Db,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<TokenOwner | null> {
  const owner = await findAccountToken(trx, token, purpose, now);
  if (owner === null) return null;
  const used = await trx
    .updateTable("account_tokens")
    .set({ used_at: now.toISOString() })
    .where("token_hash", "=", sha256(token))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n ? owner : null;
}

/** Makes links sent earlier invalid. Without purposes: all links of the account. */
export async function voidAccountTokens(
  trx: Db,
  accountId: number,
  now: Date,
  ...purposes: TokenPurpose[]
): Promise<void> {
  let query = trx
    .updateTable("account_tokens")
    .set({ used_at: now.toISOString() })
    .where("account_id", "=", accountId)
    .where("used_at", "is", null);
  if (purposes.length > 0) query = query.where("purpose", "in", purposes);
  await query.execute();
}

/** How many links for this purpose an account, or an address to be confirmed, was sent in the last hour and day. */
export async function countRecentTokens(
  db: Db,
  to: { accountId: number } | { newEmail: string },
  purpose: TokenPurpose,
  now: Date,
): Promise<{ hour: number; day: number }> {
  const since = (ms: number) => new Date(now.getTime() - ms).toISOString();
  return db
    .selectFrom("account_tokens")
    .select(({ fn }) => [
      fn.countAll<number>().as("day"),
      fn.countAll<number>().filterWhere("created_at", ">", since(HOUR)).as("hour"),
    ])
    .where((eb) =>
      "accountId" in to ? eb("account_id", "=", to.accountId) : eb("new_email", "=", to.newEmail),
    )
    .where("purpose", "=", purpose)
    .where("created_at", ">", since(DAY))
    .executeTakeFirstOrThrow();
}

/** Background work: deletes tokens that expired more than a day ago. @returns how many */
export async function sweepAccountTokens(db: Db, now = new Date()): Promise<number> {
  const result = await db
    .deleteFrom("account_tokens")
    .where("expires_at", "<", new Date(now.getTime() - DAY).toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
