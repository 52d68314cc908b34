import { type CatalogueFilters, formatSearch, NO_FILTERS } from "./catalogue";

/** The path of a tag's list, as used in menus, breadcrumbs and the sitemap. */
export const tagPath = (name: string): string => `/books${formatSearch({ ...NO_FILTERS, tags: [name] })}`;

/**
 * The canonical address of a list for search engines. A sorted or price-filtered list counts as the first page of the
 * plain list; searches, several tags, other facets and empty lists are not to be indexed.
 * @param list.page the page shown, 0 the first
 * @returns a path; null: not to be indexed
 */
export function canonicalList(list: {
  filters: CatalogueFilters;
  page: number;
  count: number;
}): string | null {
  const { filters, page, count } = list;
  const { q, tags, picks, sort, minPrice, maxPrice } = filters;
  if (q || tags.length > 1 || Object.keys(picks).length > 0 || count === 0) return null;
  const isPlain = sort === NO_FILTERS.sort && minPrice === null && maxPrice === null;
  return `/books${formatSearch({ ...NO_FILTERS, tags }, isPlain ? page : 0)}`;
}
