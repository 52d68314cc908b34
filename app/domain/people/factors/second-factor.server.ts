import type { Db } from "~/db/database.server";
import { asciiDigits } from "~/domain/kit/digits";
import { type Factors, hasFactor, WRONG_CODE } from "./factors";
import { useRecoveryCode } from "./recovery-codes.server";
import { checkAppCode, type CodeOutcome } from "./totp.server";

/** What an account has set up. */
export async function readFactors(db: Db, accountId: number): Promise<Factors> {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("totp_factors")
        .select("confirmed_at")
        .where("account_id", "=", accountId)
        .as("app_since"),
      eb
        .selectFrom("passkeys")
        .select((each) => each.fn.countAll<number>().as("count"))
        .where("account_id", "=", accountId)
        .as("passkeys"),
      eb
        .selectFrom("recovery_codes")
        .select((each) => each.fn.countAll<number>().as("count"))
        .where("account_id", "=", accountId)
        .where("used_at", "is", null)
        .as("codes"),
    ])
    .executeTakeFirstOrThrow();
  return {
    appSince: row.app_since,
    passkeys: row.passkeys ?? 0,
    recoveryCodesLeft: row.codes ?? 0,
  };
}

/** Whether an account has a second factor, so that its password alone opens nothing. */
export const hasSecondFactor = async (db: Db, accountId: number): Promise<boolean> =>
  hasFactor(await readFactors(db, accountId));

/** Which code was right. */
export type CodeKind = "code" | "recovery_code";

/**
 * Checks a typed code and uses it up: six digits are a code from the app, anything else a recovery code.
 * The caller has counted the try against the limits.
 */
export async function checkCode(
  db: Db,
  accountId: number,
  typed: string,
  now = new Date(),
): Promise<{ ok: true; kind: CodeKind } | { ok: false; message: string }> {
  const digits = asciiDigits(typed).replace(/[\s\p{Pd}]/gu, "");
  const kind: CodeKind = /^\d{1,8}$/.test(digits) ? "code" : "recovery_code";
  const outcome: CodeOutcome =
    kind === "recovery_code"
      ? await useRecoveryCode(db, accountId, typed, now)
      : digits.length === 6
        ? await checkAppCode(db, accountId, digits, now)
        : { ok: false, message: WRONG_CODE };
  return outcome.ok ? { ok: true, kind } : outcome;
}

/** Background work: deletes challenges, unfinished logins and remembered devices whose time is over. @returns how many */
export async function sweepFactors(db: Db, now = new Date()): Promise<number> {
  let count = 0;
  for (const table of ["passkey_challenges", "unfinished_sign_ins", "remembered_devices"] as const) {
    const swept = await db.deleteFrom(table).where("expires_at", "<=", now.toISOString()).executeTakeFirst();
    count += Number(swept.numDeletedRows);
  }
  return count;
}
