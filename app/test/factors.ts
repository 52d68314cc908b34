import { Secret, TOTP } from "otpauth";
import type { Db } from "~/db/database.server";
import { makeRecoveryCodes } from "~/domain/people/factors/recovery-codes.server";
import { beginApp, confirmApp, readAppKey } from "~/domain/people/factors/totp.server";

/** The code that an app with this key shows. */
export const appCode = (secret: string, at = new Date()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

const MINUTE = 60_000;

/**
 * Sets an app up for the account, five minutes ago, so that the present code has not been used.
 * @returns the app's key and the recovery codes
 */
export async function accountWithApp(
  db: Db,
  accountId: number,
  at = new Date(Date.now() - 5 * MINUTE),
): Promise<{ secret: string; recoveryCodes: string[] }> {
  await beginApp(db, accountId, at);
  const key = await readAppKey(db, accountId, { email: "staff@example.com", shopName: "Kitab" });
  const confirmed = await confirmApp(db, accountId, appCode(key!.secret, at), at);
  if (!confirmed.ok) throw new Error(confirmed.message);
  return { secret: key!.secret, recoveryCodes: await makeRecoveryCodes(db, accountId, at) };
}

/** As if the account's sessions had begun, and its tokens been given, this long ago. */
export async function provedAgo(db: Db, accountId: number, minutes: number): Promise<void> {
  const at = new Date(Date.now() - minutes * MINUTE).toISOString();
  await db.updateTable("sessions").set({ proved_at: at }).where("account_id", "=", accountId).execute();
  await db
    .updateTable("refresh_families")
    .set({ created_at: at })
    .where("account_id", "=", accountId)
    .execute();
}
