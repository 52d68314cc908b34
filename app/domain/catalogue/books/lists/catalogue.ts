import type { Book } from "../book";
import type { FacetKey, GroupKey } from "../../finding/facets/facets";
import { notOnSale, type OnSale } from "../sale/sale";

/** The orders the store can be sorted in (docs/product-decisions.md §3.10); relevance needs a search term. */
export const SORT_ORDERS = [
  "relevance",
  "featured",
  "newest",
  "bestselling",
  "price_asc",
  "price_desc",
  "title",
  "rating",
] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

export const SORT_LABELS: Record<SortOrder, string> = {
  relevance: "Relevance",
  featured: "Featured",
  newest: "Newest",
  bestselling: "Bestselling",
  price_asc: "Price: low to high",
  price_desc: "Price: high to low",
  title: "Title",
  rating: "Rating",
};

/** Of each facet the values one of which a book must have: names, or fixed values. Only facets with values. */
export type Picks = Partial<Record<FacetKey, string[]>>;

/** The filters and sort order of a list. Bounds are inclusive and apply to the charged price. */
export interface CatalogueFilters {
  /** Names of tags: matches books with any of them, or with all. Empty: all books. */
  tags: string[];
  allTags: boolean;
  /** What is chosen of other facets. */
  picks: Picks;
  /** In paise; null: no bound. */
  minPrice: number | null;
  maxPrice: number | null;
  /** The search term as typed, trimmed; may be empty. */
  q: string;
  sort: SortOrder;
}

export const NO_FILTERS: CatalogueFilters = {
  tags: [],
  allTags: false,
  picks: {},
  minPrice: null,
  maxPrice: null,
  q: "",
  sort: "featured",
};

/** Books in the home page's grid, and in the API's list for it. */
export const HOME_BOOKS = 8;

/** The most books that 'You may also like' shows. */
export const RECOMMENDED = { book: 6, cart: 4 } as const;

/** The most books of its author that a book's page shows. */
export const MORE_BY_AUTHOR = 4;

/** The most books that the shelf 'Recently looked at' shows beside a cart or a wishlist. */
export const RECENT_SHELF = 6;

/** Length of the list of bestsellers. */
export const BESTSELLERS = 50;

/** The most covers shown for a category. */
export const CATEGORY_COVERS = 3;

const FIRST_PAGE_SIZE = 5;
const NEXT_PAGE_SIZE = 12;

/**
 * Page 0 holds the first 5 books, each later page 12 more: offsets 0–4, 5–16, 17–28 …
 * (docs/product-decisions.md §1.5), so that no book is skipped or repeated.
 */
export function pageWindow(page: number): { offset: number; limit: number } {
  if (page === 0) return { offset: 0, limit: FIRST_PAGE_SIZE };
  return { offset: FIRST_PAGE_SIZE + (page - 1) * NEXT_PAGE_SIZE, limit: NEXT_PAGE_SIZE };
}

/** @returns how many pages `count` books fill; at least 1 */
export function pageTotal(count: number): number {
  return 1 + Math.ceil(Math.max(0, count - FIRST_PAGE_SIZE) / NEXT_PAGE_SIZE);
}

/** By relevance if there is a search term, otherwise featured books first. */
export function defaultSort(q: string): SortOrder {
  return q ? "relevance" : "featured";
}

/** The sort orders offered for this list. */
export function sortChoices(q: string): SortOrder[] {
  return SORT_ORDERS.filter((sort) => sort !== "relevance" || q);
}

/** The heading of a list: the search term, else its names; 'All Books' only without any filter. */
export function listTitle({ q, tags, picks, minPrice, maxPrice }: CatalogueFilters): string {
  if (q) return `“${q}”`;
  const { author = [], series = [], publisher = [], language = [] } = picks;
  const names = [...tags, ...author, ...series, ...publisher];
  if (names.length > 0) return names.join(", ");
  if (language.length > 0) return `Books in ${language.join(", ")}`;
  const isWhole = minPrice === null && maxPrice === null && Object.keys(picks).length === 0;
  return isWhole ? "All Books" : "Books";
}

/** The shortest query string of a list: defaults are left out. @returns "" or "?…" */
export function formatSearch(filters: CatalogueFilters, page = 0): string {
  const params = new URLSearchParams();
  if (filters.q) params.set("q", filters.q);
  for (const tag of filters.tags) params.append("tag", tag);
  if (filters.allTags && filters.tags.length > 1) params.set("tags", "all");
  for (const [key, values] of Object.entries(filters.picks))
    for (const value of values) params.append(key, value);
  if (filters.minPrice !== null) params.set("min", rupeesField(filters.minPrice));
  if (filters.maxPrice !== null) params.set("max", rupeesField(filters.maxPrice));
  if (filters.sort !== defaultSort(filters.q)) params.set("sort", filters.sort);
  if (page > 0) params.set("page", String(page));
  const text = params.toString();
  return text && `?${text}`;
}

/** @param paise integer paise @returns rupees as typed into a field: "250", "99.50"; null gives "" */
export function rupeesField(paise: number | null): string {
  if (paise === null) return "";
  return paise % 100 === 0 ? String(paise / 100) : (paise / 100).toFixed(2);
}

export interface FilterChip {
  label: string;
  /** The query string of the list without this filter. */
  without: string;
}

/** The filters beside a list. */
export interface FacetPanel {
  groups: PanelGroup[];
  /** Whether these are all groups. */
  isWhole: boolean;
  /** The lowest and highest price under all other filters. */
  bounds: PriceBounds;
}

export interface PanelGroup {
  /** The parameter of its values. */
  key: GroupKey;
  label: string;
  choices: PanelChoice[];
  /** How many values there are, more than are shown perhaps. */
  total: number;
  /** Only of a long group: what its names are searched for, perhaps nothing. */
  find?: string;
}

export interface PanelChoice {
  value: string;
  /** Only where it differs from the value. */
  label?: string;
  /** How many books have it, under the filters of all other groups. */
  count: number;
}

/** The fields of a book that lists show. Money in paise. */
export interface BookCard extends OnSale {
  id: number;
  title: string;
  /** BCP 47, only of titles that are not in Latin letters. */
  lang?: string;
  authors: string[];
  price: number;
  salePrice: number | null;
  /** What the visitor pays for one copy as a member of a customer group, where that is less. */
  yourPrice?: number;
  /** Mean of the visible reviews, 0 when there are none. */
  rating: number;
  ratingCount: number;
  /** File name below /coverpages/; null: the default cover. */
  cover: string | null;
  /** What the list says of the book besides, e.g. its number in a series. */
  note?: string;
}

/** The fields of a book that a shelf of small covers shows. */
export type ShelfBook = Omit<BookCard, "rating" | "ratingCount" | "note" | keyof OnSale> & {
  /** Why no copy can be bought. */
  notOnSale?: string;
};

/** What a row of covers shows of a book, without the rest of the card. */
export function shelfBook({
  id,
  title,
  lang,
  authors,
  price,
  salePrice,
  cover,
  ...sale
}: BookCard): ShelfBook {
  const why = sale.stock === 0 && { notOnSale: notOnSale(sale) };
  return { id, title, ...(lang && { lang }), authors, price, salePrice, cover, ...why };
}

interface Named {
  id: number;
  name: string;
}

/** All that a visitor may see of a book. */
export type BookDetails = Book & OnSale & Pick<BookCard, "lang" | "rating" | "ratingCount" | "yourPrice">;

/** A page of the JSON API's list: `page` counts from 0; the page starts at book page × pageSize. */
export interface PagedSearch {
  /** `tags` are those sent by name. */
  filters: CatalogueFilters;
  /** Matches books with any of these or of the named tags. */
  tagIds: number[];
  page: number;
  pageSize: number;
}

export interface TagCount extends Named {
  /** Number of visible books with the tag. */
  count: number;
}

/** A category as shown in the store. */
export interface ShelvedCategory extends TagCount {
  /** Covers of its best books; null: the default cover. */
  covers: (string | null)[];
}

/** The lowest and highest charged price of the visible books, in paise; null when there are none. */
export type PriceBounds = { lowest: number; highest: number } | null;
