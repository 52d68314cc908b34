import type { BookCard } from "~/domain/catalogue/catalogue";

/** The pages of a list that were loaded after the first one, and the scroll position. */
export interface KeptPages {
  books: BookCard[];
  /** The page to load next; null after the last one. */
  nextPage: number | null;
  scrollY: number;
}

const STORAGE_KEY = "kitab-lists";
const MAX_ENTRIES = 20;

/** By history entry, so that Back, Forward and Reload show the same books at the same position. */
let kept: Map<string, KeptPages> | undefined;

function entries(): Map<string, KeptPages> {
  try {
    kept ??= new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]") as [string, KeptPages][]);
  } catch {
    kept = new Map(); // Storage is blocked or holds something else: the list starts at its first page.
  }
  return kept;
}

function store() {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...entries()]));
  } catch {
    // Full or blocked: after a reload the list starts at its first page.
  }
}

/** Browser only. */
export function readKept(entry: string): KeptPages | undefined {
  return entries().get(entry);
}

/**
 * Browser only, for the first page after a document was loaded: the pages that an earlier document kept for this history
 * entry. An address that was newly opened starts at the first page (its entry can have an older one's key: "default").
 */
export function readKeptAfterLoad(entry: string): KeptPages | undefined {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type === "navigate") entries().delete(entry);
  return readKept(entry);
}

/** Browser only. The oldest entries are dropped. */
export function keep(entry: string, pages: KeptPages) {
  const all = entries();
  all.delete(entry);
  all.set(entry, pages);
  if (all.size > MAX_ENTRIES) all.delete(all.keys().next().value!);
  store();
}
