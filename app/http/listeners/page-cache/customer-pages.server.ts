import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { RequestHandler } from "react-router";
import type { Account } from "~/domain/people/accounts/sessions.server";
import { bookIdOf } from "~/domain/catalogue/books/book-address";
import { parseId } from "~/domain/kit/ids";
import type { Db } from "~/db/database.server";
import { type OwnOfBook, readOwn, readOwnOfBook } from "~/http/request/own-of-page.server";
import type { MissedSearch } from "~/domain/catalogue/finding/search-terms/search-terms";
import type { StandIn } from "~/http/request/request-info.server";
import { inHtml, type Own, type OwnTexts, ownTexts } from "~/page-data/own-texts";
import { cachedPages } from "~/platform/measure.server";
import type { BeginInRotation } from "~/http/listeners/connections/rotation";
import { hashInlineScripts } from "./inline-scripts";
import { type Asked, pageKey, renderForCache } from "./cache-rendering.server";
import type { PageAddress } from "./page-address";
import type { PageStore } from "./page-store.server";
import { renderings } from "./renderings";
import { contentSecurityPolicy, SECURITY_HEADERS } from "~/http/listeners/security-headers.server";

type Place = keyof OwnTexts | "block";

/** A page cached for customers: pieces with a place after each but the last, for a text of the customer. */
export interface CustomerPage {
  pieces: Buffer[];
  places: Place[];
  policy: string;
  /** It cannot be shared, which is remembered. */
  isForOne: boolean;
  missed?: MissedSearch;
  size: number;
}

/** The answer to one customer. */
interface FilledPage {
  page: Buffer;
  policy: string;
  missed?: MissedSearch;
}

/** No row has this id, so that whatever a loader reads for the stand-in, it finds nobody's data. */
const NOBODY = -1;

/** What decides how a customer's page is built. Customers for whom it is the same share a page. */
interface Form {
  emailConfirmed: boolean;
  showRecommendations: boolean;
  hasCopies: boolean;
  hasWished: boolean;
  ownOfBook: OwnOfBook | null;
}

/**
 * Pages cached for customers. Each is rendered for a stand-in without name or id, once for all customers for whom it is built
 * in the same way; each one's own texts are filled in where the page has places for them (ui/frame/own.tsx).
 * @param beginInRotation in which pages are rendered
 */
export function customerPages(
  render: RequestHandler,
  read: Db,
  store: PageStore<CustomerPage>,
  beginInRotation: BeginInRotation,
) {
  const underway = renderings(store);

  async function rendered(asked: Asked, form: Form): Promise<CustomerPage | null> {
    const nonce = randomBytes(16).toString("base64");
    const { standIn, placeAt } = standInFor(form);
    const page = await renderForCache(render, asked, { standIn, nonce });
    if (!page) return null;
    const { html, scriptHashes } = hashInlineScripts(page.html, nonce);
    // Texts and places in turn.
    const parts = page.isForOne ? [] : html.split(placeAt);
    const pieces = parts.filter((_, at) => at % 2 === 0).map((piece) => Buffer.from(piece));
    return {
      pieces,
      places: parts.filter((_, at) => at % 2 === 1) as Place[],
      policy: contentSecurityPolicy({ nonce, scriptHashes, path: asked.address.path }),
      isForOne: Boolean(page.isForOne),
      missed: page.missed,
      size: pieces.reduce((sum, piece) => sum + piece.length, 1000),
    };
  }

  return {
    forget: underway.forget,

    /** @returns the customer's page; null when it has to be rendered for this customer alone */
    async find(asked: Asked, account: Account): Promise<FilledPage | null> {
      // Their prices are their own. Nothing that is rendered for them is cached.
      if (account.groupId !== null) return null;
      const bookId = bookAt(asked.address);
      const [own, ownOfBook] = await Promise.all([
        readOwn(read, account),
        bookId === null ? null : readOwnOfBook(read, account, bookId),
      ]);
      if (ownOfBook?.review) return null;
      const { emailConfirmed, showRecommendations } = account;
      const counts = { hasCopies: own.cartCount > 0, hasWished: own.wishlistCount > 0 };
      const form = { emailConfirmed, showRecommendations, ...counts, ownOfBook };
      const key = pageKey(asked, JSON.stringify(form));
      const renderIt = () => underway.find(key, asked.address.isPlain, () => rendered(asked, form));
      let page: CustomerPage | null | undefined = store.find(key);
      cachedPages[page ? "hits" : "misses"] += 1;
      page ??= await new Promise<CustomerPage | null>((resolve, reject) =>
        beginInRotation(() => void renderIt().then(resolve, reject), asked.req, asked.res),
      );
      if (!page || page.isForOne) return null;
      return { page: fill(page, own), policy: page.policy, missed: page.missed };
    },
  };
}

const bookAt = ({ path }: PageAddress) =>
  path.startsWith("/books/") ? parseId(bookIdOf(path.slice("/books/".length))) : null;

/**
 * A customer who is nobody, made from the form alone, so that nothing of a customer gets into the rendering.
 * @returns with it a pattern for the places of texts, whose names it captures. Nobody can know what stands there, so that no
 * other text contains it
 */
function standInFor({ hasCopies, hasWished, ownOfBook, ...account }: Form) {
  const secret = randomBytes(12).toString("hex");
  const counts = { cartCount: hasCopies ? 1 : 0, wishlistCount: hasWished ? 1 : 0 };
  const nobody = { firstName: "", lastName: "", mark: "", email: "", ...counts };
  const names: Place[] = [...(Object.keys(ownTexts(nobody)) as Place[]), "block"];
  const places = Object.fromEntries(names.map((name) => [name, `${secret}.${name}.`]));
  const standIn: StandIn = {
    account: { ...account, ...nobody, id: NOBODY, role: "customer", job: null, rights: [], groupId: null },
    ...nobody,
    ownOfBook,
    places: places as unknown as StandIn["places"],
  };
  return { standIn, placeAt: new RegExp(`${secret}\\.(\\w+)\\.`) };
}

/** The page for one customer. A filled text is never searched for places. */
function fill({ pieces, places }: CustomerPage, own: Own): Buffer {
  const texts = ownTexts(own);
  // In a script's element, which no "</script>" may end.
  const block = JSON.stringify(own).replaceAll("<", "\\u003c");
  return Buffer.concat(
    pieces.flatMap((piece, at) => {
      const place = places[at];
      if (!place) return [piece];
      return [piece, Buffer.from(place === "block" ? block : inHtml(texts[place]))];
    }),
  );
}

const HEADERS = Object.entries({
  ...SECURITY_HEADERS,
  "Content-Type": "text/html; charset=utf-8",
  // After logging out, Back must not bring the name from the browser's memory.
  "Cache-Control": "private, no-store",
  Vary: "Cookie, Save-Data",
}).flat();

/** Not compressed, as all pages of customers (docs/decisions/0002), and without an ETag. */
export function sendToCustomer(res: ServerResponse, { page, policy }: FilledPage, cookie: string | null) {
  const own = ["Content-Security-Policy", policy, "Content-Length", String(page.length)];
  res.writeHead(200, [...HEADERS, ...own, ...(cookie ? ["Set-Cookie", cookie] : [])]);
  res.end(page);
}
