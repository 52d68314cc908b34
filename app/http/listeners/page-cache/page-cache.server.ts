import type { IncomingMessage, RequestListener } from "node:http";
import type { RequestHandler } from "react-router";
import { config } from "~/process/config.server";
import { isDatabaseAway, type ShopDatabase } from "~/db/database.server";
import type { Account } from "~/domain/people/accounts/sessions.server";
import type { LookFiles } from "~/domain/shop/look/look-sheet.server";
import { perCatalogueVersion } from "~/domain/catalogue/books/lists/catalogue-memo.server";
import { noteSearch } from "~/domain/catalogue/finding/search-terms/note-searches.server";
import type { MissedSearch } from "~/domain/catalogue/finding/search-terms/search-terms";
import { indianDate } from "~/domain/kit/dates";
import { shownPaths } from "~/domain/front/pages/pages.server";
import { bookIdOf } from "~/domain/catalogue/books/book-address";
import { parseId } from "~/domain/kit/ids";
import { cachedPageCookies, cachedPageVisitor } from "~/http/request/cached-page-visitor.server";
import { rememberedPin } from "~/http/request/pin-cookie.server";
import { noteRecent } from "~/http/request/recent-books.server";
import { readHeader } from "~/http/request/headers.server";
import { wantsToSave } from "~/http/request/request-info.server";
import { logger } from "~/platform/logger.server";
import type { Asked } from "./cache-rendering.server";
import { type CustomerPage, customerPages, sendToCustomer } from "./customer-pages.server";
import { guestPages, sendToGuest } from "./guest-pages.server";
import { isHost, type PageAddress, pageAddress } from "./page-address";
import { type CachedPage, LIMITS, packPage, pageState, pageStore } from "./page-store.server";
import type { BeginInRotation } from "~/http/listeners/connections/rotation";

/**
 * Answers with cached pages: those of guests (guest-pages.server.ts) and of customers (customer-pages.server.ts). All are
 * dropped when something changes that visitors can see.
 * @param render answers a page's request @param beginInRotation in which pages are rendered; cached ones wait for none
 * @param next answers what is not cached @param lookFiles of the sheet of the shop's own look
 */
export function cachePages(
  render: RequestHandler,
  database: ShopDatabase,
  beginInRotation: BeginInRotation,
  next: RequestListener,
  lookFiles?: LookFiles,
): RequestListener {
  const state = pageState(database);
  const ofGuests = pageStore<CachedPage>(state, LIMITS.visitors, (page) =>
    packPage(page.bodies.identity, page, "tight", lookFiles),
  );
  const ofCustomers = pageStore<CustomerPage>(state, LIMITS.customers);
  const guests = guestPages(render, ofGuests, beginInRotation, lookFiles);
  const customers = customerPages(render, database.read, ofCustomers, beginInRotation);

  /** At once on SQLite. @throws while the database cannot be read */
  function dropWhenChanged(): void | Promise<void> {
    const hasChanged = state.hasChanged();
    if (typeof hasChanged !== "boolean") return hasChanged.then((changed) => (changed ? drop() : undefined));
    if (hasChanged) drop();
  }

  function drop() {
    ofGuests.clear();
    ofCustomers.clear();
    guests.forget();
    customers.forget();
  }

  /** Most often without waiting for anything. @param copies in the cart: the number of the badge */
  function answerGuest(asked: Asked, copies: number) {
    const { req, res } = asked;
    const pass = () => next(req, res);
    const answer = (page: CachedPage | null) => {
      if (!page) return pass();
      count(req, page.missed);
      sendToGuest(asked, page, recentCookie(asked));
    };
    const answerFound = () => {
      const found = guests.find(asked, copies);
      if (!(found instanceof Promise)) return answer(found);
      found.then(answer, (error: unknown) => {
        logFailure(asked, error);
        pass();
      });
    };
    let dropping: void | Promise<void>;
    try {
      dropping = dropWhenChanged();
    } catch {
      return pass();
    }
    if (!dropping) return answerFound();
    dropping.then(answerFound, pass);
  }

  async function answerCustomer(asked: Asked, account: Account) {
    const { req, res } = asked;
    let found: Awaited<ReturnType<typeof customers.find>> = null;
    try {
      await dropWhenChanged();
      found = await customers.find(asked, account);
    } catch (error) {
      if (!isDatabaseAway(error)) logFailure(asked, error);
    }
    if (!found) return next(req, res);
    count(req, found.missed);
    sendToCustomer(res, found, recentCookie(asked));
  }

  function count(req: IncomingMessage, missed?: MissedSearch) {
    if (missed) noteSearch(database.write, missed, readHeader(req, "user-agent"));
  }

  function answerVisitor(...[req, res, address]: [...Parameters<RequestListener>, PageAddress]) {
    const cookie = readHeader(req, "cookie");
    const known = cachedPageCookies(cookie);
    if (!known) return next(req, res);
    // The book's page answers for the PIN code that this browser remembers.
    if (address.path.startsWith("/books/") && rememberedPin(cookie) !== null) return next(req, res);
    const look = { theme: known.theme, saveData: wantsToSave(readHeader(req, "save-data")) };
    const asked = { req, res, address, look, site: siteOf(req) };
    if (!known.hasSession) return answerGuest(asked, 0);
    cachedPageVisitor(cookie!).then(
      (visitor) => {
        if (!visitor) next(req, res);
        else if ("customer" in visitor) void answerCustomer(asked, visitor.customer);
        else answerGuest(asked, visitor.guestCopies);
      },
      () => next(req, res),
    );
  }

  return (req, res) => {
    if (req.method !== "GET") return next(req, res);
    const address = pageAddress(req.url ?? "/");
    if (!address || !isHost(readHeader(req, "host"))) return next(req, res);
    if (!address.isOwn) return answerVisitor(req, res, address);
    // Unknown addresses are not rendered twice.
    isShown(database, address.path).then(
      (shown) => (shown ? answerVisitor(req, res, address) : next(req, res)),
      () => next(req, res), // the database does not answer: the route says so
    );
  };
}

const logFailure = ({ address }: Asked, error: unknown) =>
  logger.error({ err: error, path: address.path }, "a page could not be rendered for the cache");

/** Whether visitors can see a page of the shop's own at this path. */
export async function isShown({ read }: ShopDatabase, path: string): Promise<boolean> {
  const today = indianDate(new Date());
  const paths = await perCatalogueVersion(read, `own pages ${today}`, () => shownPaths(read));
  return paths.some((shown) => shown.path === path);
}

/** The request's origin as far as pages depend on it; empty when BASE_URL is set. */
function siteOf(req: IncomingMessage): string {
  if (config.baseUrl) return "";
  const proxied = config.trustProxy
    ? `${readHeader(req, "x-forwarded-proto")} ${readHeader(req, "x-forwarded-host")} `
    : "";
  return `${proxied}${readHeader(req, "host") ?? ""} `;
}

/** The cookie of books looked at, with a book's page. @returns a Set-Cookie header; null for other pages, or if nothing changed */
function recentCookie({ req, address: { path } }: Asked): string | null {
  const bookId = path.startsWith("/books/") ? parseId(bookIdOf(path.slice("/books/".length))) : null;
  return bookId === null ? null : noteRecent(req, bookId);
}
