import type { Db } from "~/db/database.server";
import { textMatches } from "~/db/search/full-text.server";
import { literalFlag, unindexed } from "~/db/planner.server";
import type { Match } from "~/db/search/match";
import type { CatalogueFilters } from "./catalogue";

/**
 * Two query plans for the same result. "walk" follows the index of the sort order and keeps matching books until the
 * page is full; "gather" collects all matching books, then sorts them.
 */
export type Plan = "walk" | "gather";

/**
 * Walking is fast when many books match, gathering when few do: to fill a page, about reach × total ÷ count entries
 * are walked, against `count` rows fetched and sorted (each about twice the work).
 * @param filters with a search text, `count` is what it finds @param reach position of the last book of the page @param count matching books @param total all visible books
 */
export function choosePlan(
  { tags, minPrice, maxPrice, q }: CatalogueFilters,
  reach: number,
  count: number,
  total: number,
): Plan {
  if (tags.length === 0 && minPrice === null && maxPrice === null && !q) return "walk";
  return (reach * total) / count < 2 * count ? "walk" : "gather";
}

/**
 * Selects the visible books that match the filters, as `b`, unordered.
 * @param tagIds the ids of `filters.tags`, unknown names left out @param text what `filters.q` finds; null without one
 * @returns null when no book can match
 */
export function selectBooks(
  db: Db,
  filters: CatalogueFilters,
  tagIds: number[],
  plan: Plan,
  text: Match | null,
) {
  const { tags, minPrice, maxPrice, sort } = filters;
  const walk = plan === "walk";
  const byPrice = sort === "price_asc" || sort === "price_desc";
  const charged = walk && !byPrice ? unindexed<number>("b.charged_price") : "b.charged_price";
  let query = db
    .selectFrom("books as b")
    .where(walk || tags.length === 0 ? "b.hidden" : unindexed<number>("b.hidden"), "=", literalFlag(0));
  if (minPrice !== null) query = query.where(charged, ">=", minPrice);
  if (maxPrice !== null) query = query.where(charged, "<=", maxPrice);
  if (tags.length > 0) {
    if (tagIds.length === 0) return null;
    query = query.where((eb) => {
      const tagged = eb.selectFrom("book_tags as bt").select("bt.book_id").where("bt.tag_id", "in", tagIds);
      return walk ? eb.exists(tagged.whereRef("bt.book_id", "=", "b.id")) : eb("b.id", "in", tagged);
    });
  }
  if (text) query = query.where(textMatches("books", walk ? unindexed<number>("b.id") : "b.id", text));
  return query;
}

type Selection = NonNullable<ReturnType<typeof selectBooks>>;

/**
 * Sorts the books. Every order ends with the id, so that it is total and pages neither skip nor repeat books. Books that match a
 * search equally well come in the shop's own order.
 */
export function inOrder(query: Selection, { sort }: CatalogueFilters): Selection {
  switch (sort) {
    case "newest":
      return query.orderBy("b.created_at", "desc").orderBy("b.id", "desc");
    case "bestselling":
      return query.orderBy("b.sold_count", "desc").orderBy("b.id", "desc");
    case "price_asc":
      return query.orderBy("b.charged_price").orderBy("b.id");
    case "price_desc":
      return query.orderBy("b.charged_price", "desc").orderBy("b.id", "desc");
    case "title":
      return query.orderBy("b.title_key").orderBy("b.id");
    case "rating":
      return query.orderBy("b.rating", "desc").orderBy("b.rating_count", "desc").orderBy("b.id", "desc");
  }
  return query
    .orderBy("b.featured", "desc")
    .orderBy("b.featured_rank", "desc")
    .orderBy("b.rating", "desc")
    .orderBy("b.sold_count", "desc")
    .orderBy("b.id", "desc");
}
