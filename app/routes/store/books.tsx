import { lazy, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { data, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { briefOf } from "~/domain/catalogue/books/books.server";
import {
  type CatalogueFilters,
  formatSearch,
  NO_FILTERS,
  listTitle,
  pageTotal,
  pageWindow,
  SORT_LABELS,
  sortChoices,
} from "~/domain/catalogue/books/lists/catalogue";
import { parseCatalogueSearch, unreadPrices } from "~/domain/catalogue/books/lists/catalogue.schema";
import { countBooks, listBooks, movedTags, spellTags } from "~/domain/catalogue/books/lists/catalogue.server";
import { filterChips } from "~/domain/catalogue/finding/facets/chips";
import { parseFinds } from "~/domain/catalogue/finding/facets/facets.schema";
import { withPriceWords } from "~/domain/catalogue/finding/price-words.server";
import { facetPanel } from "~/domain/catalogue/finding/facets/panel.server";
import { spellPicks } from "~/domain/catalogue/finding/facets/wanted.server";
import { noteSearch } from "~/domain/catalogue/finding/search-terms/note-searches.server";
import { redirect } from "~/http/answers/redirect.server";
import { readHeader } from "~/http/request/headers.server";
import { requestInfoContext } from "~/http/request/request-info.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { insteadOf } from "~/domain/catalogue/finding/suggestions/nothing-found.server";
import type { Instead } from "~/domain/catalogue/finding/suggestions/suggestions";
import { searchHelp } from "~/domain/catalogue/finding/suggestions/suggestions.server";
import { logger } from "~/platform/logger.server";
import "~/styles/book-filters.css";
import { ActiveFilters } from "~/ui/store/lists/active-filters";
import { BookList, LoadFailure } from "~/ui/store/lists/book-list";
import { useFailedVisit } from "~/ui/frame/navigation/connection";
import { BookGrid } from "~/ui/store/lists/book-grid";
import { SearchNotes } from "~/ui/store/lists/search-notes";
import { FilterPanel, FORM_ID } from "~/ui/store/lists/filter-panel";
import { FilterToggle, SortSelect } from "~/ui/store/lists/list-controls";
import { listMeta } from "~/ui/frame/meta/list-meta";
import { withYourPrices } from "~/http/request/your-prices.server";
import type { Route } from "./+types/books";
import { readParam } from "~/domain/kit/search-params";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return listMeta(matches, loaderData ?? { filters: NO_FILTERS, page: 0, count: 0 });
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const search = parseCatalogueSearch(url.searchParams);
  const unread = unreadPrices(url.searchParams);
  const shown = readParam(url.searchParams, "filters");
  const finds = parseFinds(url.searchParams);
  const isTyped = [...Object.keys(finds), ...Object.keys(unread)].length > 0;
  const panelOpen = shown === "shown" || shown === "all" || isTyped;
  try {
    // A link to the list of a name that was merged into another one.
    const moved = await movedTags(readDb, search.filters.tags);
    const { picks, isMoved } = await spellPicks(readDb, search.filters.picks);
    const current = { ...search.filters, tags: moved ?? search.filters.tags, picks };
    if (moved || isMoved) throw redirect(`/books${formatSearch(current, search.page)}`, 301);
    // For a while only: a book with such a title may come.
    const priced = await withPriceWords(readDb, current);
    if (priced) throw redirect(`/books${formatSearch(priced, search.page)}`, 302);
    const filters = { ...current, tags: await spellTags(readDb, current.tags) };
    // A page past the end comes from an old link: show the last page.
    const page = Math.min(search.page, pageTotal(await countBooks(readDb, filters)) - 1);
    // Appending needs only the books, but a later page can also be the first one that a visitor opens.
    const [{ books, count }, panel] = await Promise.all([
      listBooks(readDb, filters, pageWindow(page)),
      facetPanel(readDb, filters, { finds, isWhole: shown === "all" }),
    ]);
    const nextPage = page + 1 < pageTotal(count) ? page + 1 : null;
    // The first book of the shop's own list is staff's choice and is shown with its brief; searches and filters have none.
    const opens = page === 0 && books[0] && formatSearch(filters) === "";
    const [lead, help] = await Promise.all([
      opens ? briefOf(readDb, books[0]!.id) : undefined,
      page === 0 ? searchHelp(readDb, filters, count) : null,
    ]);
    const isWhole =
      formatSearch(filters) === formatSearch({ ...NO_FILTERS, q: filters.q, sort: filters.sort });
    if (help && isWhole) {
      const missed = { q: filters.q, found: count, isForgiven: help.isForgiven };
      const info = context.get(requestInfoContext);
      // A page that many get counts with each answer: the page cache does that.
      if (info.standIn) info.missed = missed;
      else noteSearch(writeDb, missed, readHeader(request, "user-agent"));
    }
    const chips = filterChips(filters);
    const { sender } = count ? {} : getRequestSession(context);
    const instead = count ? null : { ...(await insteadOf(readDb, filters)), email: sender?.email };
    if (instead) instead.books = await withYourPrices(context, instead.books);
    const list = {
      books: await withYourPrices(context, books),
      lead,
      help,
      count,
      page,
      nextPage,
      failed: false,
    };
    return { filters, unread, panelOpen, panel, chips, instead, ...list };
  } catch (error) {
    if (error instanceof Response) throw error;
    logger.error({ err: error, search: url.search }, "the list of books could not be loaded");
    return data(
      { ...failure(search.filters), chips: filterChips(search.filters), unread, panelOpen },
      { status: 503 },
    );
  }
}

function failure(filters: CatalogueFilters) {
  return {
    filters,
    unread: {},
    panelOpen: false,
    books: [],
    help: null,
    count: 0,
    page: 0,
    nextPage: null,
    panel: { groups: [], isWhole: true, bounds: null },
    chips: [],
    instead: null,
    failed: true,
  };
}

/** Adding to the cart changes nothing in the list. */
export function shouldRevalidate({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formAction === "/cart" ? false : defaultShouldRevalidate;
}

export default function Books({ loaderData }: Route.ComponentProps) {
  const { filters, unread, panel, chips, instead, count, failed } = loaderData;
  // A new search closes the filter panel: it is open only for the search that it was opened in.
  const [openFor, setOpenFor] = useState(loaderData.panelOpen ? filters.q : null);
  const isOpen = openFor === filters.q;
  const found = useRef<HTMLParagraphElement>(null);
  /** On a phone the panel covers the books. Its button is gone then, and the number of books gets the focus. */
  function showBooks(button: HTMLElement) {
    flushSync(() => setOpenFor(null));
    if (button.offsetParent === null) found.current?.focus();
  }
  const failedVisit = useFailedVisit();
  const { state, location } = useNavigation();
  const isPending = state === "loading" && location.pathname === "/books";
  return (
    <div className="page">
      <div className="list-head">
        <h1 className="text-3xl" dir="auto">
          {listTitle(filters)}
        </h1>
        <p ref={found} role="status" tabIndex={-1}>
          {failed ? "" : count === 1 ? "1 book found" : `${count} books found`}
        </p>
        <FilterToggle isOpen={isOpen} onToggle={() => setOpenFor(isOpen ? null : filters.q)} />
        <SortSelect
          form={FORM_ID}
          sorts={sortChoices(filters.q)}
          chosen={filters.sort}
          labels={SORT_LABELS}
        />
      </div>
      {/* The fields are further down, or folded. */}
      {unread.problem ? (
        <p role="alert" className="text-bad -mt-2 mb-4">
          {unread.problem}
        </p>
      ) : null}
      <div className="list-columns">
        <FilterPanel {...{ filters, unread, panel, isOpen, count }} onDone={showBooks} />
        <div>
          <ActiveFilters chips={chips} />
          {loaderData.help ? <SearchNotes help={loaderData.help} /> : null}
          <div aria-busy={isPending} className="list-body">
            {failedVisit?.startsWith("/books") ? <LoadFailure isTold retryTo={failedVisit} /> : null}
            {failed ? (
              <LoadFailure retryTo={`/books${formatSearch(filters)}`} />
            ) : instead ? (
              <NothingFound {...instead} />
            ) : (
              <BookList
                first={loaderData}
                pagePath={(page) => `/books${formatSearch(filters, page)}`}
                count={count}
              />
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

const loadForm = () => import("~/ui/store/lists/ask-form");
/** Fetched only for an empty list. The server has it at hand, since it renders pages in one go. */
const AskForm = import.meta.env.SSR ? (await loadForm()).default : lazy(loadForm);

function NothingFound({ html, books, asks, email }: Instead & { email?: string }) {
  return (
    <>
      {/* From nothing-found.server.ts, which escapes what was typed. */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
      <BookGrid books={books} />
      <Suspense>{asks ? <AskForm key={asks.title} {...asks} email={email} /> : null}</Suspense>
    </>
  );
}
