import { type Expression, sql, type SqlBool } from "kysely";
import type { Db } from "~/db/database.server";
import { forgivingMatch, heardIn, nearWord } from "~/db/forgiving-search";
import { matchingIds, positionOf } from "~/db/full-text.server";
import type { Match } from "~/db/search/match";
import { searchFor } from "~/db/text-search";
import type { MasterDataEntity } from "./master-data";
import { nameKey } from "./names";

/** The last three bits of a name's id in the index of names (view name_search_text). */
export const KIND_OF_NAME = { authors: 0, publishers: 1, series: 2, tags: 3, languages: 4 } as const;
type IndexedTable = keyof typeof KIND_OF_NAME;

/**
 * For `where` on a table of names: those that contain the text, or have its words as they are written or as they sound, in any
 * script. @returns null for an empty text: all
 */
export function nameMatches(table: MasterDataEntity["table"], q: string): Expression<SqlBool> | null {
  const key = nameKey(q);
  if (!key) return null;
  const contains = sql<SqlBool>`${positionOf("name_key", key)} > 0`;
  const match = table === "logistics_providers" ? null : searchFor("names", q);
  if (!match || table === "logistics_providers") return contains;
  return sql<SqlBool>`(${contains} or ${isInIndex(table, match)})`;
}

/**
 * Like `nameMatches`; if that finds no name, those that are spelled or sound alike.
 * @returns also whether these have been found instead
 */
export async function findNames(
  db: Db,
  table: MasterDataEntity["table"],
  q: string,
): Promise<{ matches: Expression<SqlBool> | null; isForgiven: boolean }> {
  const matches = nameMatches(table, q);
  if (!matches || (await hasName(db, table, matches))) return { matches, isForgiven: false };
  const similar = await similarNames(db, table, q);
  return { matches: similar ?? matches, isForgiven: similar !== null };
}

/** For `where`: names with words that are spelled or sound alike (`forgivingMatch`). @returns null when there are none */
export async function similarNames(
  db: Db,
  table: MasterDataEntity["table"],
  q: string,
): Promise<Expression<SqlBool> | null> {
  if (table === "logistics_providers") return null;
  const match = await forgivingMatch(q, {
    heard: heardIn("names"),
    mended: nearWord,
    isFound: (one) => hasName(db, table, isInIndex(table, one)),
  });
  return match && isInIndex(table, match);
}

async function hasName(
  db: Db,
  table: MasterDataEntity["table"],
  matches: Expression<SqlBool>,
): Promise<boolean> {
  return (await db.selectFrom(table).select("id").where(matches).limit(1).execute()).length > 0;
}

const isInIndex = (table: IndexedTable, match: Match) =>
  sql<SqlBool>`id * 8 + ${sql.lit(KIND_OF_NAME[table])} in (${matchingIds("names", match)})`;

/** For `order by`: names that begin with the text, then those that contain it, then those that sound like it. */
export function nearestFirst(q: string): Expression<number> {
  const position = positionOf("name_key", nameKey(q));
  return sql<number>`case ${position} when 1 then 0 when 0 then 2 else 1 end`;
}
