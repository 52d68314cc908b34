import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { wake } from "~/platform/wake.server";
import { bookPath } from "../catalogue/book-address";
import { authorsOf } from "../catalogue/book-lists.server";
import { type MailFrame, writeMail } from "../mail-words/mail-frame";
import { readMailFrame } from "../mail-words/mail-frame.server";
import { formatRupees } from "../money";
import { stopLink } from "../stock-alerts/stop-link.server";

/** A shopper's own write should not wait longer for their transaction. */
const MAILS_A_ROUND = 50;

/**
 * Background work: queues the mail to everybody who asked for a title that staff have answered, in the order of the requests.
 * One transaction marks the requests and queues the mails, so that each gets one mail even if several workers run this; none
 * while the book is hidden.
 * @param db the write connection
 * @returns how many; the rest waits for the next round
 */
export async function sendWantedMails(db: Db, now = new Date()): Promise<number> {
  // Without due mails, take no lock.
  if ((await dueMails(db, 1)).length === 0) return 0;
  const told = await db.transaction().execute(async (trx) => {
    const due = await dueMails(trx, MAILS_A_ROUND);
    if (due.length === 0) return 0;
    const authors = await authorsOf(trx, [...new Set(due.map(({ bookId }) => bookId))]);
    const frame = await readMailFrame(trx);
    for (const wanted of due) {
      await trx
        .updateTable("wanted_titles")
        .set({ told_at: now.toISOString() })
        .where("id", "=", wanted.id)
        .execute();
      const names = (authors.get(wanted.bookId) ?? []).map(({ name }) => name);
      await queueMail(trx, {
        // An id can be reused after its row was deleted.
        dedupeKey: `wanted-title:${wanted.id}:${wanted.requestedAt}`,
        to: wanted.to,
        ...wantedTitleMail(frame, { ...wanted, authors: names.join(", ") }),
        now,
      });
    }
    return due.length;
  });
  if (told > 0) wake("mail");
  return told;
}

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

/**
 * Goes to an address that may not be confirmed, so it contains only texts by staff, none by the visitor.
 * @param book.price in paise @param book.authors separated by commas; empty for none
 */
export function wantedTitleMail(
  frame: MailFrame,
  book: { bookId: number; title: string; authors: string; price: number; to: string },
) {
  const { bookId, title, authors, price, to } = book;
  const origin = shopOrigin();
  const news = `We have "${title}"`;
  return {
    subject: `${frame.shopName}: ${news}`,
    ...writeMail(frame, "wanted-title", {
      home: origin,
      heading: news,
      paragraphs: ["You asked us to tell you when we have a book. It is in our shop now."],
      rows: [
        ["Title", title],
        ...(authors ? [["Author", authors] as [string, string]] : []),
        ["Price", formatRupees(price)],
      ],
      action: { label: "Go to the book", url: origin + bookPath({ id: bookId, title }) },
      footer: `You get this message once because somebody asked in our shop for a book, and gave ${to} as the address. It may sell out before you come.`,
      links: [{ label: "Stop emails about other books too", url: stopLink(origin, to) }],
    }),
  };
}
