import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { RouterContextProvider, type RequestHandler } from "react-router";
import { config } from "~/config.server";
import type { ShopDatabase } from "~/db/database.server";
import { perCatalogueVersion } from "~/domain/catalogue/catalogue-memo.server";
import { indianDate } from "~/domain/dates";
import { shownPaths } from "~/domain/pages/pages.server";
import { logger } from "~/platform/logger.server";
import { isHost, type PageAddress, pageAddress } from "./page-address";
import { guestCartCount, SESSION_COOKIE } from "~/http/request/request-session.server";
import { publicOrigin, requestInfoContext, wantsToSave } from "~/http/request/request-info.server";
import {
  CACHE_CONTROL,
  type Encoding,
  type KeptPage,
  packPage,
  type Packing,
  pageStore,
  VARY,
} from "./page-store.server";
import { contentSecurityPolicy } from "./security-headers.server";
import { noteTurn } from "./watchdog.server";
import { readHeader } from "~/http/request/headers.server";

/** A visitor with no cookie but the theme's. */
const PLAIN_COOKIE = /^theme=(?:light|dark)$/;

/** A guest: a session, perhaps a theme, and nothing else (a waiting message, a preview). */
const GUEST_COOKIES = new RegExp(
  `^(?:(theme=(?:light|dark)); )?${SESSION_COOKIE}=[^;]+(?:; (theme=(?:light|dark)))?$`,
);

/** Everything about the visitor that a kept page can show. */
interface Look {
  /** The theme's cookie, when there is one. */
  cookie: string | undefined;
  /** In the cart: the number of the badge. */
  copies: number;
  saveData: boolean;
}

/**
 * Keeps rendered pages for guests, by the number in their cart's badge. Each is rendered and compressed once (`pageStore`).
 * Concurrent misses of one page share one rendering.
 */
export function keepPages(
  render: RequestHandler,
  database: ShopDatabase,
  next: RequestListener,
): RequestListener {
  const pages = pageStore(database);
  const underway = new Map<string, Promise<KeptPage | Response>>();

  return (req, res) => {
    const cookie = readHeader(req, "cookie") ?? undefined;
    if (req.method !== "GET") return next(req, res);
    const address = pageAddress(req.url ?? "/");
    if (!address || !isHost(readHeader(req, "host"))) return next(req, res);
    if (!address.isOwn) return answerVisitor(req, res, address, cookie);
    // Unknown addresses are not rendered twice.
    isShown(database, address.path).then(
      (shown) => (shown ? answerVisitor(req, res, address, cookie) : next(req, res)),
      () => next(req, res), // the database does not answer: the route says so
    );
  };

  function answerVisitor(
    req: IncomingMessage,
    res: ServerResponse,
    address: PageAddress,
    cookie: string | undefined,
  ) {
    const saveData = wantsToSave(readHeader(req, "save-data"));
    if (!cookie || PLAIN_COOKIE.test(cookie))
      return answer(req, res, address, { cookie, copies: 0, saveData });
    const theme = GUEST_COOKIES.exec(cookie);
    if (!theme) return next(req, res);
    guestCartCount(cookie).then(
      (copies) =>
        copies === null
          ? next(req, res)
          : answer(req, res, address, { cookie: theme[1] ?? theme[2], copies, saveData }),
      () => next(req, res),
    );
  }

  function answer(req: IncomingMessage, res: ServerResponse, address: PageAddress, look: Look) {
    try {
      if (pages.dropWhenChanged()) underway.clear();
    } catch {
      return next(req, res);
    }
    const key = `${siteOf(req)}${look.copies}${look.saveData ? " saving" : ""} ${look.cookie ?? ""} ${address.whole}`;
    const page = pages.find(key);
    if (page) return send(req, res, page);

    let rendering = underway.get(key);
    if (!rendering) {
      noteTurn(req);
      const renderedAt = pages.state();
      const packing = address.isPlain ? "tight" : "quick";
      rendering = renderPage(render, req, address, look, packing)
        .then((result) => {
          if (!(result instanceof Response)) pages.keep(key, result, packing, renderedAt);
          return result;
        })
        .finally(() => underway.delete(key));
      underway.set(key, rendering);
    }
    rendering.then(
      // Only a page that can be kept is shared; any other answer is made for each request by itself.
      (result) => (result instanceof Response ? next(req, res) : send(req, res, result)),
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

function send(req: IncomingMessage, res: ServerResponse, page: KeptPage) {
  const accepted = readHeader(req, "accept-encoding") ?? "";
  const encoding: Encoding = accepted.includes("br") ? "br" : accepted.includes("gzip") ? "gzip" : "identity";
  if (readHeader(req, "if-none-match")?.includes(page.etags[encoding])) {
    res.writeHead(304, { ETag: page.etags[encoding], "Cache-Control": CACHE_CONTROL, Vary: VARY });
    res.end();
    return;
  }
  res.writeHead(200, page.headers[encoding]);
  res.end(page.bodies[encoding]);
}

/** @returns the page, or the response when it cannot be kept (an error, a redirect, a Set-Cookie) */
async function renderPage(
  render: RequestHandler,
  req: IncomingMessage,
  address: PageAddress,
  { cookie, copies, saveData }: Look,
  packing: Packing,
): Promise<KeptPage | Response> {
  const headers = new Headers(cookie ? { cookie } : {});
  for (const name of ["host", "x-forwarded-proto", "x-forwarded-host"] as const) {
    const value = readHeader(req, name);
    if (value !== null) headers.set(name, value);
  }
  const request = new Request(`http://${readHeader(req, "host") ?? "localhost"}${address.whole}`, {
    headers,
  });
  const nonce = randomBytes(16).toString("base64");
  const context = new RouterContextProvider();
  context.set(requestInfoContext, {
    requestId: randomUUID(),
    ip: "",
    origin: publicOrigin(request),
    nonce,
    copies,
    saveData,
  });
  const response = await render(request, context);
  if (response.status !== 200 || response.headers.has("Set-Cookie")) {
    await response.body?.cancel();
    return response;
  }
  const { html, scriptHashes } = hashInlineScripts(await response.text(), nonce);
  const policy = contentSecurityPolicy({ nonce, scriptHashes, path: address.path });
  return packPage(Buffer.from(html), policy, packing);
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
  // Scripts that are loaded come from the shop itself, which the policy allows: their links need none either.
  return {
    html: html.replace(/(<link rel="modulepreload"[^>]*) nonce="[^"]*"/g, "$1"),
    scriptHashes: [...hashes],
  };
}
