import type { Db } from "~/db/database.server";
import { type Book, bookOfRow, type BookRow } from "./book";
import { authorsOf, bookLists } from "./lists/book-lists.server";
import type { BookCard, BookDetails } from "./lists/catalogue";
import { languageTag } from "./record/language-tags";
import { onSale, SALE_COLUMNS } from "./sale/sale";
import { indianDate } from "~/domain/kit/dates";
import { textLanguage } from "./record/text-language";

/**
 * The cards of these books, in the order of the ids, without hidden and unknown ones. Two queries for any number.
 * @param today the date in India
 */
export async function bookCards(db: Db, ids: number[], today = indianDate(new Date())): Promise<BookCard[]> {
  if (ids.length === 0) return [];
  const ofBooks = db
    .selectFrom("books as b")
    .innerJoin("languages as l", "l.id", "b.language_id")
    .select(["b.id", "b.title", "b.price", "b.sale_price", "b.rating", "b.rating_count", "b.cover"])
    .select(SALE_COLUMNS)
    .select("l.name as language")
    .where("b.id", "in", ids)
    .where("b.hidden", "=", 0)
    .execute();
  const [rows, authors] = await Promise.all([ofBooks, authorsOf(db, ids)]);
  const cards = rows.map((row) => ({
    id: row.id,
    title: row.title,
    ...titleLanguage(row),
    authors: (authors.get(row.id) ?? []).map((author) => author.name),
    price: row.price,
    salePrice: row.sale_price,
    ...ratingOf(row),
    cover: row.cover,
    ...onSale(row, today),
  }));
  return inOrderOf(ids, cards);
}

/** All that a visitor may see of a book. @returns null when there is no such book, or it is hidden */
export async function findBook(
  db: Db,
  id: number,
  today = indianDate(new Date()),
): Promise<BookDetails | null> {
  const [book] = await findBooks(db, [id], today);
  return book ?? null;
}

/** Like `findBook`, for several books, in the order of the ids, without hidden and unknown ones. Six queries. */
export async function findBooks(
  db: Db,
  ids: number[],
  today = indianDate(new Date()),
): Promise<BookDetails[]> {
  const found = await readBooks(db, ids, { visibleOnly: true });
  return found.map(({ book, row }) => ({
    ...book,
    ...titleLanguage(row),
    ...ratingOf(row),
    ...onSale(row, today),
  }));
}

/**
 * These books, each with its row for the fields that only some readers need, in the order of the ids, without unknown
 * ones. Six queries for any number.
 */
export async function readBooks(
  db: Db,
  ids: number[],
  { visibleOnly }: { visibleOnly: boolean },
): Promise<{ id: number; book: Book; row: BookRow }[]> {
  if (ids.length === 0) return [];
  let query = db
    .selectFrom("books as b")
    .innerJoin("publishers as p", "p.id", "b.publisher_id")
    .innerJoin("languages as l", "l.id", "b.language_id")
    .leftJoin("series as s", "s.id", "b.series_id")
    .leftJoin("languages as ol", "ol.id", "b.original_language_id")
    .selectAll("b")
    .select(["p.name as publisher", "l.name as language", "s.name as series"])
    .select("ol.name as original_language")
    .where("b.id", "in", ids);
  if (visibleOnly) query = query.where("b.hidden", "=", 0);
  const [rows, listsOf] = await Promise.all([query.execute(), bookLists(db, ids)]);
  const books = rows.map((row) => ({ id: row.id, book: bookOfRow(row, listsOf(row.id)), row }));
  return inOrderOf(ids, books);
}

/** The brief of a visible book; empty when there is no such book. */
export async function briefOf(db: Db, id: number): Promise<string> {
  const row = await db
    .selectFrom("books")
    .select("brief")
    .where("id", "=", id)
    .where("hidden", "=", 0)
    .executeTakeFirst();
  return row?.brief ?? "";
}

/** The title of a visible book; null when there is no such book. */
export async function visibleTitle(db: Db, id: number): Promise<string | null> {
  const row = await db
    .selectFrom("books")
    .select("title")
    .where("id", "=", id)
    .where("hidden", "=", 0)
    .executeTakeFirst();
  return row?.title ?? null;
}

/** Most titles are in Latin letters; they get no `lang` field, to keep the page's data small. */
function titleLanguage({ title, language }: Pick<BookRow, "title" | "language">): Pick<BookCard, "lang"> {
  const lang = textLanguage(title, languageTag(language));
  return lang ? { lang } : {};
}

const ratingOf = (row: Pick<BookRow, "rating" | "rating_count">) => ({
  rating: row.rating,
  ratingCount: row.rating_count,
});

function inOrderOf<T extends { id: number }>(ids: number[], found: T[]): T[] {
  const byId = new Map(found.map((item) => [item.id, item]));
  return ids.map((id) => byId.get(id)).filter((item) => item !== undefined);
}
