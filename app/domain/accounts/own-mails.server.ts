import type { ExpressionBuilder } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { emailChangedKey } from "./email-change.server";

interface Mailbox {
  email: string;
  /** Until when it was the account's; null: it still is. */
  until: string | null;
}

/** The addresses that an account has and had: the notes about each change went to the earlier one. */
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
 * For `where` on outgoing_mails: the messages that went to this account. An address it has given up may be somebody
 * else's since: of those only what was written before counts.
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
