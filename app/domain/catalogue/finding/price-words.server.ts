import type { Db } from "~/db/database.server";
import { type CatalogueFilters, defaultSort } from "../books/lists/catalogue";
import { pricesIn } from "./price-words";
import { isOfTitle } from "./search-books.server";

/**
 * The list for a search that names a price ("poems under 200"): the price as bounds in place of the list's own, the other
 * words as the search. A title with such words stays a title: all words of the search if it has others beside the price,
 * else nothing but these.
 * @returns null if the search names no price
 */
export async function withPriceWords(db: Db, filters: CatalogueFilters): Promise<CatalogueFilters | null> {
  const priced = filters.q ? pricesIn(filters.q) : null;
  if (!priced || (await isOfTitle(db, filters.q, priced.q === ""))) return null;
  const sort = filters.sort === "relevance" ? defaultSort(priced.q) : filters.sort;
  return { ...filters, ...priced, sort };
}
