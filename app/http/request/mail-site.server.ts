import { readDb } from "~/db/shop-database.server";
import type { MailSite } from "~/domain/accounts/account-mails";
import { mailFrame } from "~/domain/settings/settings";
import { readSettings } from "~/domain/settings/settings.server";
import { mailOrigin } from "./mail-origin.server";
import type { RequestSession } from "./request-session.server";

/** The shop's name and address for the mails that this request causes. */
export async function mailSite({ origin }: RequestSession): Promise<MailSite> {
  return { ...mailFrame(await readSettings(readDb)), origin: mailOrigin(origin) };
}
