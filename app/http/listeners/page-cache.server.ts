import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { RequestHandler } from "react-router";
import { config } from "~/config.server";
import { isDatabaseAway, type ShopDatabase } from "~/db/database.server";
import type { Account } from "~/domain/accounts/sessions.server";
import { perCatalogueVersion } from "~/domain/catalogue/catalogue-memo.server";
import { indianDate } from "~/domain/dates";
import { shownPaths } from "~/domain/pages/pages.server";
import { bookIdOf } from "~/domain/catalogue/book-address";
import { parseId } from "~/domain/ids";
import { noteRecent } from "~/http/request/recent-books.server";
import { readHeader } from "~/http/request/headers.server";
import { countMissed } from "~/http/request/missed-search.server";
import { wantsToSave } from "~/http/request/request-info.server";
import { keptPageCookies, keptPageVisitor } from "~/http/request/request-session.server";
import { logger } from "~/platform/logger.server";
import { keptPages } from "~/platform/measure.server";
import { type CustomerPage, customerPages, sendToCustomer } from "./customer-pages.server";
import type { FairTurns } from "./fair-turns";
import { type Look, lookKey, renderKept } from "./kept-rendering.server";
import { isHost, type PageAddress, pageAddress } from "./page-address";
import {
  CACHE_CONTROL,
  type Encoding,
  type KeptPage,
  LIMITS,
  packPage,
  pageState,
  pageStore,
  VARY,
} from "./page-store.server";
import { contentSecurityPolicy } from "./security-headers.server";
import { noteRequest } from "./watchdog.server";

/**
 * Keeps rendered pages for guests, by the number in their cart's badge, each compressed once; and for customers
 * (customer-pages.server.ts). Each is rendered once: concurrent misses of one page share one rendering.
 * @param turns in which pages are rendered; kept ones wait for none
 */
export function keepPages(
  render: RequestHandler,
  database: ShopDatabase,
  turns: FairTurns,
  next: RequestListener,
): RequestListener {
  const state = pageState(database);
  const pages = pageStore<KeptPage>(state, LIMITS.visitors, (page) =>
    packPage(page.bodies.identity, page, "tight"),
  );
  const underway = new Map<string, Promise<KeptPage | Response>>();
  const ofCustomers = pageStore<CustomerPage>(state, LIMITS.customers);
  const customers = customerPages(render, database.read, ofCustomers, turns.begin);

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

  function answerVisitor(req: IncomingMessage, res: ServerResponse, address: PageAddress) {
    const cookie = readHeader(req, "cookie");
    const known = keptPageCookies(cookie);
    if (!known) return next(req, res);
    const look = { theme: known.theme, saveData: wantsToSave(readHeader(req, "save-data")) };
    if (!known.hasSession) return answerGuest(req, res, address, look, 0);
    keptPageVisitor(cookie!).then(
      (visitor) => {
        if (!visitor) next(req, res);
        else if ("customer" in visitor) void answerCustomer(req, res, address, look, visitor.customer);
        else answerGuest(req, res, address, look, visitor.guestCopies);
      },
      () => next(req, res),
    );
  }

  /** At once on SQLite. @throws while the database cannot be read */
  function dropWhenChanged(): void | Promise<void> {
    const hasChanged = state.hasChanged();
    if (typeof hasChanged !== "boolean") return hasChanged.then((changed) => (changed ? drop() : undefined));
    if (hasChanged) drop();
  }

  function drop() {
    pages.clear();
    underway.clear();
    ofCustomers.clear();
    customers.forget();
  }

  async function answerCustomer(
    req: IncomingMessage,
    res: ServerResponse,
    address: PageAddress,
    look: Look,
    account: Account,
  ) {
    let found: Awaited<ReturnType<typeof customers.find>> = null;
    try {
      await dropWhenChanged();
      found = await customers.find({ req, address, look, site: siteOf(req) }, account);
    } catch (error) {
      if (!isDatabaseAway(error))
        logger.error({ err: error, path: address.path }, "a page could not be rendered for the cache");
    }
    if (!found) return next(req, res);
    if (found.missed) countMissed(database.write, req, found.missed);
    sendToCustomer(res, found, recentCookie(req, address));
  }

  /** @param copies in the cart: the number of the badge */
  function answerGuest(
    req: IncomingMessage,
    res: ServerResponse,
    address: PageAddress,
    look: Look,
    copies: number,
  ) {
    const answer = () => answerWithPage(req, res, address, look, copies);
    let dropping: void | Promise<void>;
    try {
      dropping = dropWhenChanged();
    } catch {
      return next(req, res);
    }
    if (!dropping) return answer();
    dropping.then(answer, () => next(req, res));
  }

  function answerWithPage(
    req: IncomingMessage,
    res: ServerResponse,
    address: PageAddress,
    look: Look,
    copies: number,
  ) {
    const key = `${siteOf(req)}${copies} ${lookKey(look, address)}`;
    const answer = (page: KeptPage) => {
      if (page.missed) countMissed(database.write, req, page.missed);
      send(req, res, page, recentCookie(req, address));
    };
    const page = pages.find(key);
    if (page) {
      keptPages.hits += 1;
      return answer(page);
    }
    keptPages.misses += 1;
    let rendering = underway.get(key);
    if (!rendering) {
      const renderedAt = pages.state();
      rendering = turns
        .begin(() => {
          const rendered = noteRequest(req);
          return renderPage(render, req, address, look, copies).finally(rendered);
        })
        .then((result) => {
          if (!(result instanceof Response)) pages.keep(key, result, address.isPlain, renderedAt);
          return result;
        })
        .finally(() => underway.delete(key));
      underway.set(key, rendering);
    }
    rendering.then(
      // Only a page that can be kept is shared; any other answer is made for each request by itself.
      (result) => (result instanceof Response ? next(req, res) : answer(result)),
      (error: unknown) => {
        logger.error({ err: error, path: address.path }, "a page could not be rendered for the cache");
        next(req, res);
      },
    );
  }
}

/** Whether visitors can see a page of the shop's own at this path. */
async function isShown({ read }: ShopDatabase, path: string): Promise<boolean> {
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

/** What a browser is to remember with the answer of a book's page; nothing most often. @returns a Set-Cookie header */
function recentCookie(req: IncomingMessage, { path }: PageAddress): string | null {
  const bookId = path.startsWith("/books/") ? parseId(bookIdOf(path.slice("/books/".length))) : null;
  return bookId === null ? null : noteRecent(req, bookId);
}

/** @param cookie of this answer alone, which no cache on the way may keep then */
function send(req: IncomingMessage, res: ServerResponse, page: KeptPage, cookie: string | null) {
  const accepted = readHeader(req, "accept-encoding") ?? "";
  const encoding: Encoding = accepted.includes("br") ? "br" : accepted.includes("gzip") ? "gzip" : "identity";
  if (readHeader(req, "if-none-match")?.includes(page.etags[encoding])) {
    const headers = { ETag: page.etags[encoding], "Cache-Control": CACHE_CONTROL, Vary: VARY };
    res.writeHead(304, cookie ? { ...headers, ...ofOne(cookie) } : headers);
    res.end();
    return;
  }
  res.writeHead(200, cookie ? withCookie(page.headers[encoding], cookie) : page.headers[encoding]);
  res.end(page.bodies[encoding]);
}

const ofOne = (cookie: string) => ({
  "Cache-Control": CACHE_CONTROL.replace("public", "private"),
  "Set-Cookie": cookie,
});

function withCookie(headers: string[], cookie: string): string[] {
  const { "Cache-Control": control, "Set-Cookie": value } = ofOne(cookie);
  return [...headers.map((header) => (header === CACHE_CONTROL ? control : header)), "Set-Cookie", value];
}

/** @returns the page, or the response when it cannot be kept */
async function renderPage(
  render: RequestHandler,
  req: IncomingMessage,
  address: PageAddress,
  look: Look,
  copies: number,
): Promise<KeptPage | Response> {
  const nonce = randomBytes(16).toString("base64");
  const standIn = { account: null, cartCount: copies, wishlistCount: 0, facts: {} };
  const rendered = await renderKept(render, req, address, { look, standIn, nonce });
  if (rendered instanceof Response) return rendered;
  const { html, scriptHashes } = hashInlineScripts(rendered.html, nonce);
  const policy = contentSecurityPolicy({ nonce, scriptHashes, path: address.path });
  const packing = address.isPlain ? "tight" : "quick";
  return packPage(Buffer.from(html), { policy, missed: rendered.missed }, packing);
}

/**
 * A kept page is shown to many, so its nonce would be no secret: the policy allows its scripts by their hashes instead.
 * Only scripts with this rendering's nonce are hashed; an injected one cannot have it.
 */
export function hashInlineScripts(page: string, nonce: string): { html: string; scriptHashes: string[] } {
  const hashes = new Set<string>();
  const attribute = ` nonce="${nonce}"`;
  const html = page.replace(
    /<script\b([^>]*)>([\s\S]*?)<\/script>/g,
    (whole, attributes: string, body: string) => {
      if (!attributes.includes(attribute)) return whole;
      if (body) hashes.add(`'sha256-${createHash("sha256").update(body).digest("base64")}'`);
      return whole.replace(attribute, "");
    },
  );
  return { html, scriptHashes: [...hashes] };
}
