import type { Db } from "~/db/database.server";
import { randomToken, sha256 } from "~/platform/secrets/tokens.server";
import { deviceName } from "../accounts/devices.server";
import { storedUserAgent } from "../accounts/user-agent";
import { REMEMBERED_DAYS, type RememberedDevice } from "./factors";

const LIFETIME_MS = REMEMBERED_DAYS * 24 * 3_600_000;

/** Remembers a browser after the second factor was right. @returns the token for its cookie; only its hash is stored */
export async function rememberBrowser(
  db: Db,
  accountId: number,
  userAgent: string | null,
  now = new Date(),
): Promise<string> {
  const token = randomToken();
  await db
    .insertInto("remembered_devices")
    .values({
      account_id: accountId,
      token_hash: sha256(token),
      user_agent: storedUserAgent(userAgent),
      created_at: now.toISOString(),
      last_used_at: now.toISOString(),
      expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
    })
    .execute();
  return token;
}

/** Whether this browser's second factor is remembered for the account. The 30 days are not prolonged by a login. */
export async function isRememberedBrowser(
  db: Db,
  accountId: number,
  token: string,
  now = new Date(),
): Promise<boolean> {
  const found = await db
    .updateTable("remembered_devices")
    .set({ last_used_at: now.toISOString() })
    .where("token_hash", "=", sha256(token))
    .where("account_id", "=", accountId)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return found.numUpdatedRows === 1n;
}

/** The account's remembered browsers, the last one first. */
export async function listRememberedDevices(
  db: Db,
  accountId: number,
  now = new Date(),
): Promise<RememberedDevice[]> {
  const rows = await db
    .selectFrom("remembered_devices")
    .select(["id", "user_agent", "created_at", "expires_at"])
    .where("account_id", "=", accountId)
    .where("expires_at", ">", now.toISOString())
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: deviceName(row.user_agent),
    since: row.created_at,
    until: row.expires_at,
  }));
}

/** @returns false when the account has no such device */
export async function forgetDevice(db: Db, accountId: number, id: number): Promise<boolean> {
  const forgotten = await db
    .deleteFrom("remembered_devices")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return forgotten.numDeletedRows === 1n;
}

/** Forgets all of them: whenever a second factor changes. */
export async function forgetDevicesOf(trx: Db, accountId: number): Promise<void> {
  await trx.deleteFrom("remembered_devices").where("account_id", "=", accountId).execute();
}
