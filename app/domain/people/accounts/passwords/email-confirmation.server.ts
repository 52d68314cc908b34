import { lockCustomer } from "~/domain/kit/locks.server";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { confirmEmailMail, type MailSite } from "./account-mails";
import { consumeAccountToken, findAccountToken, voidAccountTokens } from "../account-tokens.server";
import { TOO_MANY_LINKS, sendLink } from "./mailed-links.server";

/** Queues the mail with the link, in the caller's transaction. @returns false when too many were sent (`sendLink`) */
export function sendConfirmation(
  trx: Db,
  account: { id: number; email: string },
  site: MailSite,
  now: Date,
): Promise<boolean> {
  const write = (token: string) => confirmEmailMail(site, token);
  return sendLink(trx, { account, purpose: "confirm_email", write }, now);
}

/** 'Send again' on an unconfirmed customer's pages. */
export async function resendConfirmation(
  db: Db,
  accountId: number,
  site: MailSite,
  now = new Date(),
): Promise<{ ok: boolean; message: string }> {
  const answer = await beside(db, async (trx) => {
    await lockCustomer(trx, accountId);
    const account = await trx
      .selectFrom("accounts")
      .select(["id", "email", "email_confirmed_at"])
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    if (account.email_confirmed_at !== null) return { ok: true, message: "Your email is confirmed already" };
    const isSent = await sendConfirmation(trx, account, site, now);
    if (!isSent) return { ok: false, message: TOO_MANY_LINKS };
    return { ok: true, message: "We have sent you a new link. Please check your email!" };
  });
  wake("mail");
  return answer;
}

/** Whether the link can still be used; does not use it. */
export async function canConfirmEmail(db: Db, token: string, now = new Date()): Promise<boolean> {
  return (await findAccountToken(db, token, "confirm_email", now)) !== null;
}

/** Uses the link: marks the address as confirmed. @returns false when the link is unknown, used or expired */
export async function confirmEmail(db: Db, token: string, now = new Date()): Promise<boolean> {
  return beside(db, async (trx) => {
    const owner = await consumeAccountToken(trx, token, "confirm_email", now);
    if (!owner) return false;
    await markConfirmed(trx, owner.accountId, now);
    await voidAccountTokens(trx, owner.accountId, now, "confirm_email");
    return true;
  });
}

/** Marks the address as confirmed, unless it already is. For use after a mailed link was opened. */
export async function markConfirmed(trx: Db, accountId: number, now: Date): Promise<void> {
  await trx
    .updateTable("accounts")
    .set({ email_confirmed_at: now.toISOString() })
    .where("id", "=", accountId)
    .where("email_confirmed_at", "is", null)
    .execute();
}
