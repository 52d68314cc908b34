import { type CatalogueFilters, formatSearch, NO_FILTERS } from "./catalogue";

/** One tag's list, as menus, breadcrumbs and the sitemap name it. @returns a path */
export const tagPath = (name: string): string => `/books${formatSearch({ ...NO_FILTERS, tags: [name] })}`;

/**
 * The one address under which search engines shall know a list. Sorted or cut by price it is the plain list again, from
 * its first page; what was searched for, several tags together and empty lists are nobody's landing page.
 * @param list.page the page shown, 0 the first
 * @returns a path; null: not to be indexed
 */
export function canonicalList(list: {
  filters: CatalogueFilters;
  page: number;
  count: number;
}): string | null {
  const { filters, page, count } = list;
  const { q, tags, sort, minPrice, maxPrice } = filters;
  if (q || tags.length > 1 || count === 0) return null;
  const isPlain = sort === NO_FILTERS.sort && minPrice === null && maxPrice === null;
  return `/books${formatSearch({ ...NO_FILTERS, tags }, isPlain ? page : 0)}`;
}
