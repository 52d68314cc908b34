import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import { matchingIds } from "~/db/full-text.server";
import { unindexed } from "~/db/planner.server";
import type { Match } from "~/db/search/match";
import { NO_FILTERS } from "./catalogue";
import { inOrder, selectBooks } from "./selection.server";

/** Fewer books than this are fetched and sorted; more are met soon along the index of the shop's order. */
const FEW = 1_000;

/**
 * The ids of the best books of the first matches, those of an earlier match first, each once. Unlike a search, it stops at the
 * first matches that fill the list, and counts little.
 * @param most how many books
 */
export async function bestMatches(db: Db, matches: Iterable<Match>, most: number): Promise<number[]> {
  const ids: number[] = [];
  for (const match of matches) {
    if (ids.length === most) break;
    ids.push(...(await bestOf(db, match, ids, most - ids.length)));
  }
  return ids;
}

/** In the shop's own order. @param known ids that are left out */
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
