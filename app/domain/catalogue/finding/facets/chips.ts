import { formatRupeesShort } from "~/domain/kit/money";
import { type CatalogueFilters, type FilterChip, formatSearch } from "../../books/lists/catalogue";
import { choiceLabel, FACET_KEYS, FACETS, type FacetKey } from "./facets";

/** Facets whose values do not say what they are of. */
const WITH_LABEL: ReadonlySet<FacetKey> = new Set<FacetKey>(["added", "age"]);

/** The Active Filters strip: one chip for the search term, each tag and value, and the price range. */
export function filterChips(filters: CatalogueFilters): FilterChip[] {
  const { q, tags, picks } = filters;
  const chips: FilterChip[] = [];
  if (q) chips.push({ label: `“${q}”`, without: formatSearch(withoutTerm(filters)) });
  for (const tag of tags)
    chips.push({
      label: tag,
      without: formatSearch({ ...filters, tags: tags.filter((other) => other !== tag) }),
    });
  for (const key of FACET_KEYS)
    for (const value of picks[key] ?? []) {
      const rest = picks[key]!.filter((other) => other !== value);
      const label = choiceLabel(key, value);
      chips.push({
        label: WITH_LABEL.has(key) ? `${FACETS[key].label}: ${label}` : label,
        without: formatSearch(withPicks(filters, key, rest)),
      });
    }
  const price = priceLabel(filters);
  if (price)
    chips.push({ label: price, without: formatSearch({ ...filters, minPrice: null, maxPrice: null }) });
  return chips;
}

/** The filters without the search term; the order by relevance goes with it. */
export function withoutTerm(filters: CatalogueFilters): CatalogueFilters {
  return { ...filters, q: "", sort: filters.sort === "relevance" ? "featured" : filters.sort };
}

/** The filters with these values of a facet alone. */
export function withPicks(filters: CatalogueFilters, key: FacetKey, values: string[]): CatalogueFilters {
  const { [key]: _, ...others } = filters.picks;
  return { ...filters, picks: values.length > 0 ? { ...filters.picks, [key]: values } : others };
}

function priceLabel({ minPrice, maxPrice }: CatalogueFilters): string | null {
  if (minPrice !== null && maxPrice !== null)
    return `${formatRupeesShort(minPrice)} – ${formatRupeesShort(maxPrice)}`;
  if (minPrice !== null) return `From ${formatRupeesShort(minPrice)}`;
  if (maxPrice !== null) return `Up to ${formatRupeesShort(maxPrice)}`;
  return null;
}
