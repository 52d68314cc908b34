import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import { matchingIds } from "~/db/search/full-text.server";
import { unindexed } from "~/db/planner.server";
import type { Match } from "~/db/search/match";
import { NO_FILTERS } from "../books/lists/catalogue";
import { inOrder, selectBooks } from "../books/lists/selection.server";

/**
 * A match of fewer books than this is fetched and sorted. Of more, the first ones are soon found by following the index of
 * the shop's order.
 */
const FEW = 1_000;

/**
 * The ids of the best books, each once: those of the first match in the shop's order, then those of the next, until there
 * are enough. Unlike a search it counts no total.
 * @param matches from the closest to the widest @param most how many ids
 */
export async function bestMatches(db: Db, matches: Iterable<Match>, most: number): Promise<number[]> {
  const ids: number[] = [];
  for (const match of matches) {
    if (ids.length === most) break;
    ids.push(...(await bestOf(db, match, ids, most - ids.length)));
  }
  return ids;
}

/** The first books of one match, in the shop's own order. @param known ids that are left out */
async function bestOf(db: Db, match: Match, known: number[], most: number): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${matchingIds("books", match)} limit ${sql.lit(FEW)}) as few`.execute(db);
  const { count } = rows[0]!;
  if (count === 0) return [];
  let query = selectBooks(db, NO_FILTERS, [], count < FEW ? "gather" : "walk", match)!;
  if (known.length > 0) query = query.where(unindexed<number>("b.id"), "not in", known);
  const best = await inOrder(query, NO_FILTERS).select("b.id").limit(most).execute();
  return best.map(({ id }) => id);
}
