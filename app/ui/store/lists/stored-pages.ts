import type { BookCard } from "~/domain/catalogue/books/lists/catalogue";

/** The pages of a list that were loaded after the first one, and the scroll position. */
export interface StoredPages {
  books: BookCard[];
  /** The page to load next; null after the last one. */
  nextPage: number | null;
  scrollY: number;
}

const STORAGE_KEY = "kitab-lists";
const MAX_ENTRIES = 20;

/** By history entry, so that Back, Forward and Reload show the same books at the same position. */
let stored: Map<string, StoredPages> | undefined;

function entries(): Map<string, StoredPages> {
  try {
    stored ??= new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]") as [string, StoredPages][]);
  } catch {
    stored = new Map(); // Storage is blocked or holds something else: the list starts at its first page.
  }
  return stored;
}

function store() {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...entries()]));
  } catch {
    // Full or blocked: after a reload the list starts at its first page.
  }
}

/** Browser only. */
export function readStored(entry: string): StoredPages | undefined {
  return entries().get(entry);
}

/**
 * Browser only, for the first page after a document was loaded: the pages that an earlier document stored for this history
 * entry. An address that was newly opened starts at the first page (its entry can have an older one's key: "default").
 */
export function readStoredAfterLoad(entry: string): StoredPages | undefined {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type === "navigate") entries().delete(entry);
  return readStored(entry);
}

/** Browser only. The oldest entries are dropped. Pages with a member's own prices are not stored: the next visitor may be another. */
export function storePages(entry: string, pages: StoredPages) {
  const all = entries();
  all.delete(entry);
  if (pages.books.every(({ yourPrice }) => yourPrice === undefined)) all.set(entry, pages);
  if (all.size > MAX_ENTRIES) all.delete(all.keys().next().value!);
  store();
}
