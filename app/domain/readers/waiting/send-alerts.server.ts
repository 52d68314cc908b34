import type { Db } from "~/db/database.server";
import type { PublishingStatus } from "~/domain/catalogue/books/record/book-record";
import { isForthcoming } from "~/domain/catalogue/books/sale/sale.server";
import { indianDate } from "~/domain/kit/dates";
import type { MailFrame } from "~/domain/shop/mail-words/mail-frame";
import { type BookCome, bookCameMail, queueDueMails } from "./waiting.server";

/**
 * Background work: queues the mail of each alert whose book can be bought now; none if it has sold out again.
 * @param db the write connection
 * @returns how many alerts were sent; the rest of a long queue waits for the next round
 */
export const sendStockAlerts = (db: Db, now = new Date()): Promise<number> =>
  queueDueMails(
    db,
    {
      table: "stock_alerts",
      key: "stock-alert",
      readDue: (db, limit) => dueAlerts(db, limit, now),
      write: backInStockMail,
    },
    now,
  );

/** To the account's current address, else the one that was given. Waiting alerts of visible books that are out and in stock, oldest first; without those of inactive accounts. */
function dueAlerts(db: Db, limit: number, now: Date) {
  const waitedFor = db.selectFrom("stock_alerts").select("book_id").where("told_at", "is", null);
  const back = db
    .selectFrom("books as b")
    .select("b.id")
    .where("b.id", "in", waitedFor)
    .where("b.stock", ">", 0)
    .where("b.hidden", "=", 0)
    .where((eb) => eb.not(isForthcoming(indianDate(now))));
  return db
    .selectFrom("stock_alerts as a")
    .innerJoin("books as b", "b.id", "a.book_id")
    .leftJoin("accounts as c", "c.id", "a.account_id")
    .select(["a.id", "a.requested_at as requestedAt"])
    .select(["b.id as bookId", "b.title", "b.charged_price as price", "b.publishing_status as status"])
    .select((eb) => eb.fn.coalesce("c.email", "a.email").as("to"))
    .where("a.book_id", "in", back)
    .where("a.told_at", "is", null)
    .where((eb) => eb.or([eb("c.id", "is", null), eb("c.status", "=", "active")]))
    .orderBy("a.requested_at")
    .orderBy("a.id")
    .limit(limit)
    .execute();
}

/** @param book.status of a forthcoming book, which has just come out */
export function backInStockMail(frame: MailFrame, book: BookCome & { status?: PublishingStatus }) {
  const isNew = book.status === "forthcoming";
  return bookCameMail(frame, "stock-alert", book, {
    news: `"${book.title}" is ${isNew ? "out" : "back"}`,
    text: `You asked us to tell you when "${book.title}" can be bought${isNew ? "" : " again"}. It is in stock now.`,
    why: `You get this message once because ${book.to} was given on the book's page in our shop. It may sell out again before you come.`,
  });
}
