import { lockEmail } from "~/domain/kit/locks.server";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { isCommonPassword } from "~/platform/secrets/common-passwords.server";
import { takeAtLeast } from "~/platform/secrets/even-time.server";
import { queueMail } from "~/platform/mail/mail.server";
import { hashPassword, PASSWORDS_BUSY } from "~/platform/secrets/passwords.server";
import { randomToken } from "~/platform/secrets/tokens.server";
import { wake } from "~/platform/wake.server";
import { type MailSite, type Message, passwordChangedMail, resetPasswordMail } from "./account-mails";
import { consumeAccountToken, findAccountToken, voidAccountTokens } from "../account-tokens.server";
import { COMMON_PASSWORD, emailKey } from "../accounts.server";
import { markConfirmed } from "./email-confirmation.server";
import { removeUnconfirmedIdentities } from "../identities.server";
import { sendLink } from "./mailed-links.server";
import { endSessionsOf } from "../sessions.server";

export const RESET_SENT = "Reset password instruction sent to your email. Please check your email!";
export const PASSWORD_CHANGED = "Your password has been changed. Please log in with the new one";
export const RESET_LINK_INVALID = "This link is no longer valid. Please ask for a new one";

/** Longer than the work for a known address takes (a row and a mail, one write to disk). */
const MIN_RESPONSE_MS = 250;

/**
 * Mails a link to choose a new password, if the address has an active account. Earlier links no longer work.
 * Message and time taken are the same for every address. At most five mails an hour; then the newest link stays valid.
 * @param email through `forgotPasswordSchema`
 */
export async function requestPasswordReset(
  db: Db,
  email: string,
  site: MailSite,
  now = new Date(),
): Promise<{ ok: true; message: string }> {
  await takeAtLeast(MIN_RESPONSE_MS, async () => {
    // If the database is locked or its disk full, this fails for unknown addresses as well.
    await beside(db, async (trx) => {
      await lockEmail(trx, emailKey(email));
      const account = await trx
        .selectFrom("accounts")
        .select(["id", "email"])
        .where("email", "=", emailKey(email))
        .where("status", "=", "active")
        .executeTakeFirst();
      const write = (token: string) => resetPasswordMail(site, token);
      const isSent = account && (await sendLink(trx, { account, purpose: "reset_password", write }, now));
      if (!isSent) await writeAndRemove(trx, write(randomToken()), now);
    });
    wake("mail");
  });
  return { ok: true, message: RESET_SENT };
}

/** Does the same writing as for a real mail, and deletes it again. */
export async function writeAndRemove(trx: Db, message: Message, now: Date): Promise<void> {
  const dedupeKey = `nobody:${randomToken()}`;
  await queueMail(trx, { ...message, dedupeKey, to: "nobody@example.com", now });
  await trx.deleteFrom("outgoing_mails").where("dedupe_key", "=", dedupeKey).execute();
}

/** Whether the link can still be used; does not use it. */
export async function canResetPassword(db: Db, token: string, now = new Date()): Promise<boolean> {
  return (await findAccountToken(db, token, "reset_password", now)) !== null;
}

/** Whether the link is of somebody on the staff; does not use it. */
export async function isResetOfStaff(db: Db, token: string, now = new Date()): Promise<boolean> {
  const owner = await findAccountToken(db, token, "reset_password", now);
  if (!owner) return false;
  const { role } = await db
    .selectFrom("accounts")
    .select("role")
    .where("id", "=", owner.accountId)
    .executeTakeFirstOrThrow();
  return role === "admin";
}

/**
 * Sets a new password by the link: once, within its hour. In the same transaction every session of the account
 * ends, every link sent to it stops working, and its address counts as confirmed.
 * @param input through `resetPasswordSchema`
 */
export async function resetPassword(
  db: Db,
  input: { token: string; password: string },
  site: MailSite,
  now = new Date(),
): Promise<
  | { ok: true; email: string; message: string }
  | { ok: false; reason: "link" | "password" | "busy"; message: string }
> {
  const invalid = { ok: false, reason: "link", message: RESET_LINK_INVALID } as const;
  // Check the link before the costly hash; use it up afterwards.
  if (!(await canResetPassword(db, input.token, now))) return invalid;
  if (isCommonPassword(input.password)) return { ok: false, reason: "password", message: COMMON_PASSWORD };
  const hashed = await hashPassword(input.password);
  if (hashed === "busy") return { ok: false, reason: "busy", message: PASSWORDS_BUSY };

  const done = await db.transaction().execute(async (trx) => {
    const owner = await consumeAccountToken(trx, input.token, "reset_password", now);
    if (!owner) return null;
    const { accountId } = owner;
    const { email } = await trx
      .updateTable("accounts")
      .set({ password_hash: hashed.hash })
      .where("id", "=", accountId)
      .returning("email")
      .executeTakeFirstOrThrow();
    await removeUnconfirmedIdentities(trx, accountId);
    await markConfirmed(trx, accountId, now);
    await endSessionsOf(trx, accountId);
    await voidAccountTokens(trx, accountId, now);
    await queuePasswordChangedMail(trx, { id: accountId, email }, site, now);
    return email;
  });
  if (done === null) return invalid;
  wake("mail");
  return { ok: true, email: done, message: PASSWORD_CHANGED };
}

/** Queues the mail in the transaction that changes the password. */
export async function queuePasswordChangedMail(
  trx: Db,
  account: { id: number; email: string },
  site: MailSite,
  now: Date,
): Promise<void> {
  await queueMail(trx, {
    dedupeKey: `password-changed:${account.id}:${now.getTime()}`,
    to: account.email,
    ...passwordChangedMail(site),
    now,
  });
}
