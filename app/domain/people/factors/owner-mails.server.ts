import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail/mail.server";
import { sha256 } from "~/platform/secrets/tokens.server";
import type { MailSite } from "../accounts/passwords/account-mails";
import { type FactorChange, factorChangedMail, newDeviceMail, wrongCodesMail } from "./factor-mails";

const HOUR = 3_600_000;
/** So many wrong codes within an hour after the right password: the account's owner is told. */
const WRONG_CODES = 5;

const ownerOf = (db: Db, accountId: number) =>
  db.selectFrom("accounts").select(["email", "role"]).where("id", "=", accountId).executeTakeFirstOrThrow();

const day = (now: Date) => now.toISOString().slice(0, 10);

/**
 * Tells the account's owner about a login from a device that was not seen before; once a day about each kind of device.
 * @param device e.g. "Firefox on Android" @param trx the transaction that logs in
 */
export async function queueNewDeviceMail(
  trx: Db,
  accountId: number,
  device: string,
  site: MailSite,
  now: Date,
): Promise<void> {
  const { email } = await ownerOf(trx, accountId);
  await queueMail(trx, {
    dedupeKey: `new-device:${accountId}:${day(now)}:${sha256(device).slice(0, 8)}`,
    to: email,
    ...newDeviceMail(site, device, now.toISOString()),
    now,
  });
}

/** After a wrong code: tells the account's owner, once a day, when they become many. */
export async function queueWrongCodesMail(
  trx: Db,
  accountId: number,
  site: MailSite,
  now: Date,
): Promise<void> {
  const { count } = await trx
    .selectFrom("sign_ins")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("event", "=", "wrong_code")
    .where("happened_at", ">", new Date(now.getTime() - HOUR).toISOString())
    .executeTakeFirstOrThrow();
  if (count < WRONG_CODES) return;
  const { email } = await ownerOf(trx, accountId);
  const dedupeKey = `wrong-codes:${accountId}:${day(now)}`;
  await queueMail(trx, { dedupeKey, to: email, ...wrongCodesMail(site), now });
}

/** Tells the account's owner that a way to log in was added or removed. @param trx the transaction that changes it */
export async function queueFactorChangeMail(
  trx: Db,
  accountId: number,
  change: FactorChange,
  site: MailSite,
  now: Date,
): Promise<void> {
  const { email, role } = await ownerOf(trx, accountId);
  await queueMail(trx, {
    dedupeKey: `factor-change:${accountId}:${change}:${now.getTime()}`,
    to: email,
    ...factorChangedMail(site, change, role === "admin"),
    now,
  });
}
