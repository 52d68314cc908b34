import { type Expression, sql, type SqlBool } from "kysely";
import { matchingIds, positionOf } from "~/db/full-text.server";
import { searchFor } from "~/db/text-search";
import type { MasterDataEntity } from "./master-data";
import { nameKey } from "./names";

/** The last three bits of a name's id in the index of names (view name_search_text). */
export const KIND_OF_NAME = { authors: 0, publishers: 1, series: 2, tags: 3, languages: 4 } as const;

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
  return sql<SqlBool>`(${contains} or id * 8 + ${sql.lit(KIND_OF_NAME[table])} in (${matchingIds("names", match)}))`;
}

/** For `order by`: names that begin with the text, then those that contain it, then those that sound like it. */
export function nearestFirst(q: string): Expression<number> {
  const position = positionOf("name_key", nameKey(q));
  return sql<number>`case ${position} when 1 then 0 when 0 then 2 else 1 end`;
}
