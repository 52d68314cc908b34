import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail/mail.server";
import { wake } from "~/platform/wake.server";
import { addressTakenMail, changeEmailMail, emailChangedMail, type MailSite } from "./account-mails";
import { consumeAccountToken, findAccountToken, voidAccountTokens } from "../account-tokens.server";
import { TOO_MANY_LINKS, sendLink } from "./mailed-links.server";
import { checkPassword, type PasswordRefusal, isStillValid } from "./password-check.server";

const HOUR_MS = 3_600_000;

const SENT = "We have sent a link to your new email. Please open it to confirm the change";
const SAME_EMAIL = "This is your email already";
const NOTHING_PENDING = "There is no change of your email to confirm";

type Outcome = { ok: boolean; message: string };

export type EmailChangeOutcome =
  | { ok: true; message: string }
  | PasswordRefusal
  | { ok: false; reason: "email" | "enough" | "lost"; message: string };

/**
 * Requests a change of the email address: mails a link to the new one; nothing changes before the link is opened. As
 * in registering, the answer does not reveal whether the address is taken; its owner gets a mail.
 * @param input through `changeEmailSchema`
 */
export async function requestEmailChange(
  db: Db,
  accountId: number,
  input: { newEmail: string; currentPassword: string },
  site: MailSite,
  now = new Date(),
): Promise<EmailChangeOutcome> {
  const proof = await checkPassword(db, accountId, input.currentPassword);
  if (!proof.ok) return proof;
  if (proof.email === input.newEmail) return { ok: false, reason: "email", message: SAME_EMAIL };
  const outcome = await db.transaction().execute(async (trx): Promise<EmailChangeOutcome> => {
    if (!(await isStillValid(trx, proof)))
      return { ok: false, reason: "lost", message: "Your account has changed meanwhile. Please try again" };
    const isSent = await sendChangeLink(
      trx,
      { id: accountId, email: proof.email },
      input.newEmail,
      site,
      now,
    );
    return isSent ? { ok: true, message: SENT } : { ok: false, reason: "enough", message: TOO_MANY_LINKS };
  });
  wake("mail");
  return outcome;
}

/** Does the same work for a taken address, whose owner gets a mail instead of the link, at most one an hour. */
async function sendChangeLink(
  trx: Db,
  account: { id: number; email: string },
  newEmail: string,
  site: MailSite,
  now: Date,
): Promise<boolean> {
  const owner = await ownerOf(trx, newEmail);
  const write = (token: string) => (owner ? takenMail(owner, site, now) : changeEmailMail(site, token));
  return sendLink(trx, { account, purpose: "change_email", newEmail, write }, now);
}

async function ownerOf(trx: Db, email: string): Promise<number | null> {
  const row = await trx.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirst();
  return row?.id ?? null;
}

const takenMail = (ownerId: number, site: MailSite, now: Date) => ({
  ...addressTakenMail(site),
  dedupeKey: `address-taken:${ownerId}:${Math.floor(now.getTime() / HOUR_MS)}`,
});

/** The new address that is not confirmed yet; null when there is none. */
export async function pendingEmailChange(
  db: Db,
  accountId: number,
  now = new Date(),
): Promise<string | null> {
  const row = await db
    .selectFrom("account_tokens")
    .select("new_email")
    .where("account_id", "=", accountId)
    .where("purpose", "=", "change_email")
    .where("used_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row?.new_email ?? null;
}

/** 'Send again': mails a new link to the unconfirmed address; the earlier one no longer works. */
export async function resendEmailChange(
  db: Db,
  account: { id: number; email: string },
  site: MailSite,
  now = new Date(),
): Promise<Outcome> {
  const outcome = await db.transaction().execute(async (trx): Promise<Outcome> => {
    const newEmail = await pendingEmailChange(trx, account.id, now);
    if (newEmail === null) return { ok: false, message: NOTHING_PENDING };
    const isSent = await sendChangeLink(trx, account, newEmail, site, now);
    return { ok: isSent, message: isSent ? SENT : TOO_MANY_LINKS };
  });
  wake("mail");
  return outcome;
}

/** 'Cancel': the link no longer works. */
export async function cancelEmailChange(db: Db, accountId: number, now = new Date()): Promise<Outcome> {
  await voidAccountTokens(db, accountId, now, "change_email");
  return { ok: true, message: "Your email stays as it is" };
}

/** Whether the link can still be used; does not use it. @returns the new address, or null */
export async function findEmailChange(db: Db, token: string, now = new Date()): Promise<string | null> {
  return (await findAccountToken(db, token, "change_email", now))?.newEmail ?? null;
}

/**
 * Uses the link: gives the account the new address, which counts as confirmed. The old address gets a mail, and links
 * sent to it become invalid. Sessions are kept, because the request needed the password.
 * @returns null when the link is unknown, used or expired, or when another account has taken the address meanwhile
 * (its owner then gets a mail)
 */
export async function confirmEmailChange(
  db: Db,
  token: string,
  site: MailSite,
  now = new Date(),
): Promise<{ accountId: number; email: string } | null> {
  const changed = await db.transaction().execute(async (trx) => {
    const link = await consumeAccountToken(trx, token, "change_email", now);
    if (!link?.newEmail) return null;
    const { accountId, newEmail } = link;
    const owner = await ownerOf(trx, newEmail);
    if (owner !== null) {
      await queueMail(trx, { to: newEmail, ...takenMail(owner, site, now), now });
      return null;
    }
    const { email: oldEmail } = await trx
      .selectFrom("accounts")
      .select("email")
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    await trx
      .updateTable("accounts")
      .set({ email: newEmail, email_confirmed_at: now.toISOString() })
      .where("id", "=", accountId)
      .execute();
    await voidAccountTokens(trx, accountId, now);
    await queueMail(trx, {
      dedupeKey: `${emailChangedKey(accountId)}${now.getTime()}`,
      to: oldEmail,
      ...emailChangedMail(site),
      now,
    });
    return { accountId, email: newEmail };
  });
  wake("mail");
  return changed;
}

/** Prefix of the keys of mails to an account's earlier addresses; they show later which mails were this account's. */
export const emailChangedKey = (accountId: number) => `email-changed:${accountId}:`;
