import { lockBooks } from "~/domain/kit/locks.server";
import type { Db } from "~/db/database.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { asOneEntry } from "~/domain/kit/audit/whole-entry.server";
import { indianDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { queueBookChangedEvent } from "./record/book-events.server";
import { saleColumns } from "./sale/sale-dates";

/** Books of one transaction. */
const AT_ONCE = 50;

/** Who begins and ends sales, in the history of books. */
const THE_SHOP = "The shop";

/**
 * Begins the sales whose first day has come, and ends those whose last day is over. Before the first request, and as
 * background work. A book's version stays: its form has the same fields as before.
 * @returns how many books have another price now
 */
export async function applySaleDates(db: Db, now = new Date()): Promise<number> {
  const today = indianDate(now);
  const dated = await db
    .selectFrom("books")
    .select(["id", "sale_price", "planned_sale_price", "sale_from", "sale_until"])
    .where("planned_sale_price", "is not", null)
    // Sales that are over stay in the table: only those that may begin or end are read.
    .where((eb) => {
      const isOver = eb("sale_until", "<", today);
      const isOff = eb.and([
        eb("sale_price", "is", null),
        eb.or([eb("sale_until", "is", null), eb.not(isOver)]),
      ]);
      return eb.or([isOff, isOver.and("sale_price", "is not", null), eb("sale_from", ">", today)]);
    })
    .execute();
  const due = dated.filter((book) => saleNow(book, now) !== book.sale_price).map(({ id }) => id);
  await asOneEntry(null, async () => {
    for (let start = 0; start < due.length; start += AT_ONCE)
      await db.transaction().execute((trx) => applySaleDatesOf(trx, due.slice(start, start + AT_ONCE), now));
  });
  return due.length;
}

interface DatedSale {
  planned_sale_price: number | null;
  sale_from: string | null;
  sale_until: string | null;
}

const saleNow = ({ planned_sale_price, sale_from, sale_until }: DatedSale, now: Date) =>
  saleColumns({ salePrice: planned_sale_price, saleFrom: sale_from, saleUntil: sale_until }, now).sale_price;

/** Whether the sale of a book begins or ends on this day, and its price does not say so yet. */
export const isSaleDue = (book: DatedSale & { sale_price: number | null }, now: Date): boolean =>
  book.planned_sale_price !== null && saleNow(book, now) !== book.sale_price;

/**
 * The same for these books alone, so that an order in the moment after midnight is charged what holds then.
 * @param trx an open transaction @returns how many books have another price now
 */
export async function applySaleDatesOf(trx: Db, ids: number[], now: Date): Promise<number> {
  let applied = 0;
  await lockBooks(trx, ids);
  const books = await trx
    .selectFrom("books")
    .select(["id", "sale_price", "planned_sale_price", "sale_from", "sale_until"])
    .where("id", "in", ids)
    .where("planned_sale_price", "is not", null)
    .execute();
  for (const book of books) {
    const sale = saleNow(book, now);
    if (sale === book.sale_price) continue;
    await trx
      .updateTable("books")
      .set({ sale_price: sale, updated_at: now.toISOString() })
      .where("id", "=", book.id)
      .execute();
    const shown = (paise: number | null) => ({
      "Sale price now": paise === null ? null : formatRupees(paise),
    });
    await recordAudit(
      trx,
      {
        staffId: null,
        actor: THE_SHOP,
        subject: "book",
        subjectId: book.id,
        action: sale === null ? "ended the sale of" : "began the sale of",
        before: shown(book.sale_price),
        after: shown(sale),
      },
      now,
    );
    await queueBookChangedEvent(trx, book.id, now);
    applied += 1;
  }
  return applied;
}
