import { type Expression, sql, type SqlBool } from "kysely";
import type { Db } from "~/db/database.server";
import { forgivingMatch, heardIn, nearWord } from "~/db/search/forgiving-search";
import { matchingIds, positionOf } from "~/db/search/full-text.server";
import type { Match } from "~/db/search/match";
import { idInIndex, type NameTable } from "~/db/name-lists";
import { searchFor } from "~/db/search/text-search";
import { nameKey } from "./names";

/**
 * For `where` on a table of names: those that contain the text, or have its words as they are written or as they sound, in any
 * script. @returns null for an empty text: all
 */
export function nameMatches(table: NameTable, q: string): Expression<SqlBool> | null {
  const key = nameKey(q);
  if (!key) return null;
  const contains = sql<SqlBool>`${positionOf("name_key", key)} > 0`;
  const inIndex = findIn(table);
  const match = inIndex && searchFor("names", q);
  return match ? sql<SqlBool>`(${contains} or ${inIndex(match)})` : contains;
}

/**
 * Like `nameMatches`; if that finds no name, those that are spelled or sound alike.
 * @returns also whether these have been found instead
 */
export async function findNames(
  db: Db,
  table: NameTable,
  q: string,
): Promise<{ matches: Expression<SqlBool> | null; isForgiven: boolean }> {
  const matches = nameMatches(table, q);
  if (!matches || (await hasName(db, table, matches))) return { matches, isForgiven: false };
  const similar = await similarNames(db, table, q);
  return { matches: similar ?? matches, isForgiven: similar !== null };
}

/** For `where`: names with words that are spelled or sound alike (`forgivingMatch`). @returns null when there are none */
export async function similarNames(db: Db, table: NameTable, q: string): Promise<Expression<SqlBool> | null> {
  const inIndex = findIn(table);
  if (!inIndex) return null;
  const match = await forgivingMatch(q, {
    heard: heardIn("names"),
    mended: nearWord,
    isFound: (one) => hasName(db, table, inIndex(one)),
  });
  return match && inIndex(match);
}

async function hasName(db: Db, table: NameTable, matches: Expression<SqlBool>): Promise<boolean> {
  return (await db.selectFrom(table).select("id").where(matches).limit(1).execute()).length > 0;
}

/** The condition that a name of the table matches in the index of names. @returns null for a table without index */
function findIn(table: NameTable): ((match: Match) => Expression<SqlBool>) | null {
  const id = idInIndex(table);
  return id && ((match) => sql<SqlBool>`${id} in (${matchingIds("names", match)})`);
}

/** For `order by`: names that begin with the text, then those that contain it, then those that sound like it. */
export function nearestFirst(q: string): Expression<number> {
  const position = positionOf("name_key", nameKey(q));
  return sql<number>`case ${position} when 1 then 0 when 0 then 2 else 1 end`;
}
