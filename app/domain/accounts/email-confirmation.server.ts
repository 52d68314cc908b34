import { config } from "~/config.server";
import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail.server";
import { wake } from "~/platform/wake.server";
import { confirmEmailMail, type MailSite } from "./account-mails";
import {
  countRecentTokens,
  createAccountToken,
  findAccountToken,
  consumeAccountToken,
  voidAccountTokens,
} from "./account-tokens.server";

const MAILS_AN_HOUR = 5;

/** Queues the mail with the link, in the caller's transaction. */
export async function sendConfirmation(
  trx: Db,
  account: { id: number; email: string },
  site: MailSite,
  now: Date,
): Promise<void> {
  const { id, token } = await createAccountToken(trx, account.id, "confirm_email", now);
  await queueMail(trx, {
    dedupeKey: `confirm-email:${id}`,
    to: account.email,
    ...confirmEmailMail(site, token),
    now,
  });
}

/** 'Send again' on an unconfirmed customer's pages. */
export async function resendConfirmation(
  db: Db,
  accountId: number,
  site: MailSite,
  now = new Date(),
): Promise<{ ok: boolean; message: string }> {
  const answer = await db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom("accounts")
      .select(["id", "email", "email_confirmed_at"])
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    if (account.email_confirmed_at !== null) return { ok: true, message: "Your email is confirmed already" };
    const recent = await countRecentTokens(trx, accountId, "confirm_email", now);
    if (config.rateLimit && recent >= MAILS_AN_HOUR) {
      return {
        ok: false,
        message:
          "We have sent you several links already. Please look into your mail, or try again in an hour",
      };
    }
    await sendConfirmation(trx, account, site, now);
    return { ok: true, message: "We have sent you a new link. Please check your email!" };
  });
  wake("mail");
  return answer;
}

/** Whether the link can still be used; does not use it. */
export async function canConfirmEmail(db: Db, token: string, now = new Date()): Promise<boolean> {
  return (await findAccountToken(db, token, "confirm_email", now)) !== null;
}

/** Uses the link: the address is the customer's own. @returns false when the link is unknown, used or expired */
export async function confirmEmail(db: Db, token: string, now = new Date()): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const accountId = await consumeAccountToken(trx, token, "confirm_email", now);
    if (accountId === null) return false;
    await markConfirmed(trx, accountId, now);
    await voidAccountTokens(trx, accountId, now, "confirm_email");
    return true;
  });
}

/** A link from the owner's mailbox was used: the address is confirmed, if it was not yet. */
export async function markConfirmed(trx: Db, accountId: number, now: Date): Promise<void> {
  await trx
    .updateTable("accounts")
    .set({ email_confirmed_at: now.toISOString() })
    .where("id", "=", accountId)
    .where("email_confirmed_at", "is", null)
    .execute();
}
