import type { Db } from "~/db/database.server";
import { together } from "~/db/writing/together.server";
import { financialYear } from "~/domain/kit/dates";
import { invoicePrefix } from "~/domain/shop/settings/invoice-prefix";
import { readSettings } from "~/domain/shop/settings/settings.server";

/**
 * The next invoice number, e.g. 'KB/26-27/000001': consecutive and unique within the financial year, at most 16
 * letters, digits, '-' and '/' (GST Rules 46 and 49). There are no gaps, because a rollback of the transaction that
 * uses the number undoes the count too. A change of the prefix does not restart the count.
 * @param trx the transaction that writes the number to its order. Others that draw a number wait for its end, so it does so
 *   as late as it can, after it has all its other locks
 */
export async function nextInvoiceNumber(trx: Db, now: Date): Promise<string> {
  return (await nextInvoiceNumbers(trx, 1, now))[0]!;
}

/** The same of an order with several documents. @param count at least 1 */
export async function nextInvoiceNumbers(trx: Db, count: number, now: Date): Promise<string[]> {
  const year = financialYear(now);
  const [{ last_number: last }, settings] = await together([
    trx
      .insertInto("invoice_counters")
      .values({ financial_year: year, last_number: count })
      .onConflict((conflict) =>
        conflict.column("financial_year").doUpdateSet((eb) => ({
          last_number: eb("invoice_counters.last_number", "+", count),
        })),
      )
      .returning("last_number")
      .executeTakeFirstOrThrow(),
    readSettings(trx),
  ]);
  const prefix = invoicePrefix(settings);
  return Array.from(
    { length: count },
    (_, at) => `${prefix}/${year}/${String(last - count + 1 + at).padStart(6, "0")}`,
  );
}
