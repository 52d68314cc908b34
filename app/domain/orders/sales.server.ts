import type { Db } from "~/db/database.server";
import { indianDay } from "~/db/indian-day.server";
import { indianDate, indianDayStart } from "../dates";

/** What was paid on one calendar day in India. */
export interface SalesDay {
  /** E.g. "2026-11-21". */
  date: string;
  orders: number;
  /** Paise, before refunds. */
  amount: number;
}

export const SALES_DAYS = 30;

/**
 * Paid orders of the last 30 Indian calendar days, today the last of them, each by the day its payment came. Nothing is
 * taken off for what was refunded later. Days without a sale are there with zeros.
 */
export async function readSales(db: Db, now = new Date()): Promise<SalesDay[]> {
  const dates = Array.from({ length: SALES_DAYS }, (_, index) => indianDate(now, index - SALES_DAYS + 1));
  const rows = await db
    .selectFrom("orders")
    .select((eb) => [
      indianDay("paid_at").as("date"),
      eb.fn.countAll<number>().as("orders"),
      eb.fn.sum<number>("total").as("amount"),
    ])
    .where("paid_at", ">=", indianDayStart(dates[0]!).toISOString())
    .groupBy(indianDay("paid_at"))
    .execute();
  const sold = new Map(rows.map((row) => [row.date, row]));
  return dates.map((date) => sold.get(date) ?? { date, orders: 0, amount: 0 });
}
