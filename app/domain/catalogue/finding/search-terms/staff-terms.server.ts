import type { Db } from "~/db/database.server";
import { positionOf } from "~/db/search/full-text.server";
import { wordsOf } from "~/db/search/words";
import { type Listing, pageOf } from "~/domain/kit/listing/listing";
import type { SearchTerm, TermSearch } from "./search-terms";

/** A page of what was searched and not found, or only found by a similar spelling; the most frequent first. */
export async function listSearchTerms(db: Db, search: TermSearch): Promise<Listing<SearchTerm>> {
  let matching = db.selectFrom("search_terms as t");
  if (search.week) matching = matching.where("t.week", "=", search.week);
  if (search.kind) matching = matching.where(`t.${search.kind}`, ">", 0);
  const sought = wordsOf(search.q).join(" ");
  if (search.q) matching = matching.where((eb) => eb(positionOf("t.term", sought), ">", 0));
  const { count } = await matching
    .select((eb) => eb.fn.count<number>("t.term").distinct().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...page } = pageOf(search, count);
  const { field, direction } = search.sort ?? { field: "missed", direction: "desc" };
  const rows = await matching
    .leftJoin("search_synonym_phrases as s", "s.phrase_key", "t.term")
    .select((eb) => [
      "t.term",
      eb.fn.sum<number>("t.missed").as("missed"),
      eb.fn.sum<number>("t.forgiven").as("forgiven"),
      eb.fn.max("t.week").as("week"),
      eb.fn.max("s.synonym_id").as("synonymId"),
    ])
    .groupBy("t.term")
    .orderBy(field, direction)
    .orderBy("forgiven", "desc")
    .orderBy("t.term")
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, count, ...page };
}

/** The Mondays of the weeks of which there are counts, the last one first. */
export async function weeksOfSearches(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("search_terms")
    .select("week")
    .distinct()
    .orderBy("week", "desc")
    .execute();
  return rows.map(({ week }) => week);
}
