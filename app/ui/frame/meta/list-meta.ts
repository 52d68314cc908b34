import type { MetaDescriptor } from "react-router";
import { type CatalogueFilters, listTitle } from "~/domain/catalogue/books/lists/catalogue";
import { canonicalList } from "~/domain/catalogue/books/lists/list-address";
import { pageMeta } from "./page-meta";
import type { Matches } from "./page-title";

/** @param list the list that the page shows; `page` 0 is the first */
export function listMeta(
  matches: Matches,
  list: { filters: CatalogueFilters; page: number; count: number },
): MetaDescriptor[] {
  const title = listTitle(list.filters);
  const page = list.page > 0 ? `, page ${list.page + 1}` : "";
  const books = list.count === 1 ? "1 book" : `${list.count} books`;
  return pageMeta(matches, {
    title: title + page,
    description: `${title}: ${books}${page}. Browse by category, price and rating.`,
    path: canonicalList(list),
    hasFeed: true,
  });
}
