import type { Db } from "~/db/database.server";
import { type CatalogueFilters, formatSearch } from "../../books/lists/catalogue";
import { withoutTerm, withPicks } from "./chips";
import { countsWithout } from "./facet-list.server";
import type { FilterKey } from "./tally.server";

/** The most ways that an empty list offers. */
const MOST_WAYS = 5;

/** What a list without the filter is, after '3 books'. */
const WITHOUT: Record<Exclude<FilterKey, "q">, string> = {
  tag: "in other categories",
  language: "in other languages",
  author: "by other authors",
  format: "in other formats",
  age: "for any age",
  availability: "whether or not they can be bought now",
  added: "in the shop for longer",
  series: "outside of the series",
  publisher: "of other publishers",
  country: "from any country",
  rating: "with any rating",
  price: "at other prices",
};

/** Another list, offered where one has no books. */
interface WayOn {
  count: number;
  /** After '3 books': what is other about them. */
  words: string;
  /** Its query string. */
  search: string;
}

/** Ways on from a list without books: each filter without which there are some, the one with the most books first. */
export async function waysOn(db: Db, filters: CatalogueFilters): Promise<WayOn[]> {
  const counts = Object.entries(await countsWithout(db, filters)) as [FilterKey, number][];
  return counts
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_WAYS)
    .map(([key, count]) => ({
      count,
      words: key === "q" ? `without “${filters.q}”` : WITHOUT[key],
      search: formatSearch(without(filters, key)),
    }));
}

function without(filters: CatalogueFilters, key: FilterKey): CatalogueFilters {
  if (key === "q") return withoutTerm(filters);
  if (key === "price") return { ...filters, minPrice: null, maxPrice: null };
  return key === "tag" ? { ...filters, tags: [], allTags: false } : withPicks(filters, key, []);
}
