import { readDb } from "~/db/shop-database.server";
import type { MailSite } from "~/domain/accounts/account-mails";
import { mailFrame } from "~/domain/settings/settings";
import { readSettings } from "~/domain/settings/settings.server";
import { mailOrigin } from "./mail-origin.server";
import type { RequestSession } from "./request-session.server";

/** The shop as the mails name it that this request causes, and link to it. */
export async function mailSite({ origin }: RequestSession): Promise<MailSite> {
  return { ...mailFrame(await readSettings(readDb)), origin: mailOrigin(origin) };
}
