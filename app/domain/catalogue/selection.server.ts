import type { Db } from "~/db/database.server";
import { fullTextExpression, relevance, whereTextMatches } from "~/db/full-text.server";
import { ignoringCase, literalFlag, unindexed } from "~/db/planner.server";
import type { CatalogueFilters } from "./catalogue";
import { isbnForms } from "./isbn";

/**
 * Two ways to the same books. "walk" goes along the index of the sort order and keeps what fits, until the page is full;
 * "gather" collects all that fits, then sorts it.
 */
export type Plan = "walk" | "gather";

/**
 * Walking is quick when many books fit, gathering when few do: to fill a page, about reach × total ÷ count entries are
 * walked, against `count` rows fetched and sorted (each about twice the work).
 * @param reach the place of the last book wanted @param count books that fit @param total all visible books
 */
export function choosePlan(
  { tags, minPrice, maxPrice }: CatalogueFilters,
  reach: number,
  count: number,
  total: number,
): Plan {
  if (tags.length === 0 && minPrice === null && maxPrice === null) return "walk";
  return (reach * total) / count < 2 * count ? "walk" : "gather";
}

/**
 * The visible books that the filters leave, as `b`, unordered.
 * @param tagIds the ids of `filters.tags`, unknown names left out
 * @returns null when there can be none
 */
export function selectBooks(db: Db, filters: CatalogueFilters, tagIds: number[], plan: Plan) {
  const { tags, minPrice, maxPrice, q, sort } = filters;
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
  if (q) {
    const expression = fullTextExpression(q, isbnForms(q));
    if (!expression) return null;
    query = whereTextMatches(query, expression);
  }
  return query;
}

type Selection = NonNullable<ReturnType<typeof selectBooks>>;

/** Puts the books in order. Every order ends with the id: it is total, so that pages neither skip nor repeat. */
export function inOrder(query: Selection, { sort, q }: CatalogueFilters): Selection {
  switch (sort) {
    case "newest":
      return query.orderBy("b.created_at", "desc").orderBy("b.id", "desc");
    case "price_asc":
      return query.orderBy("b.charged_price").orderBy("b.id");
    case "price_desc":
      return query.orderBy("b.charged_price", "desc").orderBy("b.id", "desc");
    case "title":
      return query.orderBy(ignoringCase("b.title")).orderBy("b.id");
    case "rating":
      return query.orderBy("b.rating", "desc").orderBy("b.rating_count", "desc").orderBy("b.id", "desc");
    case "relevance":
      if (q) return query.orderBy(relevance()).orderBy("b.id");
  }
  return query
    .orderBy("b.featured", "desc")
    .orderBy("b.rating", "desc")
    .orderBy("b.sold_count", "desc")
    .orderBy("b.id", "desc");
}
