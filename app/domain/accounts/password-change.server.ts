import type { Db } from "~/db/database.server";
import { isCommonPassword } from "~/platform/common-passwords.server";
import { hashPassword, PASSWORDS_BUSY } from "~/platform/passwords.server";
import { wake } from "~/platform/wake.server";
import type { MailSite } from "./account-mails";
import { voidAccountTokens } from "./account-tokens.server";
import { COMMON_PASSWORD } from "./accounts.server";
import { CHANGE_FAILED } from "./failures";
import { checkPassword, type PasswordRefusal, stillHolds } from "./password-check.server";
import { PASSWORD_CHANGED, tellPasswordChanged } from "./password-reset.server";
import { endSessionsOf } from "./sessions.server";

export type PasswordChangeOutcome =
  | { ok: true; message: string }
  | PasswordRefusal
  | { ok: false; reason: "password" | "lost"; message: string };

/**
 * Sets a new password for somebody who is signed in and knows the present one. In the same transaction every session
 * and every API client of the account is signed out (docs/product-decisions.md §2.1; this session too, since /login
 * is where it leads and only guests are shown that page), and links that could undo it stop working: those to reset
 * the password, to change the e-mail address, to delete the account.
 * @param input through `changePasswordSchema`
 * @returns not ok with `reason` "wrong" (the present password), "password" (the new one), "no_password" (one is set by
 * a mailed link instead), "lost" (changed by another request meanwhile), "busy"
 */
export async function changePassword(
  db: Db,
  accountId: number,
  input: { currentPassword: string; password: string },
  site: MailSite,
  now = new Date(),
): Promise<PasswordChangeOutcome> {
  const proof = await checkPassword(db, accountId, input.currentPassword);
  if (!proof.ok) return proof;
  if (isCommonPassword(input.password)) return { ok: false, reason: "password", message: COMMON_PASSWORD };
  const hashed = await hashPassword(input.password);
  if (hashed === "busy") return { ok: false, reason: "busy", message: PASSWORDS_BUSY };

  const isDone = await db.transaction().execute(async (trx) => {
    if (!(await stillHolds(trx, proof))) return false;
    await trx
      .updateTable("accounts")
      .set({ password_hash: hashed.hash })
      .where("id", "=", accountId)
      .execute();
    await endSessionsOf(trx, accountId);
    await voidAccountTokens(trx, accountId, now, "reset_password", "change_email", "delete_account");
    await tellPasswordChanged(trx, { id: accountId, email: proof.email }, site, now);
    return true;
  });
  if (!isDone) return { ok: false, reason: "lost", message: CHANGE_FAILED };
  wake("mail");
  return { ok: true, message: PASSWORD_CHANGED };
}
