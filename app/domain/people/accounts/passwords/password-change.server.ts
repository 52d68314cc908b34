import type { Db } from "~/db/database.server";
import { isCommonPassword } from "~/platform/secrets/common-passwords.server";
import { hashPassword, PASSWORDS_BUSY } from "~/platform/secrets/passwords.server";
import { wake } from "~/platform/wake.server";
import type { MailSite } from "./account-mails";
import { voidAccountTokens } from "../account-tokens.server";
import { COMMON_PASSWORD } from "../accounts.server";
import { CHANGE_FAILED } from "../failures";
import { checkPassword, type PasswordRefusal, isStillValid } from "./password-check.server";
import { PASSWORD_CHANGED, queuePasswordChangedMail } from "./password-reset.server";
import { endSessionsOf } from "../sessions.server";

export type PasswordChangeOutcome =
  | { ok: true; message: string }
  | PasswordRefusal
  | { ok: false; reason: "password" | "lost"; message: string };

/**
 * Sets a new password for a logged-in person who knows the current one. The same transaction logs out every session
 * and every API client of the account (docs/product-decisions.md §2.1; this session too, since the next page is
 * /login, which only guests can see), and voids the links that could undo the change: to reset the password, to
 * change the email address, to delete the account.
 * @param input through `changePasswordSchema`
 * @returns not ok with `reason` "wrong" (the current password), "password" (the new one), "no_password" (to be set by
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
    if (!(await isStillValid(trx, proof))) return false;
    await trx
      .updateTable("accounts")
      .set({ password_hash: hashed.hash })
      .where("id", "=", accountId)
      .execute();
    await endSessionsOf(trx, accountId);
    await voidAccountTokens(trx, accountId, now, "reset_password", "change_email", "delete_account");
    await queuePasswordChangedMail(trx, { id: accountId, email: proof.email }, site, now);
    return true;
  });
  if (!isDone) return { ok: false, reason: "lost", message: CHANGE_FAILED };
  wake("mail");
  return { ok: true, message: PASSWORD_CHANGED };
}
