import type { ExpressionBuilder } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { emailChangedKey } from "./email-change.server";

interface Mailbox {
  email: string;
  /** When the account gave the address up; null: it still has it. */
  until: string | null;
}

/** The present and earlier addresses of an account: the mail about each change went to the earlier address. */
async function mailboxesOf(db: Db, accountId: number): Promise<Mailbox[]> {
  const key = emailChangedKey(accountId);
  const [{ email }, earlier] = await Promise.all([
    db.selectFrom("accounts").select("email").where("id", "=", accountId).executeTakeFirstOrThrow(),
    db
      .selectFrom("outgoing_mails")
      .select(["recipient as email", "created_at as until"])
      .where("dedupe_key", ">=", key)
      .where("dedupe_key", "<", `${key}~`)
      .execute(),
  ]);
  return [{ email, until: null }, ...earlier];
}

/**
 * A condition for `where` on outgoing_mails: mails to this account. An earlier address may belong to somebody else
 * now, so only mails written before the change are included.
 */
export async function mailsOfAccount(db: Db, accountId: number) {
  const mailboxes = await mailboxesOf(db, accountId);
  return (eb: ExpressionBuilder<Tables, "outgoing_mails">) =>
    eb.or(
      mailboxes.map(({ email, until }) =>
        until === null
          ? eb("recipient", "=", email)
          : eb.and([eb("recipient", "=", email), eb("created_at", "<=", until)]),
      ),
    );
}
