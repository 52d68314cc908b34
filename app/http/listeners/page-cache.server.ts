import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { RouterContextProvider, type RequestHandler } from "react-router";
import { config } from "~/config.server";
import type { ShopDatabase } from "~/db/database.server";
import { indianDate } from "~/domain/dates";
import { boundedCache } from "~/platform/bounded-cache";
import { logger } from "~/platform/logger.server";
import { isHost, type PageAddress, pageAddress } from "./page-address";
import { guestCartCount, SESSION_COOKIE } from "~/http/request/request-session.server";
import { publicOrigin, requestInfoContext, wantsToSave } from "~/http/request/request-info.server";
import { contentSecurityPolicy, SECURITY_HEADERS } from "./security-headers.server";
import { noteTurn } from "./watchdog.server";
import { readHeader } from "~/http/request/headers.server";

/** A visitor with no cookie but the theme's. */
const PLAIN_COOKIE = /^theme=(?:light|dark)$/;
const MB = 1024 * 1024;
/** Searches and filtered lists that were asked for once: they never put out a page that many read. */
const ONCE_BYTES = 6 * MB;
const MAX_BYTES = 18 * MB;
const MAX_PAGE_BYTES = 3 * MB;

/** A guest: a session, perhaps a theme, and nothing else (a waiting message, a preview). */
const GUEST_COOKIES = new RegExp(
  `^(?:(theme=(?:light|dark)); )?${SESSION_COOKIE}=[^;]+(?:; (theme=(?:light|dark)))?$`,
);

/** All that a kept page can show of its visitor. */
interface Look {
  /** The theme's cookie, when there is one. */
  cookie: string | undefined;
  /** In the cart: the badge's number. */
  copies: number;
  saveData: boolean;
}

type Encoding = "br" | "gzip" | "identity";

interface KeptPage {
  bodies: Record<Encoding, Buffer>;
  /** Names and values in turn: node:http writes them as they are. */
  headers: Record<Encoding, string[]>;
  etags: Record<Encoding, string>;
  policy: string;
  size: number;
}

/** `quick` for a page that may never be asked for again. */
type Packing = "quick" | "tight";

/**
 * Keeps rendered pages for guests, by the number in their cart's badge: rendered once, compressed once, dropped all together as
 * soon as anything a visitor can see has changed (catalogue_version, kept by the database's triggers), and at midnight in
 * India: a page may name the day of delivery.
 * Concurrent misses of one page share one rendering. At most 24 MB are kept, the longest unused go first.
 */
export function keepPages(
  render: RequestHandler,
  database: ShopDatabase,
  next: RequestListener,
): RequestListener {
  const ofAtMost = (maxBytes: number) =>
    boundedCache<KeptPage>({ maxBytes, maxEntryBytes: MAX_PAGE_BYTES, bytesOf: ({ size }) => size });
  const kept = ofAtMost(MAX_BYTES);
  const once = ofAtMost(ONCE_BYTES);
  const underway = new Map<string, Promise<KeptPage | Response>>();
  let version = -1;
  let day = "";

  function find(key: string): KeptPage | undefined {
    const page = kept.get(key);
    if (page) return page;
    const again = once.get(key);
    if (again) promote(key, again);
    return again;
  }

  /** Asked for a second time: from now on it is kept among the others, compressed as well as they are. */
  function promote(key: string, page: KeptPage) {
    const packedAt = `${version} ${day}`;
    once.delete(key);
    kept.set(key, page);
    packPage(page.bodies.identity, page.policy, "tight").then(
      (packed) => packedAt === `${version} ${day}` && kept.set(key, packed),
      (error: unknown) => logger.error({ err: error }, "a page could not be compressed"),
    );
  }

  // Once per turn of the event loop is as good as once per request: nobody who saw a write answered can have
  // asked again within the same turn.
  let looked = false;
  function dropWhenChanged() {
    if (looked) return;
    const current = database.catalogueVersion();
    const today = indianDate(new Date());
    looked = true;
    setImmediate(() => (looked = false));
    if (current === version && today === day) return;
    version = current;
    day = today;
    kept.clear();
    once.clear();
    underway.clear();
  }

  return (req, res) => {
    const cookie = readHeader(req, "cookie") ?? undefined;
    if (req.method !== "GET") return next(req, res);
    const address = pageAddress(req.url ?? "/");
    if (!address || !isHost(readHeader(req, "host"))) return next(req, res);
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
      () => next(req, res), // the database does not answer: the ordinary way says so
    );
  };

  function answer(req: IncomingMessage, res: ServerResponse, address: PageAddress, look: Look) {
    try {
      dropWhenChanged();
    } catch {
      return next(req, res);
    }
    const key = `${siteOf(req)}${look.copies}${look.saveData ? " saving" : ""} ${look.cookie ?? ""} ${address.whole}`;
    const page = find(key);
    if (page) return send(req, res, page);

    const renderedAt = `${version} ${day}`;
    let rendering = underway.get(key);
    if (!rendering) {
      noteTurn(req);
      const packing = address.isPlain ? "tight" : "quick";
      rendering = renderPage(render, req, address, look, packing)
        .then((result) => {
          if (!(result instanceof Response) && renderedAt === `${version} ${day}`)
            (address.isPlain ? kept : once).set(key, result);
          return result;
        })
        .finally(() => underway.delete(key));
      underway.set(key, rendering);
    }
    rendering.then(
      // Only a page fit to keep can be shared; anything else is answered for each request by itself.
      (result) => (result instanceof Response ? next(req, res) : send(req, res, result)),
      (error: unknown) => {
        logger.error({ err: error, path: address.path }, "a page could not be rendered to keep");
        next(req, res);
      },
    );
  }
}

/** What a page's own address depends on beside the path: nothing where BASE_URL says it. */
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

const CACHE_CONTROL = "public, max-age=0, must-revalidate";
const VARY = "Cookie, Accept-Encoding, Save-Data";
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** @returns the page, or the answer when it is not one to keep (an error, a redirect, a cookie to set) */
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
 * A kept page is shown to many, so its nonce would be no secret: its scripts are let in by their hashes instead.
 * Only scripts that carry this rendering's nonce are ours; an injected one cannot, and gets no hash.
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

/** Brotli 10: some 13 ms of a thread for a twelfth less than 5 makes; 11 takes four times that for another fortieth. */
const LEVELS = { quick: { brotli: 4, gzip: 1 }, tight: { brotli: 10, gzip: 6 } };

async function packPage(identity: Buffer, policy: string, packing: Packing): Promise<KeptPage> {
  const level = LEVELS[packing];
  const [br, gz] = await Promise.all([
    compressBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: level.brotli,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    compressGzip(identity, { level: level.gzip }),
  ]);
  const hash = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  const bodies = { br, gzip: gz, identity };
  const etags = { br: `"${hash}-br"`, gzip: `"${hash}-gz"`, identity: `"${hash}"` };
  const headersFor = (encoding: Encoding) =>
    Object.entries({
      ...SECURITY_HEADERS,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "Cache-Control": CACHE_CONTROL,
      Vary: VARY,
      ETag: etags[encoding],
      "Content-Length": String(bodies[encoding].length),
      ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
    }).flat();
  return {
    bodies,
    etags,
    policy,
    headers: { br: headersFor("br"), gzip: headersFor("gzip"), identity: headersFor("identity") },
    size: identity.length + br.length + gz.length,
  };
}
