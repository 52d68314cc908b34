import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail/mail.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { wake } from "~/platform/wake.server";
import { bookPath } from "~/domain/catalogue/books/book-address";
import { authorsOf } from "~/domain/catalogue/books/lists/book-lists.server";
import { type OnSale, onSale, SALE_COLUMNS } from "~/domain/catalogue/books/sale/sale";
import { indianDate } from "~/domain/kit/dates";
import { type MailFrame, writeMail } from "~/domain/shop/mail-words/mail-frame";
import { readMailFrame } from "~/domain/shop/mail-words/mail-frame.server";
import { formatRupees } from "~/domain/kit/money";
import { stopLink } from "./stop-link.server";

// What both kinds of waiting share: for a book that is sold out, and for a title that the shop does not have.

export type WaitingTable = "stock_alerts" | "wanted_titles";

/** The transaction of so many mails takes about 100 ms; a shopper's own write should not wait longer. */
const MAILS_A_ROUND = 50;

/** What can be bought now of a visible book. @returns undefined for a hidden or unknown one */
export async function findForSale(
  trx: Db,
  bookId: number,
  now: Date,
): Promise<(OnSale & { title: string }) | undefined> {
  const book = await trx
    .selectFrom("books as b")
    .select("b.title")
    .select(SALE_COLUMNS)
    .where("b.id", "=", bookId)
    .where("b.hidden", "=", 0)
    .executeTakeFirst();
  return book && { title: book.title, ...onSale(book, indianDate(now)) };
}

/** The book that somebody waited for. */
export interface BookCome {
  bookId: number;
  title: string;
  /** Paise. */
  price: number;
  /** Separated by commas; empty for none. */
  authors: string;
  /** The address that the mail goes to. */
  to: string;
}

export interface DueMail extends Omit<BookCome, "authors"> {
  id: number;
  requestedAt: string;
}

/**
 * Background work: queues the mail of those for whom their book has come. One transaction looks who they are, marks the
 * requests and queues the mails, so that each gets one mail even if several workers run this.
 * @param db the write connection
 * @param key of the mail queue, before the request's own
 * @param readDue the first ones, in the order of the requests
 * @returns how many; the rest waits for the next round
 */
export async function queueDueMails<Due extends DueMail>(
  db: Db,
  {
    table,
    key,
    readDue,
    write,
  }: {
    table: WaitingTable;
    key: string;
    readDue: (db: Db, limit: number) => Promise<Due[]>;
    write: (frame: MailFrame, book: Due & BookCome) => { subject: string; text: string; html: string };
  },
  now: Date,
): Promise<number> {
  // Without due mails, take no lock.
  if ((await readDue(db, 1)).length === 0) return 0;
  const queued = await beside(db, async (trx) => {
    const due = await readDue(trx, MAILS_A_ROUND);
    if (due.length === 0) return 0;
    const authors = await authorsOf(trx, [...new Set(due.map(({ bookId }) => bookId))]);
    const frame = await readMailFrame(trx);
    let count = 0;
    for (const one of due) {
      const told = await trx
        .updateTable(table)
        .set({ told_at: now.toISOString() })
        .where("id", "=", one.id)
        // Another worker may be at it.
        .where("told_at", "is", null)
        .executeTakeFirst();
      if (told.numUpdatedRows === 0n) continue;
      count += 1;
      const names = (authors.get(one.bookId) ?? []).map(({ name }) => name);
      await queueMail(trx, {
        // An id can be reused after its row was deleted.
        dedupeKey: `${key}:${one.id}:${one.requestedAt}`,
        to: one.to,
        ...write(frame, { ...one, authors: names.join(", ") }),
        now,
      });
    }
    return count;
  });
  if (queued > 0) wake("mail");
  return queued;
}

/**
 * Goes to an address that may not be confirmed, so it contains only texts by staff, none by the visitor.
 * @param words.news subject and heading @param words.why the sentence at the end: why the address gets this
 */
export function bookCameMail(
  frame: MailFrame,
  kind: "stock-alert" | "wanted-title",
  { bookId, title, authors, price, to }: BookCome,
  { news, text, why }: { news: string; text: string; why: string },
) {
  const origin = shopOrigin();
  return {
    subject: `${frame.shopName}: ${news}`,
    ...writeMail(frame, kind, {
      home: origin,
      heading: news,
      paragraphs: [text],
      rows: [
        ["Title", title],
        ...(authors ? [["Author", authors] as [string, string]] : []),
        ["Price", formatRupees(price)],
      ],
      action: { label: "Go to the book", url: origin + bookPath({ id: bookId, title }) },
      footer: why,
      links: [{ label: "Stop emails about other books too", url: stopLink(origin, to) }],
    }),
  };
}

const DAY = 24 * 3_600_000;
/** How long a request stays after its mail: long enough to answer a reader's questions. The privacy notice says so. */
const KEEP_ANSWERED = 90 * DAY;
/** What has not come within a year is not expected any more. */
const KEEP_WAITING = 365 * DAY;

/**
 * Background work: deletes requests answered more than 90 days ago, and those waiting for over a year.
 * @param answered the column with the time of the answer @returns how many
 */
export async function sweepWaiting(
  db: Db,
  table: WaitingTable,
  answered: "told_at" | "answered_at",
  now: Date,
): Promise<number> {
  const before = (age: number) => new Date(now.getTime() - age).toISOString();
  const { ref } = db.dynamic;
  const result = await db
    .deleteFrom(table)
    .where((eb) =>
      eb.or([
        eb(ref<string>(answered), "<", before(KEEP_ANSWERED)),
        eb.and([eb(ref<string>(answered), "is", null), eb("requested_at", "<", before(KEEP_WAITING))]),
      ]),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
