import { z } from "zod";
import { type CatalogueFilters, defaultSort, SORT_ORDERS } from "./catalog";
import { nameKey } from "./names";

const MAX_TERM = 100;
const MAX_TAGS = 30;
const MAX_PAGE = 100_000;

/** Control characters become spaces: SQLite's functions end a text at NUL. */
const line = z.string().transform((text) => text.replace(/\p{Cc}+/gu, " ").trim());

/** Rupees as people type them ("1,200", "₹99.50"), to paise; anything else is no bound. */
const bound = z
  .string()
  .transform((text) => text.replace(/[\s,₹]/g, ""))
  .pipe(z.string().regex(/^\d{1,9}(\.\d{1,2})?$/))
  .transform((rupees) => Math.round(Number(rupees) * 100))
  .nullable()
  .catch(null);

const tags = z
  .array(line)
  .transform((names) => [...new Map(names.filter(Boolean).map((name) => [nameKey(name), name])).values()])
  .transform((names) => names.slice(0, MAX_TAGS));

const catalogueSearch = z.object({
  q: line.transform((text) => text.slice(0, MAX_TERM).trim()),
  tags,
  min: bound,
  max: bound,
  sort: z.enum(SORT_ORDERS).nullable().catch(null),
  page: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(MAX_PAGE)).catch(0),
});

export interface CatalogueSearch {
  filters: CatalogueFilters;
  /** 0 is the first. */
  page: number;
}

/**
 * The list a query string asks for: q, tag (any number of them, by name), min and max in rupees, sort, page.
 * What makes no sense counts as absent: a shopper who follows a broken link sees books. Bounds the wrong way round are swapped.
 */
export function parseCatalogueSearch(params: URLSearchParams): CatalogueSearch {
  const { q, tags, min, max, sort, page } = catalogueSearch.parse({
    q: params.get("q") ?? "",
    tags: params.getAll("tag"),
    min: params.get("min"),
    max: params.get("max"),
    sort: params.get("sort"),
    page: params.get("page") ?? "0",
  });
  const swapped = min !== null && max !== null && min > max;
  return {
    filters: {
      q,
      tags,
      minPrice: swapped ? max : min,
      maxPrice: swapped ? min : max,
      sort: sort === null || (sort === "relevance" && !q) ? defaultSort(q) : sort,
    },
    page,
  };
}
