import type { ExpressionBuilder } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { type AlertOwner, type AskOutcome, type WaitedFor, willTell } from "./stock-alerts";

const DAY = 24 * 3_600_000;
/** Long enough to answer a reader's question about a mail. */
const KEEP_TOLD = 90 * DAY;
/** A book that has not come back within a year is not expected any more. */
const KEEP_WAITING = 365 * DAY;

/**
 * Notes that somebody wants to be told once when a book can be bought again. Asking again changes nothing and is
 * answered, and written to the disk, in the same way.
 * @param wish.email through `stockAlertSchema`, or an account's own; @param wish.accountId the customer who asks; null:
 * a guest
 */
export async function askToBeTold(
  db: Db,
  wish: { bookId: number; email: string; accountId: number | null },
  now = new Date(),
): Promise<AskOutcome> {
  const { bookId, email, accountId } = wish;
  return db.transaction().execute(async (trx): Promise<AskOutcome> => {
    const book = await trx
      .selectFrom("books")
      .select(["title", "stock"])
      .where("id", "=", bookId)
      .where("hidden", "=", 0)
      .executeTakeFirst();
    if (!book) return { ok: false, reason: "not_found", message: "Book Not Found" };
    if (book.stock > 0) return { ok: false, reason: "in_stock", message: `"${book.title}" is in stock` };
    const asked = { book_id: bookId, email, account_id: accountId, requested_at: now.toISOString() };
    await trx
      .insertInto("stock_alerts")
      .values({ ...asked, told_at: null })
      .onConflict((conflict) =>
        conflict.columns(["book_id", "email"]).where("told_at", "is", null).doUpdateSet({ email }),
      )
      .execute();
    return { ok: true, message: willTell(email, book.title) };
  });
}

/** Part of every WHERE on somebody's own alerts (as `a`): those that still wait. */
function waitingOf({ id, email, emailConfirmed }: AlertOwner) {
  return (eb: ExpressionBuilder<Tables & { a: Tables["stock_alerts"] }, "a">) => {
    const own = eb("a.account_id", "=", id);
    const mine = emailConfirmed ? eb.or([own, eb("a.email", "=", email)]) : own;
    return eb.and([mine, eb("a.told_at", "is", null)]);
  };
}

/** The books a customer waits for, the last asked for first; each once. */
export async function listWaitedFor(db: Db, owner: AlertOwner): Promise<WaitedFor[]> {
  const rows = await db
    .selectFrom("stock_alerts as a")
    .innerJoin("books as b", "b.id", "a.book_id")
    .select(["b.id as bookId", "b.title", "b.hidden"])
    .where(waitingOf(owner))
    .groupBy("b.id")
    .orderBy((eb) => eb.fn.max("a.id"), "desc")
    .execute();
  return rows.map((row) => ({ ...row, hidden: row.hidden === 1 }));
}

export async function isWaitingFor(db: Db, owner: AlertOwner, bookId: number): Promise<boolean> {
  const row = await db
    .selectFrom("stock_alerts as a")
    .select("a.id")
    .where(waitingOf(owner))
    .where("a.book_id", "=", bookId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Withdrawing what was not asked for is no error. */
export async function withdrawAlert(db: Db, owner: AlertOwner, bookId: number): Promise<void> {
  await db.deleteFrom("stock_alerts as a").where(waitingOf(owner)).where("a.book_id", "=", bookId).execute();
}

/** How many books this address still waits for, as a guest's or as an account's. */
export async function countWaiting(db: Db, email: string): Promise<number> {
  const { count } = await db
    .selectFrom("stock_alerts as a")
    .select((eb) => eb.fn.count<number>("a.book_id").distinct().as("count"))
    .where(sentTo(email))
    .executeTakeFirstOrThrow();
  return count;
}

/** Ends all that this address waits for; the link in each mail leads here. */
export async function stopAlerts(db: Db, email: string): Promise<void> {
  await db.deleteFrom("stock_alerts as a").where(sentTo(email)).execute();
}

function sentTo(email: string) {
  return (eb: ExpressionBuilder<Tables & { a: Tables["stock_alerts"] }, "a">) => {
    const account = eb.selectFrom("accounts").select("id").where("email", "=", email);
    return eb.and([
      eb.or([eb("a.email", "=", email), eb("a.account_id", "in", account)]),
      eb("a.told_at", "is", null),
    ]);
  };
}

/** How many readers wait for each of these books; books nobody waits for are left out. One query. */
export async function waitingByBook(db: Db, bookIds: number[]): Promise<Map<number, number>> {
  if (bookIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("stock_alerts")
    .select("book_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("book_id", "in", bookIds)
    .where("told_at", "is", null)
    .groupBy("book_id")
    .execute();
  return new Map(rows.map((row) => [row.book_id, row.count]));
}

/** Background work: alerts that were told 90 days ago go, and those that have waited for a year. @returns how many */
export async function sweepStockAlerts(db: Db, now = new Date()): Promise<number> {
  const before = (age: number) => new Date(now.getTime() - age).toISOString();
  const result = await db
    .deleteFrom("stock_alerts")
    .where((eb) =>
      eb.or([
        eb("told_at", "<", before(KEEP_TOLD)),
        eb.and([eb("told_at", "is", null), eb("requested_at", "<", before(KEEP_WAITING))]),
      ]),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
