import type { Db } from "~/db/database.server";
import { together } from "~/db/together.server";
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
  const year = financialYear(now);
  const [{ last_number }, settings] = await together([
    trx
      .insertInto("invoice_counters")
      .values({ financial_year: year, last_number: 1 })
      .onConflict((conflict) =>
        conflict.column("financial_year").doUpdateSet((eb) => ({
          last_number: eb("invoice_counters.last_number", "+", 1),
        })),
      )
      .returning("last_number")
      .executeTakeFirstOrThrow(),
    readSettings(trx),
  ]);
  const prefix = invoicePrefix(settings);
  return `${prefix}/${year}/${String(last_number).padStart(6, "0")}`;
}
