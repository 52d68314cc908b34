import type { Db } from "~/db/database.server";
import type { BookCard, BookDetails } from "./catalog";
import { languageTag } from "./language-tags";
import { textLanguage } from "./text-language";

interface Named {
  id: number;
  name: string;
}

/** What lists show of these books, in the order of the ids; hidden and unknown ones are left out. Two queries, however many. */
export async function bookCards(db: Db, ids: number[]): Promise<BookCard[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("books as b")
    .innerJoin("languages as l", "l.id", "b.language_id")
    .select([
      "b.id",
      "b.title",
      "b.price",
      "b.sale_price",
      "b.rating",
      "b.rating_count",
      "b.cover",
      "b.stock",
    ])
    .select("l.name as language")
    .where("b.id", "in", ids)
    .where("b.hidden", "=", 0)
    .execute();
  const authors = await authorsOf(db, ids);
  const cards = rows.map((row) => ({
    ...cardFields(row),
    authors: (authors.get(row.id) ?? []).map((author) => author.name),
  }));
  return inOrderOf(ids, cards);
}

/** All that a visitor may know of one book. @returns null when there is none such, or it is hidden */
export async function findBook(db: Db, id: number): Promise<BookDetails | null> {
  const [book] = await findBooks(db, [id]);
  return book ?? null;
}

/** As `findBook`, for several at once, in the order of the ids; hidden and unknown ones are left out. Three queries. */
export async function findBooks(db: Db, ids: number[]): Promise<BookDetails[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("books as b")
    .innerJoin("publishers as p", "p.id", "b.publisher_id")
    .innerJoin("languages as l", "l.id", "b.language_id")
    .select([
      "b.id",
      "b.title",
      "b.brief",
      "b.description",
      "b.isbn13",
      "b.price",
      "b.sale_price",
      "b.rating",
    ])
    .select(["b.rating_count", "b.cover", "b.stock", "b.page_count", "b.published_on"])
    .select(["p.id as publisher_id", "p.name as publisher", "l.id as language_id", "l.name as language"])
    .where("b.id", "in", ids)
    .where("b.hidden", "=", 0)
    .execute();
  const [authors, tags] = await Promise.all([authorsOf(db, ids), tagsOf(db, ids)]);
  const books = rows.map((row) => ({
    ...cardFields(row),
    authors: authors.get(row.id) ?? [],
    tags: tags.get(row.id) ?? [],
    brief: row.brief,
    description: row.description,
    isbn: row.isbn13,
    publisher: { id: row.publisher_id, name: row.publisher },
    language: { id: row.language_id, name: row.language },
    pageCount: row.page_count,
    publishedOn: row.published_on,
  }));
  return inOrderOf(ids, books);
}

/** What a visible book is about, in a sentence or two; empty when there is none such. */
export async function briefOf(db: Db, id: number): Promise<string> {
  const row = await db
    .selectFrom("books")
    .select("brief")
    .where("id", "=", id)
    .where("hidden", "=", 0)
    .executeTakeFirst();
  return row?.brief ?? "";
}

/** The title of a visible book; null when there is none such. */
export async function visibleTitle(db: Db, id: number): Promise<string | null> {
  const row = await db
    .selectFrom("books")
    .select("title")
    .where("id", "=", id)
    .where("hidden", "=", 0)
    .executeTakeFirst();
  return row?.title ?? null;
}

/** The authors of each book, in the order of its title page. One query. */
export async function authorsOf(db: Db, bookIds: number[]): Promise<Map<number, Named[]>> {
  const rows = await db
    .selectFrom("book_authors as ba")
    .innerJoin("authors as a", "a.id", "ba.author_id")
    .select(["ba.book_id", "a.id", "a.name"])
    .where("ba.book_id", "in", bookIds)
    .orderBy("ba.book_id")
    .orderBy("ba.position")
    .execute();
  return byBook(rows);
}

/** The tags of each book, by name. One query. */
export async function tagsOf(db: Db, bookIds: number[]): Promise<Map<number, Named[]>> {
  const rows = await db
    .selectFrom("book_tags as bt")
    .innerJoin("tags as t", "t.id", "bt.tag_id")
    .select(["bt.book_id", "t.id", "t.name"])
    .where("bt.book_id", "in", bookIds)
    .orderBy("t.name_key")
    .execute();
  return byBook(rows);
}

interface CardRow {
  id: number;
  title: string;
  price: number;
  sale_price: number | null;
  rating: number;
  rating_count: number;
  cover: string | null;
  stock: number;
  language: string;
}

function cardFields(row: CardRow): Omit<BookCard, "authors"> {
  const lang = textLanguage(row.title, languageTag(row.language));
  return {
    id: row.id,
    title: row.title,
    // Most titles have none: a field that is not there costs a page of them nothing.
    ...(lang && { lang }),
    price: row.price,
    salePrice: row.sale_price,
    rating: row.rating,
    ratingCount: row.rating_count,
    cover: row.cover,
    stock: row.stock,
  };
}

function byBook(rows: (Named & { book_id: number })[]): Map<number, Named[]> {
  const grouped = new Map<number, Named[]>();
  for (const { book_id, id, name } of rows) {
    const named = grouped.get(book_id);
    if (named) named.push({ id, name });
    else grouped.set(book_id, [{ id, name }]);
  }
  return grouped;
}

function inOrderOf<T extends { id: number }>(ids: number[], found: T[]): T[] {
  const byId = new Map(found.map((item) => [item.id, item]));
  return ids.map((id) => byId.get(id)).filter((item) => item !== undefined);
}
