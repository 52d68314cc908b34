import { beside } from "~/db/writing/beside.server";
import type { ExpressionBuilder } from "kysely";
import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import type { Tables } from "~/db/tables";
import { type AlertOwner, type AskOutcome, type AlertBook, alertRequested } from "./stock-alerts";
import { findForSale, sweepWaiting } from "./waiting.server";

/**
 * Adds a stock alert: one mail when a book can be bought again. A repeated request changes nothing, but gets the same
 * answer and takes the same write, so that it does not reveal whether the address is known.
 * @param request.email through `stockAlertSchema`, or an account's own; @param request.accountId the customer; null for a
 * guest
 */
export async function requestStockAlert(
  db: Db,
  request: { bookId: number; email: string; accountId: number | null },
  now = new Date(),
): Promise<AskOutcome> {
  const { bookId, email, accountId } = request;
  return beside(db, async (trx): Promise<AskOutcome> => {
    const book = await findForSale(trx, bookId, now);
    if (!book) return { ok: false, reason: "not_found", message: "Book Not Found" };
    const { stock, forthcoming, isOutOfPrint } = book;
    const state = forthcoming ? "can be pre-ordered" : "is in stock";
    if (stock > 0) return { ok: false, reason: "in_stock", message: `"${book.title}" ${state}` };
    if (isOutOfPrint)
      return { ok: false, reason: "out_of_print", message: `"${book.title}" is out of print` };
    const asked = { book_id: bookId, email, account_id: accountId, requested_at: now.toISOString() };
    await trx
      .insertInto("stock_alerts")
      .values({ ...asked, told_at: null })
      .onConflict((conflict) =>
        conflict.columns(["book_id", "email"]).where("told_at", "is", null).doUpdateSet({ email }),
      )
      .execute();
    return { ok: true, message: alertRequested(email, book.title, forthcoming !== undefined) };
  });
}

/** A condition for `where`: the owner's alerts (as `a`) that are still waiting. */
function waitingOf({ id, email, emailConfirmed }: AlertOwner) {
  return (eb: ExpressionBuilder<Tables & { a: Tables["stock_alerts"] }, "a">) => {
    const own = eb("a.account_id", "=", id);
    const mine = emailConfirmed ? eb.or([own, eb("a.email", "=", email)]) : own;
    return eb.and([mine, eb("a.told_at", "is", null)]);
  };
}

/** The books that a customer has alerts for, newest first; each once. */
export async function listAlertBooks(db: Db, owner: AlertOwner): Promise<AlertBook[]> {
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

/** Whether the account, or its confirmed address, waits for the book. */
export async function isWaitingFor(db: Db, owner: AlertOwner, bookId: number): Promise<boolean> {
  const { id, email, emailConfirmed } = owner;
  const alerts = emailConfirmed ? confirmedAlerts : ownAlerts;
  return (await alerts(db, { id, email, bookId })).length > 0;
}

const alertsOf = (emailConfirmed: boolean) =>
  prepared((db, given: { id: number; email: string; bookId: number }) =>
    db
      .selectFrom("stock_alerts as a")
      .select("a.id")
      .where(waitingOf({ id: given.id, email: given.email, emailConfirmed }))
      .where("a.book_id", "=", given.bookId),
  );
const confirmedAlerts = alertsOf(true);
const ownAlerts = alertsOf(false);

/** Deletes the owner's alert; does nothing if there is none. */
export async function withdrawAlert(db: Db, owner: AlertOwner, bookId: number): Promise<void> {
  await db.deleteFrom("stock_alerts as a").where(waitingOf(owner)).where("a.book_id", "=", bookId).execute();
}

/** For how many books this address has waiting alerts, of a guest or of an account. */
export async function countWaiting(db: Db, email: string): Promise<number> {
  const { count } = await db
    .selectFrom("stock_alerts as a")
    .select((eb) => eb.fn.count<number>("a.book_id").distinct().as("count"))
    .where(sentTo(email))
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes all waiting alerts of this address; for the link in each mail. */
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

const waitingRows = prepared((db, given: { bookIds: number[] }) =>
  db
    .selectFrom("stock_alerts")
    .select("book_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("book_id", "in", given.bookIds)
    .where("told_at", "is", null)
    .groupBy("book_id"),
);

/** The number of waiting alerts of each of these books, without books that have none. One query. */
export async function waitingByBook(db: Db, bookIds: number[]): Promise<Map<number, number>> {
  if (bookIds.length === 0) return new Map();
  const rows = await waitingRows(db, { bookIds });
  return new Map(rows.map((row) => [row.book_id, row.count]));
}

/** Background work: deletes alerts sent more than 90 days ago, and those waiting for over a year. @returns how many */
export const sweepStockAlerts = (db: Db, now = new Date()): Promise<number> =>
  sweepWaiting(db, "stock_alerts", "told_at", now);
