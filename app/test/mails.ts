import type { Db } from "~/db/database.server";

/** All mails, oldest first. Links are removed from a mail once it is sent. */
export const allMails = (db: Db) => db.selectFrom("outgoing_mails").selectAll().orderBy("id").execute();

/** The mails to this address, oldest first. */
export const mailsTo = (db: Db, recipient: string) =>
  db.selectFrom("outgoing_mails").selectAll().where("recipient", "=", recipient).orderBy("id").execute();

/** The token of the newest link mailed to this address, read from the queue of mails. */
export async function mailedToken(db: Db, to: string): Promise<string> {
  const mail = await db
    .selectFrom("outgoing_mails")
    .select("text_body")
    .where("recipient", "=", to)
    .where("text_body", "like", "%?token=%")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return /\?token=([\w-]+)/.exec(mail.text_body)![1]!;
}

/** A mail's text without line breaks, for checks of whole sentences. */
export const onOneLine = (text: string) => text.replace(/\s+/g, " ");

/** The newest code mailed to this address, read from the queue of mails. */
export async function mailedCode(db: Db, to: string): Promise<string> {
  const mail = await db
    .selectFrom("outgoing_mails")
    .select("text_body")
    .where("recipient", "=", to)
    .where("text_body", "like", "%Code: %")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return /^Code: (\d{6})$/m.exec(mail.text_body)![1]!;
}
