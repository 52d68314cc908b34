import { randomBytes } from "node:crypto";
import type { RequestHandler } from "react-router";
import type { LookFiles } from "~/domain/shop/look/look-sheet.server";
import { readHeader } from "~/http/request/headers.server";
import { cachedPages } from "~/platform/measure.server";
import { type Asked, pageKey, renderForCache } from "./cache-rendering.server";
import { hashInlineScripts } from "./inline-scripts";
import { inlineSheets } from "./inline-sheets.server";
import {
  CACHE_CONTROL,
  type CachedPage,
  type Encoding,
  packPage,
  type PageStore,
  VARY,
} from "./page-store.server";
import { renderings } from "./renderings";
import type { BeginInRotation } from "~/http/listeners/connections/rotation";
import { contentSecurityPolicy } from "~/http/listeners/security-headers.server";

/**
 * Pages cached for guests, by the number in their cart's badge, each compressed once.
 * @param beginInRotation in which pages are rendered @param lookFiles of the sheet of the shop's own look
 */
export function guestPages(
  render: RequestHandler,
  store: PageStore<CachedPage>,
  beginInRotation: BeginInRotation,
  lookFiles?: LookFiles,
) {
  const underway = renderings(store);
  return {
    forget: underway.forget,

    /**
     * @param copies in the cart: the number of the badge
     * @returns the page, at once if it is cached; null when it has to be rendered for this visitor alone
     */
    find(asked: Asked, copies: number): CachedPage | Promise<CachedPage | null> {
      const key = pageKey(asked, String(copies));
      const page = store.find(key);
      cachedPages[page ? "hits" : "misses"] += 1;
      if (page) return page;
      const { req, res, address } = asked;
      const renderIt = () =>
        underway.find(key, address.isPlain, () => renderPage(render, asked, copies, lookFiles));
      return new Promise((resolve, reject) =>
        beginInRotation(() => void renderIt().then(resolve, reject), req, res),
      );
    },
  };
}

/** @returns null when it cannot be cached */
async function renderPage(
  render: RequestHandler,
  asked: Asked,
  copies: number,
  lookFiles?: LookFiles,
): Promise<CachedPage | null> {
  const nonce = randomBytes(16).toString("base64");
  const standIn = { account: null, cartCount: copies, wishlistCount: 0, ownOfBook: null, places: null };
  const rendered = await renderForCache(render, asked, { standIn, nonce });
  if (!rendered) return null;
  const { path, isPlain } = asked.address;
  const { html, scriptHashes } = hashInlineScripts(rendered.html, nonce);
  const styleHashes = inlineSheets(html, lookFiles).hashes;
  const policy = contentSecurityPolicy({ nonce, scriptHashes, styleHashes, path });
  const cached = { policy, saveData: asked.look.saveData, missed: rendered.missed };
  return packPage(Buffer.from(html), cached, isPlain ? "tight" : "quick", lookFiles);
}

/** @param cookie of this answer alone, which no cache on the way may keep then */
export function sendToGuest({ req, res }: Asked, page: CachedPage, cookie: string | null) {
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
