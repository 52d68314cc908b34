import { Secret, TOTP } from "otpauth";
import type { Db } from "~/db/database.server";
import { openText, sealText } from "~/platform/secrets/sealed-text.server";
import { UNREADABLE_SECRET, USED_CODE, WRONG_CODE } from "./factors";

// RFC 6238 with the values that every app understands: SHA-1, 6 digits, 30 seconds.
const PERIOD_S = 30;
/** One step earlier and later are right too: clocks of phones differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const PURPOSE = "totp secret";

const totpOf = (secret: string, label = "", issuer = "") =>
  new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_S,
  });

const open = (accountId: number, sealed: string) => openText(PURPOSE, String(accountId), sealed);

/** Begins to set up an app: makes a new key, which replaces one that was not confirmed. Does nothing once it is on. */
export async function beginApp(db: Db, accountId: number, now = new Date()): Promise<void> {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const values = {
    sealed_secret: sealText(PURPOSE, String(accountId), secret),
    created_at: now.toISOString(),
    last_step: 0,
  };
  await db
    .insertInto("totp_factors")
    .values({ account_id: accountId, ...values, confirmed_at: null })
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet(values).where("totp_factors.confirmed_at", "is", null),
    )
    .execute();
}

/** What an app needs to make codes: the key in base32, and the same as an address for its QR code. */
export interface AppKey {
  secret: string;
  url: string;
}

/**
 * The key of an app that is being set up; null when none is, and once it is on: then nobody can see the key any more.
 * @param names shown in the app
 */
export async function readAppKey(
  db: Db,
  accountId: number,
  { email, shopName }: { email: string; shopName: string },
): Promise<AppKey | null> {
  const row = await db
    .selectFrom("totp_factors")
    .select("sealed_secret")
    .where("account_id", "=", accountId)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  const secret = row ? open(accountId, row.sealed_secret) : null;
  // A colon would separate issuer and label.
  if (secret === null) return null;
  return { secret, url: totpOf(secret, email, shopName.replaceAll(":", " ")).toString() };
}

export type CodeOutcome = { ok: true } | { ok: false; message: string };

/** The first right code switches the app on. @param trx a transaction */
export function confirmApp(trx: Db, accountId: number, code: string, now: Date): Promise<CodeOutcome> {
  return acceptCode(trx, accountId, code, now, "set-up");
}

/** Checks a code of an app that is on, and uses it up. */
export function checkAppCode(db: Db, accountId: number, code: string, now: Date): Promise<CodeOutcome> {
  return acceptCode(db, accountId, code, now, "on");
}

/**
 * A code counts for one time step. The step is stored in the same statement that compares it with the last one, so of two
 * requests with one code only one is accepted.
 */
async function acceptCode(
  db: Db,
  accountId: number,
  code: string,
  now: Date,
  state: "set-up" | "on",
): Promise<CodeOutcome> {
  const row = await db
    .selectFrom("totp_factors")
    .select("sealed_secret")
    .where("account_id", "=", accountId)
    .where("confirmed_at", state === "on" ? "is not" : "is", null)
    .executeTakeFirst();
  if (!row) return { ok: false, message: WRONG_CODE };
  const secret = open(accountId, row.sealed_secret);
  if (secret === null) return { ok: false, message: UNREADABLE_SECRET };
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return { ok: false, message: WRONG_CODE };
  const step = TOTP.counter({ period: PERIOD_S, timestamp }) + delta;
  const accepted = await db
    .updateTable("totp_factors")
    .set({ last_step: step, ...(state === "set-up" && { confirmed_at: now.toISOString() }) })
    .where("account_id", "=", accountId)
    .where("sealed_secret", "=", row.sealed_secret)
    .where("confirmed_at", state === "on" ? "is not" : "is", null)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return accepted.numUpdatedRows === 1n ? { ok: true } : { ok: false, message: USED_CODE };
}
