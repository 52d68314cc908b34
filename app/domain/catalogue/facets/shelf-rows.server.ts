import type { Db } from "~/db/database.server";
import { AUTHOR_ROLE } from "../contributor-roles";
import { SALE_COLUMNS } from "../sale";
import type { ShelfRow } from "./part";

/** As many books are read at once, so that other requests get their turn. */
export const BOOKS_A_STEP = 500;

/**
 * The books that changed since this version. A change may be noted before its version is raised, so those of the version
 * itself are among them.
 */
export async function changedSince(db: Db, version: number): Promise<number[]> {
  const rows = await db
    .selectFrom("book_changes")
    .select("book_id")
    .where("at_version", ">=", version)
    .execute();
  return rows.map((row) => row.book_id);
}

/** These books, or the next after this id. */
export async function readBooks(db: Db, which: { ids: number[] } | { after: number }): Promise<ShelfRow[]> {
  const books = db
    .selectFrom("books as b")
    .select([...SALE_COLUMNS, "b.id", "b.hidden", "b.charged_price", "b.rating", "b.rating_count"])
    .select(["b.created_at", "b.format", "b.age_from", "b.age_to", "b.series_id", "b.publisher_id"])
    .select("b.language_id")
    .orderBy("b.id")
    .limit(BOOKS_A_STEP);
  const rows = await (
    "ids" in which ? books.where("b.id", "in", which.ids) : books.where("b.id", ">", which.after)
  ).execute();
  if (rows.length === 0) return [];
  const ids = "ids" in which ? which.ids : null;
  const [first, last] = [rows[0]!.id, rows.at(-1)!.id];
  const authors = await valuesByBook(
    db
      .selectFrom("book_contributors")
      .select(["book_id as book", "author_id as value"])
      .where("role", "=", AUTHOR_ROLE)
      .where((eb) => (ids ? eb("book_id", "in", ids) : eb.between("book_id", first, last)))
      .execute(),
  );
  const tags = await valuesByBook(
    db
      .selectFrom("book_tags")
      .select(["book_id as book", "tag_id as value"])
      .where((eb) => (ids ? eb("book_id", "in", ids) : eb.between("book_id", first, last)))
      .execute(),
  );
  const languages = await valuesByBook(
    db
      .selectFrom("book_languages")
      .select(["book_id as book", "language_id as value"])
      .where((eb) => (ids ? eb("book_id", "in", ids) : eb.between("book_id", first, last)))
      .execute(),
  );
  return rows.map(({ language_id, ...row }) => ({
    ...row,
    languages: [...new Set([language_id, ...(languages.get(row.id) ?? [])])],
    authors: authors.get(row.id) ?? [],
    tags: tags.get(row.id) ?? [],
  }));
}

async function valuesByBook(
  reading: Promise<{ book: number; value: number }[]>,
): Promise<Map<number, number[]>> {
  const values = new Map<number, number[]>();
  for (const { book, value } of await reading) {
    const list = values.get(book);
    if (list) list.push(value);
    else values.set(book, [value]);
  }
  return values;
}
