/** What was searched in the store and not found. */

import { type ListSearch, parseListSearch } from "~/domain/kit/listing/listing";
import { readParam } from "~/domain/kit/search-params";

const TERM_SORTS = ["term", "missed", "forgiven", "week"] as const;
type TermSort = (typeof TERM_SORTS)[number];

/** What is told of a search: that it found nothing, or only what is spelt similarly. */
const TERM_KINDS = ["missed", "forgiven"] as const;
type TermKind = (typeof TERM_KINDS)[number];

/** A search of the store, as typed, that found nothing or only what is spelt similarly. */
export interface MissedSearch {
  q: string;
  /** How many books. */
  found: number;
  /** Whether only similar words were found. */
  isForgiven: boolean;
}

export interface SearchTerm {
  /** Folded as the search compares words, e.g. "godan premchand". */
  term: string;
  /** How often it found nothing. */
  missed: number;
  /** How often it found only what is spelt similarly. */
  forgiven: number;
  /** Monday of the last week in which it was searched, e.g. "2026-11-23". */
  week: string;
  /** The synonym that has it; null: none. */
  synonymId: number | null;
}

export interface TermSearch extends ListSearch<TermSort> {
  /** null: all. */
  kind: TermKind | null;
  /** A Monday; null: all weeks that are kept, added up. */
  week: string | null;
}

/** Reads the list's search from the URL. Invalid values are ignored. */
export function parseTermSearch(params: URLSearchParams): TermSearch {
  const week = readParam(params, "week") ?? "";
  return {
    ...parseListSearch(params, TERM_SORTS),
    kind: TERM_KINDS.find((kind) => kind === readParam(params, "kind")) ?? null,
    week: /^\d{4}-\d\d-\d\d$/.test(week) ? week : null,
  };
}
