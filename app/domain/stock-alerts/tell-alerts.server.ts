import { bookPath } from "../catalogue/book-address";
import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail.server";
import { type MailFrame, writeMail } from "../mail-words/mail-frame";
import { readMailFrame } from "../mail-words/mail-frame.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { wake } from "~/platform/wake.server";
import type { PublishingStatus } from "../catalogue/book-record";
import { isForthcoming } from "../catalogue/sale.server";
import { indianDate } from "../dates";
import { authorsOf } from "../catalogue/book-lists.server";
import { formatRupees } from "../money";
import { stopLink } from "./stop-link.server";

/** Their transaction takes about 100 ms; a shopper's own write should not wait longer. */
const ALERTS_A_ROUND = 50;

/**
 * Background work: queues the mail of each alert whose book can be bought now, in the order of the requests. One
 * transaction checks the stock, marks the alerts and queues the mails: each alert gets one mail even if several
 * workers run this, and none if the book has sold out again.
 * @param db the write connection
 * @returns how many alerts were sent; the rest of a long queue waits for the next round
 */
export async function sendStockAlerts(db: Db, now = new Date()): Promise<number> {
  // Without due alerts, take no lock.
  if ((await dueAlerts(db, 1, now)).length === 0) return 0;
  const told = await db.transaction().execute(async (trx) => {
    const due = await dueAlerts(trx, ALERTS_A_ROUND, now);
    const bookIds = [...new Set(due.map((alert) => alert.book_id))];
    const authors =
      bookIds.length > 0 ? await authorsOf(trx, bookIds) : new Map<number, { name: string }[]>();
    const frame = await readMailFrame(trx);
    for (const alert of due) {
      await trx
        .updateTable("stock_alerts")
        .set({ told_at: now.toISOString() })
        .where("id", "=", alert.id)
        .execute();
      const names = (authors.get(alert.book_id) ?? []).map((author) => author.name);
      await queueMail(trx, {
        // An id can be reused after its row was deleted.
        dedupeKey: `stock-alert:${alert.id}:${alert.requested_at}`,
        to: alert.to,
        ...backInStockMail(frame, { ...alert, authors: names.join(", ") }),
        now,
      });
    }
    return due.length;
  });
  if (told > 0) wake("mail");
  return told;
}

interface Due {
  id: number;
  book_id: number;
  requested_at: string;
  /** The account's current address, else the one that was given. */
  to: string;
  title: string;
  charged_price: number;
  publishing_status: PublishingStatus;
}

/** Waiting alerts of visible books that are out and in stock, oldest first; without those of inactive accounts. */
async function dueAlerts(db: Db, limit: number, now: Date): Promise<Due[]> {
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
    .select(["a.id", "a.book_id", "a.requested_at", "b.title", "b.charged_price", "b.publishing_status"])
    .select((eb) => eb.fn.coalesce("c.email", "a.email").as("to"))
    .where("a.book_id", "in", back)
    .where("a.told_at", "is", null)
    .where((eb) => eb.or([eb("c.id", "is", null), eb("c.status", "=", "active")]))
    .orderBy("a.requested_at")
    .orderBy("a.id")
    .limit(limit)
    .execute();
}

/** Goes to an address that may not be confirmed, so it contains only texts by staff, none by the visitor. */
export function backInStockMail(
  frame: MailFrame,
  book: Pick<Due, "book_id" | "title" | "charged_price" | "to"> & {
    authors: string;
    publishing_status?: PublishingStatus;
  },
) {
  // It has just come out.
  const isNew = book.publishing_status === "forthcoming";
  const news = `"${book.title}" is ${isNew ? "out" : "back"}`;
  const origin = shopOrigin();
  const { title, to } = book;
  return {
    subject: `${frame.shopName}: ${news}`,
    ...writeMail(frame, "stock-alert", {
      home: origin,
      heading: news,
      paragraphs: [
        `You asked us to tell you when "${title}" can be bought${isNew ? "" : " again"}. It is in stock now.`,
      ],
      rows: [
        ["Title", title],
        ...(book.authors ? [["Author", book.authors] as [string, string]] : []),
        ["Price", formatRupees(book.charged_price)],
      ],
      action: { label: "Go to the book", url: origin + bookPath({ id: book.book_id, title: book.title }) },
      footer: `You get this message once because ${to} was given on the book's page in our shop. It may sell out again before you come.`,
      links: [{ label: "Stop emails about other books too", url: stopLink(origin, to) }],
    }),
  };
}
