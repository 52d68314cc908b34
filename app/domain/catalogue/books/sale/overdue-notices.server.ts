import type { Db } from "~/db/database.server";
import { formatCount } from "~/domain/kit/counts";
import { formatDate } from "~/domain/kit/dates";
import { eachMorning } from "~/domain/shop/notices/each-morning.server";
import { noticeStaff, type StaffNotice } from "~/domain/shop/notices/notice-staff.server";
import { type OverdueBook, owedBooks } from "./overdue.server";

const MOST_LISTED = 30;

/**
 * Background work: once a day, from eight in the morning in India, tells staff which forthcoming books have passed their day
 * while customers wait for pre-ordered copies. A book is told once for each day that it was to be out on.
 * @returns 1 when it did the day's work, else 0
 */
export const noticeOverdueBooks = (db: Db, now = new Date()): Promise<number> =>
  eachMorning(db, "overdue_book", now, async (trx, today) => {
    const fresh = await newlyOverdue(trx, now);
    if (fresh.length > 0) await noticeStaff(trx, "overdue_book", written(fresh, today), now);
  });

/** Those that staff were not told of for their present day; stores them. */
async function newlyOverdue(trx: Db, now: Date): Promise<OverdueBook[]> {
  const told = await trx.selectFrom("overdue_books").selectAll().execute();
  const days = new Map(told.map(({ book_id, published_on }) => [book_id, published_on]));
  const fresh = (await owedBooks(trx, now)).filter(({ id, publishedOn }) => days.get(id) !== publishedOn);
  for (const { id: book_id, publishedOn: published_on } of fresh)
    await trx
      .insertInto("overdue_books")
      .values({ book_id, published_on })
      .onConflict((conflict) => conflict.column("book_id").doUpdateSet({ published_on }))
      .execute();
  return fresh;
}

function written(books: OverdueBook[], today: string): StaffNotice {
  const isOne = books.length === 1;
  const rest = books.length - MOST_LISTED;
  return {
    key: `overdue:${today}`,
    subject: isOne ? "1 book is overdue" : `${formatCount(books.length)} books are overdue`,
    preheader: books
      .slice(0, 3)
      .map(({ title }) => title)
      .join(", "),
    heading: isOne ? "A book is overdue" : `${formatCount(books.length)} books are overdue`,
    paragraphs: [
      `The publication date of ${isOne ? "this book" : "these books"} has come, no copy is in stock, and customers wait for those they have pre-ordered.`,
      "Enter the copies when they arrive. If it takes longer, change the publication date: the customers are told of the new day.",
    ],
    rows: [
      ...books
        .slice(0, MOST_LISTED)
        .map(({ title, publishedOn, owed }): [string, string] => [
          title,
          `${owed === 1 ? "1 copy" : `${formatCount(owed)} copies`} owed since ${formatDate(publishedOn)}`,
        ]),
      ...(rest > 0 ? [["And further books", formatCount(rest)] as [string, string]] : []),
    ],
    action: { label: "See overdue books", path: "/admin/products?release=overdue" },
  };
}
