import type { Db } from "~/db/database.server";
import { financialYear } from "~/domain/kit/dates";
import type { NoteKind } from "../order-documents";

type Series = NoteKind | "quotation";
const PREFIX: Record<Series, string> = { credit_note: "CN", refund_note: "RN", quotation: "QT" };

/**
 * The next numbers of a series of notes or quotations, e.g. 'RN/26-27/000001': like those of invoices, without gaps (`nextInvoiceNumber`).
 * @param trx the transaction that writes the notes. It draws them after it has all its other locks
 * @param count at least 1
 */
export async function nextNoteNumbers(trx: Db, kind: Series, count: number, now: Date): Promise<string[]> {
  const year = financialYear(now);
  const { last_number: last } = await trx
    .insertInto("note_counters")
    .values({ series: kind, financial_year: year, last_number: count })
    .onConflict((conflict) =>
      conflict.columns(["series", "financial_year"]).doUpdateSet((eb) => ({
        last_number: eb("note_counters.last_number", "+", count),
      })),
    )
    .returning("last_number")
    .executeTakeFirstOrThrow();
  return Array.from(
    { length: count },
    (_, at) => `${PREFIX[kind]}/${year}/${String(last - count + 1 + at).padStart(6, "0")}`,
  );
}
