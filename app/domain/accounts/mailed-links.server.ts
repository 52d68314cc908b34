import { config } from "~/config.server";
import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail.server";
import type { Message } from "./account-mails";
import {
  countRecentTokens,
  createAccountToken,
  type TokenPurpose,
  voidAccountTokens,
} from "./account-tokens.server";

const LINKS_AN_HOUR = 5;

/** What a signed-in customer is told when no further link is sent. */
export const ENOUGH_LINKS =
  "We have sent you several links already. Please look in your inbox, or try again in an hour";

export interface LinkMail {
  account: { id: number; email: string };
  purpose: TokenPurpose;
  /** The message with the link; a `dedupeKey` of its own replaces the link's. */
  write(token: string): Message & { dedupeKey?: string };
  /** The address to prove, and to write to instead of the account's. */
  newEmail?: string;
}

/**
 * Makes a link and queues the mail that carries it, in the caller's transaction. Earlier links of the same purpose no
 * longer work, but for those that confirm an address: whichever of them is opened, the address is proven.
 * @returns false when the account was sent five in the last hour: then nothing happened, and the newest stays good
 */
export async function sendLink(trx: Db, link: LinkMail, now: Date): Promise<boolean> {
  const { account, purpose, newEmail } = link;
  const recent = await countRecentTokens(trx, account.id, purpose, now);
  if (config.rateLimit && recent >= LINKS_AN_HOUR) return false;
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
