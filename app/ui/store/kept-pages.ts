import type { BookCard } from "~/domain/catalogue/catalogue";

/** The pages of a list that were loaded after its first, and how far down the reader was. */
export interface KeptPages {
  books: BookCard[];
  /** The page to load next; null: that was all. */
  nextPage: number | null;
  scrollY: number;
}

const STORAGE_KEY = "kitab-lists";
const MAX_ENTRIES = 20;

/** By history entry, so that Back, Forward and Reload come to the same place with the same books. */
let kept: Map<string, KeptPages> | undefined;

function entries(): Map<string, KeptPages> {
  try {
    kept ??= new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]") as [string, KeptPages][]);
  } catch {
    kept = new Map(); // Storage may be refused or hold something else: the list begins anew.
  }
  return kept;
}

function store() {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...entries()]));
  } catch {
    // Full or refused: the list begins anew after a reload.
  }
}

/** Browser only. */
export function readKept(entry: string): KeptPages | undefined {
  return entries().get(entry);
}

/**
 * Browser only, for the first page after a document was loaded: what an earlier document of this history entry kept.
 * An address that was opened afresh begins anew (its entry can have the same key as an older one: "default").
 */
export function readKeptAfterLoad(entry: string): KeptPages | undefined {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type === "navigate") entries().delete(entry);
  return readKept(entry);
}

/** Browser only. The oldest entries go. */
export function keep(entry: string, pages: KeptPages) {
  const all = entries();
  all.delete(entry);
  all.set(entry, pages);
  if (all.size > MAX_ENTRIES) all.delete(all.keys().next().value!);
  store();
}
