import type { Db } from "~/db/database.server";
import type { MailFrame } from "~/domain/shop/mail-words/mail-frame";
import { type BookCome, bookCameMail, queueDueMails } from "./waiting.server";

/**
 * Background work: queues the mail to everybody who asked for a title that staff have answered; none while the book is hidden.
 * @param db the write connection
 * @returns how many; the rest waits for the next round
 */
export const sendWantedMails = (db: Db, now = new Date()): Promise<number> =>
  queueDueMails(
    db,
    { table: "wanted_titles", key: "wanted-title", readDue: dueMails, write: wantedTitleMail },
    now,
  );

const dueMails = (db: Db, limit: number) =>
  db
    .selectFrom("wanted_titles as w")
    .innerJoin("books as b", (join) => join.onRef("b.id", "=", "w.book_id").on("b.hidden", "=", 0))
    .select(["w.id", "w.email as to", "w.requested_at as requestedAt"])
    .select(["b.id as bookId", "b.title", "b.charged_price as price"])
    .where("w.answered_at", "is not", null)
    .where("w.told_at", "is", null)
    .orderBy("w.requested_at")
    .orderBy("w.id")
    .limit(limit)
    .execute();

/** The mail to somebody who asked for a title that the shop has now. */
export function wantedTitleMail(frame: MailFrame, book: BookCome) {
  return bookCameMail(frame, "wanted-title", book, {
    news: `We have "${book.title}"`,
    text: "You asked us to tell you when we have a book. It is in our shop now.",
    why: `You get this message once because somebody asked in our shop for a book, and gave ${book.to} as the address. It may sell out before you come.`,
  });
}
