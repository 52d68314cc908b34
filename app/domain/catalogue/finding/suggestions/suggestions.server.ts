import type { Db } from "~/db/database.server";
import { bestMatches } from "../best-matches.server";
import { bookCards } from "../../books/books.server";
import { type CatalogueFilters, formatSearch, NO_FILTERS, shelfBook } from "../../books/lists/catalogue";
import { perCatalogueVersion } from "../../books/lists/catalogue-memo.server";
import { listBookIds } from "../../books/lists/catalogue.server";
import { planSearch, strictMatches } from "../search-books.server";
import { withPriceWords } from "../price-words.server";
import { withoutIsbnWord } from "../search-phrases";
import { suggestNames } from "./names.server";
import { canSuggest, MOST_BOOKS, type SearchHelp, SUGGEST_MAX, type Suggestions } from "./suggestions";

const NOTHING: Suggestions = { books: [], names: [] };

/**
 * Books and names for the beginning of a search: as typed first, then as they sound in any script; with other letters only
 * if there is nothing else. Cached per catalogue version.
 * @param q as typed; of a long text the beginning counts
 */
export async function suggest(db: Db, q: string): Promise<Suggestions> {
  const typed = withoutLastLetters(q.slice(0, SUGGEST_MAX).trim());
  if (!canSuggest(typed)) return NOTHING;
  return perCatalogueVersion(db, `suggest ${typed}`, async () => {
    const priced = await withPriceWords(db, { ...NO_FILTERS, q: typed, sort: "relevance" });
    if (priced) return pricedBooks(db, priced);
    const [found, names] = await Promise.all([
      bestMatches(db, strictMatches(typed, "shop"), MOST_BOOKS),
      suggestNames(db, typed),
    ]);
    if (found.length > 0 || names.length > 0) return { books: await shelved(db, found), names };
    return forgiving(db, typed);
  });
}

/**
 * What to say above the list of a search. The names are cached per catalogue version.
 * @param count how many books the list has @returns null without a search term
 */
export async function searchHelp(
  db: Db,
  filters: CatalogueFilters,
  count: number,
): Promise<SearchHelp | null> {
  const { q } = filters;
  const plan = q ? await planSearch(db, q, "shop") : null;
  if (!plan) return null;
  const { isForgiven, meant } = plan;
  const wanted = meant ?? q;
  // An empty list has links of its own to names (nothing-found.server.ts).
  const names =
    count > 0 && canSuggest(wanted)
      ? await perCatalogueVersion(db, `names for ${wanted}`, () => suggestNames(db, wanted))
      : [];
  return {
    isForgiven,
    words: isForgiven && count > 0 ? forgivenWords(q, meant) : meant && "Did you mean:",
    meant: meant === null ? null : { text: meant, search: formatSearch({ ...filters, q: meant }) },
    names,
  };
}

/** What was typed stands apart from the sentence, whatever its direction. */
function forgivenWords(q: string, meant: string | null): string {
  const alike = /^[\d\s-]+x?$/i.test(withoutIsbnWord(q))
    ? "have an ISBN that is nearly the same."
    : "have words that are spelled or sound alike.";
  return `Nothing matches “\u2068${q}\u2069” exactly. These books ${meant === null ? alike : "are for:"}`;
}

const shelved = async (db: Db, ids: number[]) => (await bookCards(db, ids)).map(shelfBook);

/** Single letters after a word: each would be the beginning of very many. The next one says more. */
const withoutLastLetters = (q: string): string =>
  q.replace(/(?<=[\p{L}\p{M}])(?:[^\p{L}\p{M}\p{N}]+[\p{Ll}\p{Lu}])+[^\p{L}\p{M}\p{N}]*$/u, "");

/** What a search finds within the price that it names, and names for the rest of it. */
async function pricedBooks(db: Db, filters: CatalogueFilters): Promise<Suggestions> {
  const { ids } = await listBookIds(db, filters, { offset: 0, limit: MOST_BOOKS });
  const names = ids.length > 0 && canSuggest(filters.q) ? await suggestNames(db, filters.q) : [];
  return { books: await shelved(db, ids), names };
}

/** What is spelled similarly. */
async function forgiving(db: Db, q: string): Promise<Suggestions> {
  const filters = { ...NO_FILTERS, q, sort: "relevance" as const };
  const { ids } = await listBookIds(db, filters, { offset: 0, limit: MOST_BOOKS });
  if (ids.length === 0) return NOTHING;
  const meant = (await planSearch(db, q, "shop"))?.meant;
  return { books: await shelved(db, ids), names: meant ? await suggestNames(db, meant) : [] };
}
