import { setImmediate } from "node:timers/promises";
import type { Db } from "~/db/database.server";
import { isbnForms, toIsbn13 } from "~/domain/catalogue/books/record/isbn";
import { findEditableBooks, listedIds } from "~/domain/catalogue/books/staff/staff-books.server";
import { isbnsOfOthers } from "~/domain/catalogue/editions/editions.server";
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
  const { shopName, legalName, supportEmail, taxRate, lowStockMark } = await readSettings(db);
  const batches = booksOf(db, { ...list, lowStockMark });
  const shop: ExportingShop = { origin, sender: legalName || shopName, email: supportEmail, taxRate, now };
  switch (format) {
    case "csv":
      return csvOfBooks(batches, origin);
    case "xlsx":
      return xlsxOfBooks(batches, origin);
    case "onix":
      return onixOfBooks(batches, shop);
  }
}

async function* booksOf(db: Db, search: Parameters<typeof listedIds>[1]): AsyncGenerator<ExportedBook[]> {
  for await (const ids of listedIds(db, search)) {
    const books = await findEditableBooks(db, ids);
    const others = await isbnsOfOthers(db, ids);
    yield books.map((book) => ({ ...book, otherIsbns: otherIsbns(book, others.get(book.id) ?? []) }));
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
