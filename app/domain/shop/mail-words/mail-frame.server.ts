import type { Db } from "~/db/database.server";
import { ownColours } from "../look/look.server";
import { addressInOneLine, type Settings } from "../settings/settings";
import { readSettings } from "../settings/settings.server";
import type { MailFrame } from "./mail-frame";
import { readMailWords } from "./mail-words.server";

/** The shop's name, contact data, look and own words, for its mails. One round trip. @param settings if they are read already */
export async function readMailFrame(db: Db, settings?: Settings | Promise<Settings>): Promise<MailFrame> {
  const [read, words] = await Promise.all([settings ?? readSettings(db), readMailWords(db)]);
  const { shopName, postalAddress, supportEmail, supportPhone, logo } = read;
  const colours = ownColours(read);
  return {
    shopName,
    contact: [addressInOneLine(postalAddress), supportEmail, supportPhone].filter(Boolean),
    ...(colours && { colours }),
    ...(logo !== null && { logo }),
    words,
  };
}
