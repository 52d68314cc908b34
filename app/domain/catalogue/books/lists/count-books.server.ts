import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import { matchingIds } from "~/db/search/full-text.server";
import type { Match } from "~/db/search/match";
import type { CatalogueFilters } from "./catalogue";
import { perCatalogueVersion } from "./catalogue-memo.server";
import { selectBooks } from "./selection.server";

/**
 * The number of visible books that match the filters, and this in place of the search term. Cached per catalogue version.
 * @param tags the ids of the filters' tags
 */
export async function countMatching(
  db: Db,
  filters: CatalogueFilters,
  tags: number[],
  text: Match | null,
): Promise<number> {
  return (await matching(db, filters, tags, text)).count;
}

/** The id of the book if only one matches, else null. After `countMatching` it costs nothing. */
export async function onlyMatching(
  db: Db,
  filters: CatalogueFilters,
  tags: number[],
  text: Match,
): Promise<number | null> {
  const { count, least } = await matching(db, filters, tags, text);
  return count === 1 ? least : null;
}

interface Matching {
  count: number;
  /** The least id. */
  least: number | null;
}

function matching(db: Db, filters: CatalogueFilters, tags: number[], text: Match | null): Promise<Matching> {
  const { minPrice, maxPrice } = filters;
  const key = JSON.stringify({ text, minPrice, maxPrice, tags: [...new Set(tags)].sort((a, b) => a - b) });
  return perCatalogueVersion(db, `count ${key}`, async () => {
    if (text && tags.length === 0 && minPrice === null && maxPrice === null) return countVisible(db, text);
    const query = selectBooks(db, filters, tags, "gather", text);
    if (!query) return { count: 0, least: null };
    const counting = query.select((eb) => eb.fn.countAll<number>().as("count"));
    // All books are counted by an index without their ids.
    if (!text) return { ...(await counting.executeTakeFirstOrThrow()), least: null };
    return counting.select((eb) => eb.fn.min<number | null>("b.id").as("least")).executeTakeFirstOrThrow();
  });
}

/** From the index alone: looking at each of very many books takes longer. Few are hidden. */
async function countVisible(db: Db, text: Match): Promise<Matching> {
  const { rows } = await sql<Matching>`select count(*) as count, min(id) as least
    from (${matchingIds("books", text)}) as matching
    where id not in (select id from books where hidden = 1)`.execute(db);
  return rows[0]!;
}
