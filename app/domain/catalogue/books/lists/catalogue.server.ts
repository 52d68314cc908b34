import type { Db } from "~/db/database.server";
import { literalFlag } from "~/db/planner.server";
import { bookCards, findBooks } from "../books.server";
import {
  type BookCard,
  type BookDetails,
  type CatalogueFilters,
  NO_FILTERS,
  type PagedSearch,
  type PriceBounds,
  type TagCount,
} from "./catalogue";
import { perCatalogueVersion, perDay } from "./catalogue-memo.server";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { nameKey } from "../../names/names";
import type { Match } from "~/db/search/match";
import { countMatching, onlyMatching } from "./count-books.server";
import { countByFacets, listByFacets } from "../../finding/facets/facet-list.server";
import { usesFacets } from "../../finding/facets/wanted.server";
import { withPriceWords } from "../../finding/price-words.server";
import { planSearch } from "../../finding/search-books.server";
import { choosePlan, inOrder, selectBooks } from "./selection.server";

/** A part of a list, counted in books; `pageWindow` gives the one of a store page. */
export interface Window {
  offset: number;
  limit: number;
}

/** All tags by name, each with its number of visible books. Cached per catalogue version. */
export function listAllTags(db: Db): Promise<TagCount[]> {
  return perCatalogueVersion(db, "tags", async () => {
    // All, as triggers count them, minus hidden: counting the visible ones would read every book's tags.
    const tags = await db.selectFrom("tags").select(["id", "name", "book_count"]).execute();
    const hidden = await db
      .selectFrom("book_tags")
      .select((eb) => ["tag_id", eb.fn.countAll<number>().as("count")])
      .where("book_id", "in", (eb) => eb.selectFrom("books").select("id").where("hidden", "=", 1))
      .groupBy("tag_id")
      .execute();
    const hiddenCount = new Map(hidden.map((row) => [row.tag_id, row.count]));
    return tags
      .map(({ id, name, book_count }) => ({ id, name, count: book_count - (hiddenCount.get(id) ?? 0) }))
      .sort((a, b) => a.name.localeCompare(b.name, "en"));
  });
}

/** Like `listAllTags`, only tags of visible books. */
export async function listTags(db: Db): Promise<TagCount[]> {
  return (await listAllTags(db)).filter((tag) => tag.count > 0);
}

/** The limits of the price filter: the lowest and highest charged price. Cached per catalogue version. */
export function priceBounds(db: Db): Promise<PriceBounds> {
  return perCatalogueVersion(db, "price bounds", async () => {
    // One row from each end of the index; min() and max() in one query would read every book.
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

/**
 * Replaces the names of tags that were merged into others by the names of those.
 * @returns null when none of these was
 */
export async function movedTags(db: Db, names: string[]): Promise<string[] | null> {
  if (names.length === 0) return null;
  const merged = new Map((await mergedTags(db)).map(({ key, into }) => [key, into]));
  if (!names.some((name) => merged.has(nameKey(name)))) return null;
  const current = names.map((name) => merged.get(nameKey(name)) ?? name);
  return current.filter((name, at) => current.findIndex((one) => nameKey(one) === nameKey(name)) === at);
}

/** The number of visible books that match the filters. Cached per catalogue version. */
export async function countBooks(db: Db, filters: CatalogueFilters): Promise<number> {
  if (usesFacets(filters)) return countByFacets(db, filters);
  const tags = await tagIds(db, filters.tags);
  // Unknown tags are left out: they would only make more keys.
  if (filters.tags.length > 0 && tags.length === 0) return 0;
  const { q, minPrice, maxPrice } = filters;
  const [tag, ...others] = new Set(tags);
  // Triggers keep it: of a tag with 40,000 books, looking at each of them took 50 ms of a processor.
  if (tag !== undefined && others.length === 0 && !q && minPrice === null && maxPrice === null)
    return (await listAllTags(db)).find(({ id }) => id === tag)?.count ?? 0;
  if (!q) return countMatching(db, filters, tags, null);
  const search = await planSearch(db, q, "shop");
  return search ? countMatching(db, filters, tags, search.upTo.at(-1)!) : 0;
}

/**
 * A part of the list: visible books with any of the tags (or all), a value of each chosen facet, their charged price
 * within the bounds, that `q` finds (search-books.server.ts).
 * @returns the ids in the requested order, and the count of the whole list
 */
export async function listBookIds(
  db: Db,
  filters: CatalogueFilters,
  { offset, limit }: Window,
): Promise<{ ids: number[]; count: number }> {
  if (usesFacets(filters)) return listByFacets(db, filters, { offset, limit });
  const count = await countBooks(db, filters);
  if (offset >= count || limit <= 0) return { ids: [], count };
  const search = filters.q ? await planSearch(db, filters.q, "shop") : null;
  if (!search || filters.sort !== "relevance")
    return { ids: await idsOf(db, filters, { offset, limit }, search?.upTo.at(-1) ?? null, count), count };
  const tags = await tagIds(db, filters.tags);
  const only = await onlyMatching(db, filters, tags, search.upTo.at(-1)!);
  if (only !== null) return { ids: [only], count };
  const ids: number[] = [];
  let skipped = 0;
  for (const [at, match] of search.tiers.entries()) {
    if (ids.length === limit || skipped === count) break;
    const upToHere = await countMatching(db, filters, tags, search.upTo[at]!);
    const start = Math.max(0, offset - skipped);
    if (skipped + start < upToHere) {
      // Each book once, where it matches best.
      const text = at === 0 ? match : { of: match, butNot: search.upTo[at - 1]! };
      const window = { offset: start, limit: limit - ids.length };
      ids.push(...(await idsOf(db, filters, window, text, upToHere - skipped)));
    }
    skipped = upToHere;
  }
  return { ids, count };
}

/** @param text what is found in place of the search term @param count how many books match */
async function idsOf(
  db: Db,
  filters: CatalogueFilters,
  { offset, limit }: Window,
  text: Match | null,
  count: number,
): Promise<number[]> {
  const total = await countBooks(db, NO_FILTERS);
  const plan = choosePlan(filters, offset + limit, count, total);
  const query = selectBooks(db, filters, await tagIds(db, filters.tags), plan, text);
  if (!query) return [];
  const rows = await inOrder(query, filters).select("b.id").limit(limit).offset(offset).execute();
  return rows.map((row) => row.id);
}

/** Like `listBookIds`, with the card of each book: three queries for any number of books. */
export async function listBooks(
  db: Db,
  filters: CatalogueFilters,
  window: Window,
): Promise<{ books: BookCard[]; count: number }> {
  const { ids, count } = await listBookIds(db, filters, window);
  return { books: await bookCards(db, ids), count };
}

/**
 * Books that staff marked as featured, filled up with the best rated of the others (docs/product-decisions.md §3.12).
 * Cached per catalogue version and day.
 */
export function featuredBooks(db: Db, limit: number): Promise<BookCard[]> {
  return perDay(db, `featured ${limit}`, async () => {
    const { books } = await listBooks(db, NO_FILTERS, { offset: 0, limit });
    return books;
  });
}

/** Like `featuredBooks`, with all that a visitor may see of each. Cached per catalogue version and day. */
export function featuredBookDetails(db: Db, limit: number): Promise<BookDetails[]> {
  return perDay(db, `featured details ${limit}`, async () => {
    const { ids } = await listBookIds(db, NO_FILTERS, { offset: 0, limit });
    return findBooks(db, ids);
  });
}

/**
 * One page of the JSON API's list, with all that a visitor may see of each book. The number of queries does not depend
 * on the number of books.
 * @returns `count` of the whole list, and the next page's number; null on the last page
 */
export async function pageBooks(
  db: Db,
  { filters: asked, tagIds, page, pageSize }: PagedSearch,
): Promise<{ books: BookDetails[]; count: number; nextPage: number | null }> {
  const filters = (await withPriceWords(db, asked)) ?? asked;
  const named = (await movedTags(db, filters.tags)) ?? filters.tags;
  const names = new Map(named.map((name) => [nameKey(name), name]));
  const merged = new Map((await mergedTags(db)).map(({ id, intoId }) => [id, intoId]));
  const wantedIds = new Set(tagIds.map((id) => merged.get(id) ?? id));
  for (const tag of await listAllTags(db)) if (wantedIds.has(tag.id)) names.set(nameKey(tag.name), tag.name);
  // Only unknown tag ids were sent: no book matches.
  if (tagIds.length > 0 && names.size === 0) return { books: [], count: 0, nextPage: null };
  const wanted = { ...filters, tags: [...names.values()] };
  const { ids, count } = await listBookIds(db, wanted, { offset: page * pageSize, limit: pageSize });
  const nextPage = (page + 1) * pageSize < count ? page + 1 : null;
  return { books: await findBooks(db, ids), count, nextPage };
}

/** The tags that were merged into others. Cached per catalogue version. */
function mergedTags(db: Db): Promise<{ id: number; key: string; intoId: number; into: string }[]> {
  return perCatalogueVersion(db, "merged tags", async () => {
    const rows = await db
      .selectFrom("former_names as f")
      .innerJoin("tags as t", "t.id", "f.into_id")
      .select(["f.id", "f.name_key as key", "t.id as intoId", "t.name as into"])
      .where("f.entity", "=", MASTER_DATA.tag.key)
      .orderBy("f.gone_at")
      .execute();
    // A new tag can have the name of a merged one.
    const present = new Set((await listAllTags(db)).map(({ name }) => nameKey(name)));
    return rows.filter(({ key }) => !present.has(key));
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
