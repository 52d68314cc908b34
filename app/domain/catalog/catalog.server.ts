import type { Db } from "~/db/database.server";
import { literalFlag } from "~/db/planner.server";
import { bookCards } from "./books.server";
import { type BookCard, type CatalogueFilters, NO_FILTERS, type PriceBounds, type TagCount } from "./catalog";
import { perCatalogueVersion } from "./catalogue-memo.server";
import { nameKey } from "./names";
import { choosePlan, inOrder, selectBooks } from "./selection.server";

/** A stretch of a list, in books; how the store pages is `pageWindow`'s business. */
export interface Window {
  offset: number;
  limit: number;
}

/** Every tag that a visible book carries, by name, with the number of such books. Kept per catalogue version. */
export function listTags(db: Db): Promise<TagCount[]> {
  return perCatalogueVersion(db, "tags", async () => {
    // All minus hidden: counting through a join with books takes four times as long at 100,000 books.
    const all = await db
      .selectFrom("book_tags as bt")
      .innerJoin("tags as t", "t.id", "bt.tag_id")
      .select((eb) => ["t.id", "t.name", eb.fn.countAll<number>().as("count")])
      .groupBy("bt.tag_id")
      .execute();
    const hidden = await db
      .selectFrom("book_tags")
      .select((eb) => ["tag_id", eb.fn.countAll<number>().as("count")])
      .where("book_id", "in", (eb) => eb.selectFrom("books").select("id").where("hidden", "=", 1))
      .groupBy("tag_id")
      .execute();
    const hiddenCount = new Map(hidden.map((row) => [row.tag_id, row.count]));
    return all
      .map((tag) => ({ ...tag, count: tag.count - (hiddenCount.get(tag.id) ?? 0) }))
      .filter((tag) => tag.count > 0)
      .sort((a, b) => a.name.localeCompare(b.name, "en"));
  });
}

/** The ends of the price filter: the lowest and highest charged price. Kept per catalogue version. */
export function priceBounds(db: Db): Promise<PriceBounds> {
  return perCatalogueVersion(db, "price bounds", async () => {
    // One row from either end of the index; min() and max() in one query would read every book.
    const end = (direction: "asc" | "desc") =>
      db
        .selectFrom("books")
        .select("charged_price")
        .where("hidden", "=", literalFlag(0))
        .orderBy("charged_price", direction)
        .limit(1)
        .executeTakeFirst();
    const [lowest, highest] = [await end("asc"), await end("desc")];
    return lowest && highest ? { lowest: lowest.charged_price, highest: highest.charged_price } : null;
  });
}

/** The tags' names as the catalogue spells them (`?tag=novel` means Novel); unknown ones stay as typed. */
export async function spellTags(db: Db, names: string[]): Promise<string[]> {
  if (names.length === 0) return names;
  const known = await tagsByKey(db);
  return names.map((name) => known.get(nameKey(name))?.name ?? name);
}

/** How many visible books the filters leave. Kept per catalogue version. */
export function countBooks(db: Db, filters: CatalogueFilters): Promise<number> {
  const key = JSON.stringify({ ...filters, tags: filters.tags.map(nameKey).sort(), sort: undefined });
  return perCatalogueVersion(db, `count ${key}`, async () => {
    const query = selectBooks(db, filters, await tagIds(db, filters.tags), "gather");
    if (!query) return 0;
    const row = await query.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
    return row.count;
  });
}

/**
 * A stretch of the list: visible books with any of the tags, their charged price within the bounds, with every word of
 * `q` (the last as the beginning of a word) or with the ISBN that `q` is, in either length.
 * @returns the ids in the order asked for, and the count of the whole list
 */
export async function listBookIds(
  db: Db,
  filters: CatalogueFilters,
  { offset, limit }: Window,
): Promise<{ ids: number[]; count: number }> {
  const count = await countBooks(db, filters);
  if (offset >= count || limit <= 0) return { ids: [], count };
  const total = await countBooks(db, NO_FILTERS);
  const plan = choosePlan(filters, offset + limit, count, total);
  const query = selectBooks(db, filters, await tagIds(db, filters.tags), plan);
  if (!query) return { ids: [], count };
  const rows = await inOrder(query, filters).select("b.id").limit(limit).offset(offset).execute();
  return { ids: rows.map((row) => row.id), count };
}

/** As `listBookIds`, with what a list shows of each book: three queries, however many books. */
export async function listBooks(
  db: Db,
  filters: CatalogueFilters,
  window: Window,
): Promise<{ books: BookCard[]; count: number }> {
  const { ids, count } = await listBookIds(db, filters, window);
  return { books: await bookCards(db, ids), count };
}

/** Books that staff marked as featured, filled up with the best rated of the others (decisions.md). Kept per catalogue version. */
export function featuredBooks(db: Db, limit: number): Promise<BookCard[]> {
  return perCatalogueVersion(db, `featured ${limit}`, async () => {
    const { books } = await listBooks(db, NO_FILTERS, { offset: 0, limit });
    return books;
  });
}

async function tagsByKey(db: Db): Promise<Map<string, TagCount>> {
  return new Map((await listTags(db)).map((tag) => [nameKey(tag.name), tag]));
}

async function tagIds(db: Db, names: string[]): Promise<number[]> {
  if (names.length === 0) return [];
  const known = await tagsByKey(db);
  return names.map((name) => known.get(nameKey(name))?.id).filter((id) => id !== undefined);
}
