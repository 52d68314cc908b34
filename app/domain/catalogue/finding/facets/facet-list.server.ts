import type { Db } from "~/db/database.server";
import { type CatalogueFilters, NO_FILTERS } from "../../books/lists/catalogue";
import { perDay } from "../../books/lists/catalogue-memo.server";
import { inOrder, selectBooks } from "../../books/lists/selection.server";
import { countMissing, type Filter, type FilterKey } from "./tally.server";
import { rankedIds, wantedBy } from "./wanted.server";

/** Up to so many matching books are fetched and sorted; of more, the order's index is followed. */
const FEW = 1500;

/** For the keys of what is cached: what decides which books match. */
export const matchKey = (filters: CatalogueFilters): string => JSON.stringify({ ...filters, sort: null });

/** The books that match all filters, as `b`. */
const matching = (db: Db, wanted: readonly Filter[]) =>
  wanted.reduce(
    (books, { condition }) => books.where(condition),
    selectBooks(db, NO_FILTERS, [], "walk", null)!,
  );

/** The matching books, without order; null instead of more than FEW. Cached per catalogue version and day. */
function matchesOf(db: Db, filters: CatalogueFilters): Promise<{ count: number; ids: number[] | null }> {
  return perDay(db, `matches ${matchKey(filters)}`, async () => {
    const books = matching(db, await wantedBy(db, filters));
    const { count } = await books
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (count > FEW) return { count, ids: null };
    return { count, ids: (await books.select("b.id").execute()).map((row) => row.id) };
  });
}

/** The number of visible books that match. */
export const countByFacets = async (db: Db, filters: CatalogueFilters): Promise<number> =>
  (await matchesOf(db, filters)).count;

/**
 * A part of the list in the requested order. Few matching books are sorted by themselves; of many the order's index is read
 * until the part is full.
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
    const matches = new Set(ids ?? (await allIds(db, filters)));
    const found = (await rankedIds(db, q)).filter((id) => matches.has(id));
    return { ids: found.slice(offset, offset + limit), count };
  }
  const books =
    ids && count <= few
      ? matching(db, []).where("b.id", "in", ids)
      : matching(db, await wantedBy(db, filters));
  const rows = await inOrder(books, { ...NO_FILTERS, sort })
    .select("b.id")
    .limit(limit)
    .offset(offset)
    .execute();
  return { ids: rows.map((row) => row.id), count };
}

const allIds = async (db: Db, filters: CatalogueFilters) =>
  (
    await matching(db, await wantedBy(db, filters))
      .select("b.id")
      .execute()
  ).map((row) => row.id);

/** By filter: how many books match without it. Those without which none match are left out. */
export function countsWithout(
  db: Db,
  filters: CatalogueFilters,
): Promise<Partial<Record<FilterKey, number>>> {
  return perDay(db, `without ${matchKey(filters)}`, async () => {
    const wanted = await wantedBy(db, filters);
    const counts = await countMissing(db, wanted);
    const matching = counts.get(0) ?? 0;
    return Object.fromEntries(
      wanted.flatMap(({ key }, at) => {
        const others = counts.get(at + 1);
        return others ? [[key, matching + others]] : [];
      }),
    );
  });
}
