import { randomBytes } from "node:crypto";
import type { Db } from "~/db/database.server";
import { sha256 } from "~/platform/secrets/tokens.server";
import {
  plainRecoveryCode,
  RECOVERY_CODES,
  RECOVERY_LETTERS,
  USED_RECOVERY_CODE,
  WRONG_RECOVERY_CODE,
} from "./factors";
import type { CodeOutcome } from "./totp.server";

/** 80 bits: 16 letters of 5 bits. */
const BYTES = 10;

function newCode(): string {
  let bits = BigInt(`0x${randomBytes(BYTES).toString("hex")}`);
  let code = "";
  for (let letter = 0; letter < (BYTES * 8) / 5; letter += 1) {
    code = RECOVERY_LETTERS[Number(bits & 31n)] + code;
    bits >>= 5n;
  }
  return code;
}

/**
 * A plain SHA-256, unlike for passwords: a slow hash makes guessing costly where people choose words, but nobody can try
 * 2^80 random codes. Ten slow hashes at each wrong code would let a stranger occupy the server instead.
 */
const hashOf = (accountId: number, code: string) => sha256(`recovery code ${accountId} ${code}`);

/** Makes ten new recovery codes; earlier ones no longer work. @returns the codes in groups, never to be read again */
export async function makeRecoveryCodes(trx: Db, accountId: number, now: Date): Promise<string[]> {
  await trx.deleteFrom("recovery_codes").where("account_id", "=", accountId).execute();
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await trx
    .insertInto("recovery_codes")
    .values(
      codes.map((code) => ({
        account_id: accountId,
        code_hash: hashOf(accountId, code),
        created_at: now.toISOString(),
        used_at: null,
      })),
    )
    .execute();
  return codes.map((code) => code.match(/.{4}/g)!.join("-"));
}

/** Uses up a recovery code. @param typed in any spelling that `plainRecoveryCode` reads */
export async function useRecoveryCode(
  db: Db,
  accountId: number,
  typed: string,
  now: Date,
): Promise<CodeOutcome> {
  const code = plainRecoveryCode(typed);
  if (code === null) return { ok: false, message: WRONG_RECOVERY_CODE };
  const own = db
    .updateTable("recovery_codes")
    .set({ used_at: now.toISOString() })
    .where("account_id", "=", accountId)
    .where("code_hash", "=", hashOf(accountId, code));
  const used = await own.where("used_at", "is", null).executeTakeFirst();
  if (used.numUpdatedRows === 1n) return { ok: true };
  const known = await db
    .selectFrom("recovery_codes")
    .select("id")
    .where("account_id", "=", accountId)
    .where("code_hash", "=", hashOf(accountId, code))
    .executeTakeFirst();
  return { ok: false, message: known ? USED_RECOVERY_CODE : WRONG_RECOVERY_CODE };
}
