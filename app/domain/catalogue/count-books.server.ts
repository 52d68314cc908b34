import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import { matchingIds } from "~/db/full-text.server";
import type { Match } from "~/db/search/match";
import type { CatalogueFilters } from "./catalogue";
import { perCatalogueVersion } from "./catalogue-memo.server";
import { selectBooks } from "./selection.server";

/**
 * The number of visible books that match the filters, and this in place of the search term. Kept per catalogue version.
 * @param tags the ids of the filters' tags
 */
export function countMatching(
  db: Db,
  filters: CatalogueFilters,
  tags: number[],
  text: Match | null,
): Promise<number> {
  const { minPrice, maxPrice } = filters;
  const key = JSON.stringify({ text, minPrice, maxPrice, tags: [...new Set(tags)].sort((a, b) => a - b) });
  return perCatalogueVersion(db, `count ${key}`, async () => {
    if (text && tags.length === 0 && minPrice === null && maxPrice === null) return countVisible(db, text);
    const query = selectBooks(db, filters, tags, "gather", text);
    if (!query) return 0;
    const row = await query.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
    return row.count;
  });
}

/** From the index alone: looking at each of very many books takes longer. Few are hidden. */
async function countVisible(db: Db, text: Match): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from (${matchingIds("books", text)}) as matching
    where id not in (select id from books where hidden = 1)`.execute(db);
  return rows[0]!.count;
}
