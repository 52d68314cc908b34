import { config } from "~/process/config.server";
import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail/mail.server";
import type { Message } from "./account-mails";
import {
  countRecentTokens,
  createAccountToken,
  type TokenPurpose,
  voidAccountTokens,
} from "../account-tokens.server";

const LINKS_AN_HOUR = 5;
/** Not of a new password: nobody is to be kept out for a day. */
const LINKS_A_DAY = 10;

/** The message to a logged-in customer when no further link is sent. */
export const TOO_MANY_LINKS =
  "We have sent you several links already. Please look in your inbox, or try again later";

export interface LinkMail {
  account: { id: number; email: string };
  purpose: TokenPurpose;
  /** Writes the message with the link; if it returns a `dedupeKey`, that replaces the default one. */
  write(token: string): Message & { dedupeKey?: string };
  /** The address to confirm; the mail goes there instead of to the account's address. */
  newEmail?: string;
}

/**
 * Makes a link and queues the mail with it, in the caller's transaction. Earlier links of the same purpose become
 * invalid, except those that confirm an address: opening any of them proves it.
 * @returns false when the account, or the new address on behalf of whatever accounts, was sent five in the last hour or, but for a
 * new password, ten in the last day: then nothing changes, and the newest stays valid
 */
export async function sendLink(trx: Db, link: LinkMail, now: Date): Promise<boolean> {
  const { account, purpose, newEmail } = link;
  if (config.rateLimit && (await isEnough(trx, link, now))) return false;
  if (purpose !== "confirm_email") await voidAccountTokens(trx, account.id, now, purpose);
  const { id, token } = await createAccountToken(trx, account.id, purpose, now, newEmail);
  await queueMail(trx, {
    dedupeKey: `${purpose.replace("_", "-")}:${id}`,
    to: newEmail ?? account.email,
    ...link.write(token),
    now,
  });
  return true;
}

async function isEnough(trx: Db, { account, purpose, newEmail }: LinkMail, now: Date): Promise<boolean> {
  const ofAccount = await countRecentTokens(trx, { accountId: account.id }, purpose, now);
  // Somebody with many accounts could have one stranger mailed by each of them.
  const ofAddress =
    newEmail === undefined ? ofAccount : await countRecentTokens(trx, { newEmail }, purpose, now);
  return [ofAccount, ofAddress].some(
    ({ hour, day }) => hour >= LINKS_AN_HOUR || (purpose !== "reset_password" && day >= LINKS_A_DAY),
  );
}
