import { lazy, Suspense, useState } from "react";
import { data, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { briefOf } from "~/domain/catalogue/books.server";
import {
  type CatalogueFilters,
  formatSearch,
  NO_FILTERS,
  listTitle,
  pageTotal,
  pageWindow,
} from "~/domain/catalogue/catalogue";
import { parseCatalogueSearch, unreadPrices } from "~/domain/catalogue/catalogue.schema";
import { countBooks, listBooks, movedTags, spellTags } from "~/domain/catalogue/catalogue.server";
import { filterChips } from "~/domain/catalogue/facets/chips";
import { parseFinds } from "~/domain/catalogue/facets/facets.schema";
import { facetPanel } from "~/domain/catalogue/facets/panel.server";
import { spellPicks } from "~/domain/catalogue/facets/wanted.server";
import { noteMissed } from "~/http/request/missed-search.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { insteadOf } from "~/domain/suggestions/nothing-found.server";
import type { Instead } from "~/domain/suggestions/suggestions";
import { searchHelp } from "~/domain/suggestions/suggestions.server";
import { logger } from "~/platform/logger.server";
import styles from "~/styles/book-filters.css?url";
import { ActiveFilters } from "~/ui/store/active-filters";
import { BookList, LoadFailure } from "~/ui/store/book-list";
import { useFailedVisit } from "~/ui/frame/connection";
import { BookGrid } from "~/ui/store/book-grid";
import { SearchNotes } from "~/ui/store/search-notes";
import { FilterPanel } from "~/ui/store/filter-panel";
import { FilterToggle, SortSelect } from "~/ui/store/list-controls";
import { listMeta } from "~/ui/frame/page-meta";
import type { Route } from "./+types/books";
import { readParam } from "~/domain/search-params";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

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
    const filters = { ...current, tags: await spellTags(readDb, current.tags) };
    // A page past the end comes from an old link: show the last page.
    const page = Math.min(search.page, pageTotal(await countBooks(readDb, filters)) - 1);
    const { books, count } = await listBooks(readDb, filters, pageWindow(page));
    const nextPage = page + 1 < pageTotal(count) ? page + 1 : null;
    // The first book of the shop's own list is staff's choice and is shown with its brief; searches and filters have none.
    const opens = page === 0 && books[0] && formatSearch(filters) === "";
    const lead = opens ? await briefOf(readDb, books[0]!.id) : undefined;
    const help = page === 0 ? await searchHelp(readDb, filters, count) : null;
    const isWhole =
      formatSearch(filters) === formatSearch({ ...NO_FILTERS, q: filters.q, sort: filters.sort });
    if (help && isWhole)
      noteMissed(context, request, { q: filters.q, found: count, isForgiven: help.isForgiven });
    // Appending needs only the books, but a later page can also be the first one that a visitor opens.
    const panel = await facetPanel(readDb, filters, { finds, isWhole: shown === "all" });
    const chips = filterChips(filters);
    const { sender } = count ? {} : await getRequestSession(context).pageFacts(url.pathname);
    const instead = count ? null : { ...(await insteadOf(readDb, filters)), email: sender?.email };
    const list = { books, lead, help, count, page, nextPage, failed: false };
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
  const { filters, panel, chips, instead, count, failed } = loaderData;
  // A new search closes the filter panel: it is open only for the search that it was opened in.
  const [openFor, setOpenFor] = useState(loaderData.panelOpen ? filters.q : null);
  const isOpen = openFor === filters.q;
  const failedVisit = useFailedVisit();
  const { state, location } = useNavigation();
  const isPending = state === "loading" && location.pathname === "/books";
  return (
    <div className="page">
      <div className="list-head">
        <h1 className="text-3xl" dir="auto">
          {listTitle(filters)}
        </h1>
        <p role="status">{failed ? "" : count === 1 ? "1 book found" : `${count} books found`}</p>
        <FilterToggle isOpen={isOpen} onToggle={() => setOpenFor(isOpen ? null : filters.q)} />
        <SortSelect filters={filters} />
      </div>
      <div className="list-columns">
        <FilterPanel filters={filters} unread={loaderData.unread} panel={panel} isOpen={isOpen} />
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

const loadForm = () => import("~/ui/store/ask-form");
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
