import type { Db } from "~/db/database.server";
import { isOneOf } from "~/db/expressions.server";
import { isbnForms } from "../../catalogue/isbn";
import type { EditableBook } from "../../catalogue/staff-books";
import { findEditableBooks } from "../../catalogue/staff-books.server";
import { parseId } from "../../ids";
import type { ColumnKey } from "../columns";
import type { ImportedBook } from "../imported-book";

/** Books that are read at once. */
const BOOKS_AT_ONCE = 50;

/** The book of the catalogue that a row is about; null for a new one; or why that cannot be said. */
export type Match =
  | { ok: true; book: EditableBook | null }
  | { ok: false; column: ColumnKey; message: string };

/**
 * Finds the books of a batch by our id, else by ISBN in either form, else by SKU, all rows together.
 * @returns the match of each row, in their order
 */
export async function matchBooks(db: Db, rows: ImportedBook[]): Promise<Match[]> {
  const byIsbn = await idsByIsbn(
    db,
    rows.flatMap(({ texts }) => isbnsOf(texts.isbn13)),
  );
  const bySku = await idsBySku(
    db,
    rows.flatMap(({ texts }) => (texts.sku ? [texts.sku.trim()] : [])),
  );
  const found = rows.map((row) => ({
    ids: row.id === undefined ? [] : [parseId(row.id) ?? 0],
    isbns: [...new Set(isbnsOf(row.texts.isbn13).flatMap((isbn) => byIsbn.get(isbn) ?? []))],
    skus: bySku.get(row.texts.sku?.trim().toLowerCase() ?? "") ?? [],
  }));
  const ids = [...new Set(found.flatMap(({ ids, isbns, skus }) => [...ids, ...isbns, ...skus]))].filter(
    Boolean,
  );
  const books = new Map<number, EditableBook>();
  for (let start = 0; start < ids.length; start += BOOKS_AT_ONCE) {
    const some = await findEditableBooks(db, ids.slice(start, start + BOOKS_AT_ONCE));
    for (const book of some) books.set(book.id, book);
  }
  return found.map(({ ids, isbns, skus }, index) => {
    const refuse = (column: ColumnKey, message: string): Match => ({ ok: false, column, message });
    const [id] = ids;
    if (id !== undefined && !books.has(id)) return refuse("id", `There is no book ${rows[index]!.id}`);
    if (id === undefined && isbns.length > 1)
      return refuse("isbn13", `Several books have this ISBN: ${isbns.join(", ")}. Give the Book ID`);
    const bookId = id ?? isbns[0] ?? skus[0];
    const others = [
      ["isbn13", "ISBN", isbns],
      ["sku", "SKU", skus],
    ] as const;
    for (const [column, label, owners] of others) {
      const other = owners.length > 0 && !owners.includes(bookId!) ? books.get(owners[0]!) : undefined;
      if (other) return refuse(column, `Another book has this ${label}: ${other.id}, "${other.title}"`);
    }
    return { ok: true, book: bookId === undefined ? null : (books.get(bookId) ?? null) };
  });
}

const isbnsOf = (isbn: string | undefined): string[] => (isbn ? isbnForms(isbn) : []);

/** The books with these ISBNs, as they are stored. @returns ids by ISBN */
export async function idsByIsbn(db: Db, isbns: string[]): Promise<Map<string, number[]>> {
  if (isbns.length === 0) return new Map();
  const rows = await db.selectFrom("books").select(["id", "isbn13"]).where("isbn13", "in", isbns).execute();
  return grouped(rows.map(({ id, isbn13 }) => [isbn13!, id]));
}

/** The books with these SKUs. @returns ids by SKU in lower case */
export async function idsBySku(db: Db, skus: string[]): Promise<Map<string, number[]>> {
  if (skus.length === 0) return new Map();
  const rows = await db
    .selectFrom("books")
    .select(["id", "sku"])
    .where(isOneOf("sku", skus))
    .where("sku", "is not", null)
    .execute();
  return grouped(rows.map(({ id, sku }) => [sku!.toLowerCase(), id]));
}

function grouped(pairs: [key: string, id: number][]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [key, id] of pairs) groups.set(key, [...(groups.get(key) ?? []), id]);
  return groups;
}
