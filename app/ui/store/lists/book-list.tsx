import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import type { BookCard } from "~/domain/catalogue/books/lists/catalogue";
import { LOAD_FAILED } from "~/domain/kit/failures";
import { BookGrid } from "./book-grid";
import { Button } from "~/ui/kit/button";
import { useMorePages } from "./more-pages";
import { Notice } from "~/ui/kit/notice";
import { showToast } from "~/ui/frame/toasts/show-toast";

/** One page of a list, as its route's loader returns it. */
export interface BookPage {
  books: BookCard[];
  /** The brief of the first book, when that opens the list. */
  lead?: string;
  /** 0 is the first. */
  page: number;
  /** null: this is the last. */
  nextPage: number | null;
  failed: boolean;
}

interface ListProps {
  first: BookPage;
  /** The address of one of its pages; 0 is the first. */
  pagePath: (page: number) => string;
  count: number;
}

/**
 * The grid with its paging. Without scripts 'Show more' and 'Previous' are links; with them the next page is appended
 * as soon as the end of the grid is at least half visible, and stored with this entry of the browser's history.
 */
export function BookList(props: ListProps) {
  const { key, search } = useLocation();
  const entry = `${key} ${search}`;
  return <Pages key={entry} entry={entry} {...props} />;
}

function Pages({ entry, first, pagePath, count }: ListProps & { entry: string }) {
  const { more, nextPage, load, isLoading, hasFailed } = useMorePages(entry, first, pagePath);
  const end = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useHalfVisible(end, nextPage !== null && !isLoading && !hasFailed, () => isUsedByKeyboard() || load());

  const known = new Set(first.books.map((book) => book.id));
  const books = [...first.books, ...more.filter((book) => !known.has(book.id))];
  const [before, added] = useGrowth(books.length);
  const focusFirstNew = useFirstNew(list, before, added);
  return (
    <div ref={list}>
      {first.page > 0 ? (
        <p className="mb-6">
          <Link to={pagePath(first.page - 1)} rel="prev" className="btn btn-quiet btn-sm">
            Previous
          </Link>
        </p>
      ) : null}
      <h2 className="sr-only">Books</h2>
      <BookGrid books={books} label="Books" priority lead={first.lead} />
      <p role="status" className="sr-only">
        {isLoading
          ? "Loading more books"
          : added > 0
            ? `${added === 1 ? "1 more book" : `${added} more books`}, ${books.length} of ${count} shown`
            : ""}
      </p>
      {hasFailed ? (
        <div className="mt-8">
          <LoadFailure onRetry={load} />
        </div>
      ) : nextPage !== null ? (
        <div ref={end} className="list-end">
          <Link
            to={pagePath(nextPage)}
            rel="next"
            aria-busy={isLoading}
            className="btn btn-quiet"
            onClick={(event: MouseEvent) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              focusFirstNew(event);
              load();
            }}
          >
            {isLoading ? "Loading …" : "Show more"}
          </Link>
        </div>
      ) : first.page > 0 || more.length > 0 ? (
        <p className="list-end">The end of the list</p>
      ) : null}
    </div>
  );
}

/**
 * Whether the keyboard moves the focus through the filters, the list or the footer. Nothing is appended by itself then:
 * the end of the list and the footer could not be reached, or would move away from the focus. Headings do not count,
 * they get the focus after a search.
 */
const isUsedByKeyboard = () =>
  document.querySelector(":is(main, footer) :is(a, button, input, select, summary):focus-visible") !== null;

/** The list's length before it last grew, and by how much it grew. */
function useGrowth(length: number): [before: number, added: number] {
  const [growth, setGrowth] = useState({ before: length, length });
  if (growth.length !== length) setGrowth({ before: growth.length, length });
  return [growth.before, growth.length - growth.before];
}

/**
 * After 'Show more' by keyboard, moves the focus to the first of the new books, since the button is now below them.
 * @returns a function to call with the press
 */
function useFirstNew(list: React.RefObject<HTMLElement | null>, before: number, added: number) {
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current || added === 0) return;
    isAsked.current = false;
    list.current?.querySelectorAll("article")[before]?.querySelector("a")?.focus();
  }, [list, before, added]);
  return (press: MouseEvent) => {
    isAsked.current = press.detail === 0;
  };
}

/**
 * The inline banner (docs/specification.md §2.4); a toast shows the same text.
 * @param retryTo the address of 'Try Again' @param isTold the toast is already shown
 */
export function LoadFailure({
  onRetry,
  retryTo = "/books",
  isTold = false,
}: {
  onRetry?: () => void;
  retryTo?: string;
  isTold?: boolean;
}) {
  useEffect(() => {
    if (!isTold) showToast("error", LOAD_FAILED);
  }, [isTold]);
  return (
    <Notice kind="error" isSilent>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>{LOAD_FAILED}</span>
        {onRetry ? (
          <Button type="button" variant="quiet" size="sm" onClick={onRetry}>
            Try Again
          </Button>
        ) : (
          <Link to={retryTo} preventScrollReset className="btn btn-quiet btn-sm">
            Try Again
          </Link>
        )}
      </div>
    </Notice>
  );
}

/** Calls `then` as soon as at least half of the element is in view, while `isWanted`. */
function useHalfVisible(element: React.RefObject<HTMLElement | null>, isWanted: boolean, then: () => void) {
  const latest = useRef(then);
  useEffect(() => {
    latest.current = then;
  });
  useEffect(() => {
    if (!isWanted || !element.current) return;
    const observer = new IntersectionObserver(
      // A busy page gets several changes at once: the last one is the current state.
      (entries) => {
        if (entries.at(-1)?.isIntersecting) latest.current();
      },
      { threshold: 0.5 },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isWanted]);
}
