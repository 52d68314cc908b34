import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail/mail.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { wake } from "~/platform/wake.server";
import { formatDateTime } from "~/domain/kit/dates";
import { type MailFrame, writeStaffMail } from "~/domain/shop/mail-words/mail-frame";
import { readMailFrame } from "~/domain/shop/mail-words/mail-frame.server";
import { WARN_DAYS } from "./api-keys";

const WARN_MS = WARN_DAYS * 86_400_000;

interface Expiring {
  name: string;
  last_four: string;
  expires_at: string;
}

/** The mail to the maker of a key that will expire. */
export function expiryMail(frame: MailFrame, key: Expiring) {
  const origin = shopOrigin();
  return {
    subject: `${frame.shopName}: the API key “${key.name}” expires soon`,
    ...writeStaffMail(frame, {
      home: origin,
      preheader: `The program that uses “${key.name}” needs a new key.`,
      heading: "An API key expires soon",
      paragraphs: [
        "The program that uses this key cannot reach the shop afterwards. If it is still needed, make a new key, give it to the program, and revoke this one.",
      ],
      rows: [
        ["Key", `${key.name} (ends in ${key.last_four})`],
        ["Expires", formatDateTime(key.expires_at)],
      ],
      action: { label: "Look at the keys", url: `${origin}/admin/programs` },
      footer: "You get this message once because you made this key.",
    }),
  };
}

/**
 * Background work: mails the makers of keys that expire within seven days, once for each key. Keys made for a shorter
 * time are left out.
 * @returns how many
 */
export async function warnOfExpiry(db: Db, now = new Date()): Promise<number> {
  const expiring = (of: Db) =>
    of
      .selectFrom("api_keys as k")
      .innerJoin("accounts as a", "a.id", "k.account_id")
      .select(["k.id", "k.name", "k.last_four", "k.expires_at", "k.created_at", "a.email", "a.status"])
      .where("k.revoked_at", "is", null)
      .where("k.warned_at", "is", null)
      .where("k.expires_at", ">", now.toISOString())
      .where("k.expires_at", "<=", new Date(now.getTime() + WARN_MS).toISOString())
      .execute();
  if ((await expiring(db)).length === 0) return 0;
  const told = await db.transaction().execute(async (trx) => {
    const keys = await expiring(trx);
    const frame = await readMailFrame(trx);
    for (const key of keys) {
      await trx
        .updateTable("api_keys")
        .set({ warned_at: now.toISOString() })
        .where("id", "=", key.id)
        .execute();
      const isLong = Date.parse(key.expires_at) - Date.parse(key.created_at) > WARN_MS;
      if (!isLong || key.status !== "active") continue;
      await queueMail(trx, {
        dedupeKey: `api-key-expires:${key.id}`,
        to: key.email,
        ...expiryMail(frame, key),
        now,
      });
    }
    return keys.length;
  });
  wake("mail");
  return told;
}
