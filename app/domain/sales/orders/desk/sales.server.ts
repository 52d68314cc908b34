import type { Db } from "~/db/database.server";
import { indianDay } from "~/db/indian-day.server";
import { indianDate, indianDayStart } from "~/domain/kit/dates";
import { notTest } from "../no-test.server";

/** The sales of one calendar day in India. */
export interface SalesDay {
  /** E.g. "2026-11-21". */
  date: string;
  orders: number;
  /** Paise, before refunds. */
  amount: number;
}

export const SALES_DAYS = 30;

/**
 * The sales of the last 30 calendar days in India, up to today, by the day of payment. Later refunds are not
 * subtracted. Days without a sale have zeros.
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
    .where(notTest("id"))
    .groupBy(indianDay("paid_at"))
    .execute();
  const sold = new Map(rows.map((row) => [row.date, row]));
  return dates.map((date) => sold.get(date) ?? { date, orders: 0, amount: 0 });
}
