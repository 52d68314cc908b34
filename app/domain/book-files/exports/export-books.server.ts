import { setImmediate } from "node:timers/promises";
import type { Db } from "~/db/database.server";
import { isbnForms, toIsbn13 } from "~/domain/catalogue/books/record/isbn";
import { findEditableBooks, listedIds } from "~/domain/catalogue/books/staff/staff-books.server";
import { printedEditions, readTaxRates } from "~/domain/catalogue/books/tax/tax-rates.server";
import { taxOn, type TaxRules } from "~/domain/catalogue/books/tax/tax-rates";
import { isbnsOfOthers } from "~/domain/catalogue/editions/editions.server";
import { indianDate } from "~/domain/kit/dates";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { csvOfBooks } from "./csv.server";
import type { ExportedBook, ExportingShop } from "./exported-book";
import type { ExportedList, ExportFormat } from "./exports";
import { onixOfBooks } from "./onix/message.server";
import { xlsxOfBooks } from "./xlsx.server";

/** All books, hidden ones too, the newest first. */
export const ALL_BOOKS: ExportedList = {
  q: "",
  sort: null,
  lowStock: false,
  visibility: null,
};

/**
 * Books as a file, made while it is read: in constant memory, and other requests get their turn after each batch.
 * A book that is changed meanwhile is written as it is when its turn comes.
 * @param db may be the read connection
 * @param given.origin the shop's public origin, for addresses of covers
 */
export async function exportBooks(
  db: Db,
  given: { format: ExportFormat; list: ExportedList; origin: string },
  now = new Date(),
): Promise<AsyncIterable<string | Uint8Array>> {
  const { format, list, origin } = given;
  const settings = await readSettings(db);
  const { shopName, legalName, supportEmail, lowStockMark } = settings;
  const rules = { rates: await readTaxRates(db), shop: settings };
  const batches = booksOf(db, { ...list, lowStockMark }, { rules, day: indianDate(now) });
  const shop: ExportingShop = { origin, sender: legalName || shopName, email: supportEmail, now };
  switch (format) {
    case "csv":
      return csvOfBooks(batches, origin);
    case "xlsx":
      return xlsxOfBooks(batches, origin);
    case "onix":
      return onixOfBooks(batches, shop);
  }
}

async function* booksOf(
  db: Db,
  search: Parameters<typeof listedIds>[1],
  { rules, day }: { rules: TaxRules; day: string },
): AsyncGenerator<ExportedBook[]> {
  for await (const ids of listedIds(db, search)) {
    const books = await findEditableBooks(db, ids);
    const others = await isbnsOfOthers(db, ids);
    const printed = rules.rates.length > 0 ? await printedEditions(db, ids) : new Map<number, number>();
    yield books.map((book) => ({
      ...book,
      otherIsbns: otherIsbns(book, others.get(book.id) ?? []),
      rateNow: taxOn(
        { ...book, tax_rate: book.taxRate, printed_edition: printed.get(book.id) ?? null },
        rules,
        day,
      ).taxRate,
    }));
    await setImmediate();
  }
}

/** What an import finds the other editions by: complete ISBNs, each once, without the book's own. */
function otherIsbns({ isbn13 }: { isbn13: string | null }, isbns: string[]): string[] {
  const complete = isbns.filter((isbn) => isbnForms(isbn).length > 0);
  const byNumber = new Map(complete.map((isbn) => [toIsbn13(isbn) ?? isbn, isbn]));
  if (isbn13 !== null) byNumber.delete(toIsbn13(isbn13) ?? isbn13);
  return [...byNumber.values()];
}
