import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import type { MailSite } from "../accounts/passwords/account-mails";
import { checkPassword, isStillValid } from "../accounts/passwords/password-check.server";
import { endSessionsOf } from "../accounts/sessions.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { hasFactor } from "./factors";
import type { FactorChange } from "./factor-mails";
import { makeRecoveryCodes } from "./recovery-codes.server";
import { forgetDevicesOf } from "./remembered-devices.server";
import { checkCode, readFactors } from "./second-factor.server";
import { queueFactorChangeMail } from "./owner-mails.server";
import { auditOwnLogin } from "./sign-ins.server";
import { confirmApp, type CodeOutcome } from "./totp.server";

/** The password was changed by another request meanwhile. */
const TRY_AGAIN = "Your account was changed meanwhile. Please log in again";

/** For the audit log, where a member of staff changes their own login. */
const ACTIONS: Record<FactorChange, string> = {
  "app-on": "set up codes from an app",
  "app-off": "switched off codes from an app",
  "new-recovery-codes": "made new recovery codes",
  "passkey-added": "added a passkey",
  "passkey-removed": "removed a passkey",
  reset: "reset the second step of the login of",
};

/**
 * What follows each change of the ways to log in: no device's second factor is remembered any more, the account's owner
 * gets a mail, and what staff change is in the audit log. Call `wake("mail")` after the commit.
 * @param trx the transaction that makes the change
 */
export async function afterFactorChange(
  trx: Db,
  accountId: number,
  change: FactorChange,
  site: MailSite,
  now: Date,
): Promise<void> {
  await forgetDevicesOf(trx, accountId);
  await queueFactorChangeMail(trx, accountId, change, site, now);
  await auditOwnLogin(trx, accountId, { action: ACTIONS[change] }, now);
}

/** Recovery codes for an account that has a second factor and no codes left. @returns the new codes; null: it has some */
export async function ensureRecoveryCodes(trx: Db, accountId: number, now: Date): Promise<string[] | null> {
  const { recoveryCodesLeft } = await readFactors(trx, accountId);
  return recoveryCodesLeft > 0 ? null : makeRecoveryCodes(trx, accountId, now);
}

/**
 * Switches the app on with its first right code.
 * @returns recovery codes to be shown once; null: the account has some already
 */
export async function switchAppOn(
  db: Db,
  accountId: number,
  code: string,
  site: MailSite,
  now = new Date(),
): Promise<{ ok: true; recoveryCodes: string[] | null } | Extract<CodeOutcome, { ok: false }>> {
  const outcome = await db.transaction().execute(async (trx) => {
    const confirmed = await confirmApp(trx, accountId, code, now);
    if (!confirmed.ok) return confirmed;
    const recoveryCodes = await ensureRecoveryCodes(trx, accountId, now);
    await afterFactorChange(trx, accountId, "app-on", site, now);
    return { ok: true as const, recoveryCodes };
  });
  wake("mail");
  return outcome;
}

export type SwitchOffOutcome =
  | { ok: true }
  | { ok: false; field: "password" | "code" | null; message: string };

/**
 * Switches the app off, with the password and a code: whoever finds an open session cannot. Recovery codes go with the
 * last factor. Computes a costly hash.
 * @returns `field` null: the password could not be checked now
 */
export async function switchAppOff(
  db: Db,
  accountId: number,
  { password, code }: { password: string; code: string },
  site: MailSite,
  now = new Date(),
): Promise<SwitchOffOutcome> {
  const proof = await checkPassword(db, accountId, password);
  if (!proof.ok)
    return { ok: false, field: proof.reason === "busy" ? null : "password", message: proof.message };
  const checked = await checkCode(db, accountId, code, now);
  if (!checked.ok) return { ok: false, field: "code", message: checked.message };
  const isDone = await db.transaction().execute(async (trx) => {
    if (!(await isStillValid(trx, proof))) return false;
    await trx.deleteFrom("totp_factors").where("account_id", "=", accountId).execute();
    await dropIdleRecoveryCodes(trx, accountId);
    await afterFactorChange(trx, accountId, "app-off", site, now);
    return true;
  });
  if (!isDone) return { ok: false, field: null, message: TRY_AGAIN };
  wake("mail");
  return { ok: true };
}

/** Recovery codes stand in for a second factor; without one they open nothing and are deleted. */
export async function dropIdleRecoveryCodes(trx: Db, accountId: number): Promise<void> {
  if (hasFactor(await readFactors(trx, accountId))) return;
  await trx.deleteFrom("recovery_codes").where("account_id", "=", accountId).execute();
}

/** Makes ten new recovery codes. @returns null for an account without a second factor */
export async function renewRecoveryCodes(
  db: Db,
  accountId: number,
  site: MailSite,
  now = new Date(),
): Promise<string[] | null> {
  const codes = await db.transaction().execute(async (trx) => {
    if (!hasFactor(await readFactors(trx, accountId))) return null;
    const made = await makeRecoveryCodes(trx, accountId, now);
    await afterFactorChange(trx, accountId, "new-recovery-codes", site, now);
    return made;
  });
  wake("mail");
  return codes;
}

/** The command for a lost owner; `actor` names it in the audit log. */
type OnTheServer = { accountId: number; staffId: null; actor: string };

/**
 * An owner removes app, passkeys and recovery codes of a member of staff who lost them. Every session and token of that
 * person ends: they log in with the password and set up a new factor.
 * @returns the person's name; null when there is no such member of staff
 */
export async function resetFactors(
  db: Db,
  { accountId, ...who }: { accountId: number; staffId: number } | OnTheServer,
  site: MailSite,
  now = new Date(),
): Promise<string | null> {
  const name = await db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom("accounts")
      .select(["first_name", "last_name"])
      .where("id", "=", accountId)
      .where("role", "=", "admin")
      .executeTakeFirst();
    if (!person) return null;
    for (const table of ["totp_factors", "passkeys", "recovery_codes"] as const)
      await trx.deleteFrom(table).where("account_id", "=", accountId).execute();
    await endSessionsOf(trx, accountId);
    await queueFactorChangeMail(trx, accountId, "reset", site, now);
    const whose = `${person.first_name} ${person.last_name}`.trim();
    const entry = { ...who, subject: "sign_in", subjectId: accountId } as const;
    await recordAudit(trx, { ...entry, action: `${ACTIONS.reset} ${whose}` }, now);
    return whose;
  });
  wake("mail");
  return name;
}
