import { readDb } from "~/db/shop-database.server";
import type { MailSite } from "~/domain/people/accounts/passwords/account-mails";
import { readMailFrame } from "~/domain/shop/mail-words/mail-frame.server";
import { mailOrigin } from "./mail-origin.server";
import type { RequestSession } from "./request-session.server";

/** The shop's name, address, look and words for the mails that this request causes. */
export async function mailSite({ origin }: RequestSession): Promise<MailSite> {
  return { ...(await readMailFrame(readDb)), origin: mailOrigin(origin) };
}
