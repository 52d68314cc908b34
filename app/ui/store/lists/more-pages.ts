import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { BookCard } from "~/domain/catalogue/books/lists/catalogue";
import type { BookPage } from "./book-list";
import { useHydrated } from "~/ui/kit/hydrated";
import { storePages, type StoredPages, readStored, readStoredAfterLoad } from "./stored-pages";

// React warns about layout effects on the server, where they never run.
const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * The pages of a list after the first: loaded one by one, and restored when the reader comes back to this entry of the
 * browser's history.
 * @param entry names the history entry; the caller remounts for another one
 * @param pagePath the address of one of the list's pages
 */
export function useMorePages(entry: string, first: BookPage, pagePath: (page: number) => string) {
  const { state, setState } = useStoredPages(entry, first);
  const fetcher = useFetcher<BookPage>();
  const loaded = fetcher.data;

  useEffect(() => {
    if (!loaded || loaded.failed) return;
    setState((before) => {
      // Effects may run twice for one answer.
      if (loaded.page !== before.nextPage) return before;
      const known = new Set(before.books.map((book) => book.id));
      const fresh = loaded.books.filter((book) => !known.has(book.id));
      return { books: [...before.books, ...fresh], nextPage: loaded.nextPage };
    });
  }, [loaded, setState]);

  const isLoading = fetcher.state !== "idle";
  return {
    more: state.books,
    nextPage: state.nextPage,
    isLoading,
    hasFailed: loaded?.failed === true && !isLoading,
    load() {
      if (!isLoading && state.nextPage !== null) void fetcher.load(pagePath(state.nextPage));
    },
  };
}

interface PagesState {
  books: BookCard[];
  nextPage: number | null;
}

function useStoredPages(entry: string, first: BookPage) {
  const isHydrated = useHydrated();
  // After a client navigation the stored books show at once. After a new document they show once it is hydrated, since the
  // server does not have them; the scroll position is restored after that.
  const [state, setState] = useState<PagesState>(
    () => (isHydrated && readStored(entry)) || { books: [], nextPage: first.nextPage },
  );
  const waiting = useRef<StoredPages>(undefined);

  useBrowserLayoutEffect(() => {
    if (isHydrated) return;
    const stored = readStoredAfterLoad(entry);
    if (!stored) return;
    waiting.current = stored;
    setState(stored);
  }, [entry, isHydrated]);

  useBrowserLayoutEffect(() => {
    if (state !== waiting.current) return;
    window.scrollTo(0, waiting.current.scrollY);
    waiting.current = undefined;
  }, [state]);

  useEffect(() => {
    if (state.books.length === 0) return;
    const save = () => storePages(entry, { ...state, scrollY });
    save();
    addEventListener("pagehide", save);
    return () => removeEventListener("pagehide", save);
  }, [entry, state]);

  return { state, setState };
}
