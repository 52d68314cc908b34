import type { Db } from "~/db/database.server";
import { type CatalogueFilters, NO_FILTERS } from "../catalogue";
import { perDay } from "../catalogue-memo.server";
import { inOrder, selectBooks } from "../selection.server";
import { type FilterKey, passAlong } from "./pass";
import { keptShelf } from "./kept-shelf.server";
import { idAt, positionOf, positionsOf } from "./shelf";
import { rankedIds, wantedBy } from "./wanted.server";

/** Up to so many matching books are fetched and sorted; of more, the order's index is followed. */
const FEW = 1500;

/** For the keys of what is kept: what decides which books match. */
export const matchKey = (filters: CatalogueFilters): string => JSON.stringify({ ...filters, sort: null });

/** The matching books, without order; null instead of more than FEW. Kept per catalogue version and day. */
function matchesOf(db: Db, filters: CatalogueFilters): Promise<{ count: number; ids: number[] | null }> {
  return perDay(db, `matches ${matchKey(filters)}`, async () => {
    const { shelf, isMatch, count } = await match(db, filters);
    if (count > FEW) return { count, ids: null };
    const ids: number[] = [];
    for (let at = isMatch.indexOf(1); at >= 0; at = isMatch.indexOf(1, at + 1)) ids.push(idAt(shelf, at));
    return { count, ids };
  });
}

async function match(db: Db, filters: CatalogueFilters) {
  const wanted = await wantedBy(db, filters);
  const shelf = await keptShelf(db);
  const { isMatch, count } = passAlong(shelf, wanted, { counts: false });
  const matches = (id: number) => isMatch[positionOf(shelf, id)] === 1;
  return { shelf, isMatch, count, matches };
}

/** The number of visible books that match, by the facets in memory. */
export const countByFacets = async (db: Db, filters: CatalogueFilters): Promise<number> =>
  (await matchesOf(db, filters)).count;

/**
 * A part of the list in the requested order, by the facets in memory. The database only sorts: few matching books by
 * themselves, of many the order's index is read until the part is full.
 */
export async function listByFacets(
  db: Db,
  filters: CatalogueFilters,
  { offset, limit }: { offset: number; limit: number },
  few = FEW,
): Promise<{ ids: number[]; count: number }> {
  const { count, ids } = await matchesOf(db, filters);
  if (offset >= count || limit <= 0) return { ids: [], count };
  const { q, sort } = filters;
  if (q && sort === "relevance") {
    const { matches } = await match(db, filters);
    const found = (await rankedIds(db, q)).filter(matches);
    return { ids: found.slice(offset, offset + limit), count };
  }
  const all = () =>
    inOrder(selectBooks(db, NO_FILTERS, [], "walk", null)!, { ...NO_FILTERS, sort }).select("b.id");
  if (ids && count <= few) {
    const rows = await all().where("b.id", "in", ids).limit(limit).offset(offset).execute();
    return { ids: rows.map((row) => row.id), count };
  }
  const { shelf, matches } = await match(db, filters);
  const wanted = offset + limit;
  let reach = Math.ceil((1.5 * wanted * positionsOf(shelf)) / count);
  for (;;) {
    const rows = await all().limit(reach).execute();
    const met = rows.filter((row) => matches(row.id)).slice(offset, wanted);
    if (met.length === limit || rows.length < reach) return { ids: met.map((row) => row.id), count };
    reach *= 2;
  }
}

/** By filter: how many books match without it. Those without which none match are left out. */
export function countsWithout(
  db: Db,
  filters: CatalogueFilters,
): Promise<Partial<Record<FilterKey, number>>> {
  return perDay(db, `without ${matchKey(filters)}`, async () => {
    const wanted = await wantedBy(db, filters);
    const { count, more } = passAlong(await keptShelf(db), wanted, { counts: false });
    return Object.fromEntries(Object.entries(more).map(([key, others]) => [key, count + others]));
  });
}
