import type { Db } from "~/db/database.server";

/** Every mail in the queue, the oldest first. A sent mail's text may be gone: see MAIL_STAYS_QUEUED in shop.ts. */
export const allMails = (db: Db) => db.selectFrom("outgoing_mails").selectAll().orderBy("id").execute();

/** The mails to this address, the oldest first. */
export const mailsTo = (db: Db, recipient: string) =>
  db.selectFrom("outgoing_mails").selectAll().where("recipient", "=", recipient).orderBy("id").execute();

/** The token of the newest link mailed to this address. */
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

/** The text of a mail without its line breaks, so that a sentence can be looked for. */
export const onOneLine = (text: string) => text.replace(/\s+/g, " ");
