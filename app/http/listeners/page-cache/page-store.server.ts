import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { shareOf } from "~/process/config.server";
import type { ShopDatabase } from "~/db/database.server";
import type { LookFiles } from "~/domain/shop/look/look-sheet.server";
import { indianDate } from "~/domain/kit/dates";
import type { MissedSearch } from "~/domain/catalogue/finding/search-terms/search-terms";
import { boundedCache } from "~/platform/bounded-cache";
import { logger } from "~/platform/logger.server";
import { cachedPages } from "~/platform/measure.server";
import { inlineSheets } from "./inline-sheets.server";
import { SECURITY_HEADERS } from "~/http/listeners/security-headers.server";

const MB = 1024 * 1024;
/**
 * Searches and filtered lists that were requested once have a store of their own, so that they cannot push out popular
 * pages. So have customers' pages. A worker of several has its share.
 */
export const LIMITS = {
  visitors: { often: shareOf(18 * MB, 9 * MB), once: shareOf(6 * MB, 3 * MB) },
  customers: { often: shareOf(9 * MB, 5 * MB), once: shareOf(3 * MB, 2 * MB) },
};
/**
 * Of pages to be cached, at the same time: those whose visitors have gone are finished too, and compressing one takes longer
 * than rendering it. Beyond that a page is rendered for its visitor alone.
 */
export const MOST_RENDERINGS = 64;
const MAX_PAGE_BYTES = 3 * MB;

export type Encoding = "br" | "gzip" | "identity";

export interface CachedPage extends Packed {
  bodies: Record<Encoding, Buffer>;
  /** Names and values in turn, the form that node:http writes fastest. */
  headers: Record<Encoding, string[]>;
  etags: Record<Encoding, string>;
  size: number;
}

/** What is cached of a page's rendering beside its text. */
export interface Packed {
  policy: string;
  /** Its links to stylesheets load them, as Save-Data wants: they are fetched once. */
  saveData: boolean;
  /** The search whose list this is. */
  missed?: MissedSearch;
}

/** `quick` for a page that may never be requested again. */
export type Packing = "quick" | "tight";

/** Says when cached pages may have to show something else. */
export interface PageState {
  /** Changes then. */
  state(): string;
  /** @returns whether it has changed since the last look: at once on SQLite @throws while the database cannot be read */
  hasChanged(): boolean | Promise<boolean>;
}

/** By the catalogue's version, raised by the database's triggers, and the day in India, since a page may name a day. */
export function pageState(database: ShopDatabase): PageState {
  let version = -1;
  let day = "";
  // Once per turn of the event loop is as good as once per request: a client that saw a write's answer cannot have
  // sent its next request within the same turn.
  let looked = false;
  return {
    state: () => `${version} ${day}`,
    hasChanged() {
      if (looked) return false;
      const current = database.catalogueVersion();
      if (typeof current !== "number") return current.then(note);
      looked = true;
      setImmediate(() => (looked = false));
      return note(current);
    },
  };

  function note(current: number): boolean {
    const today = indianDate(new Date());
    if (current === version && today === day) return false;
    version = current;
    day = today;
    return true;
  }
}

/** Pages in memory, of a limited size together; the least recently used go first. */
export interface PageStore<Page> {
  state(): string;
  find(key: string): Page | undefined;
  /** @param isPlain without parameters @param renderedAt the state when the rendering began; an outdated page is not stored */
  add(key: string, page: Page, isPlain: boolean, renderedAt: string): void;
  clear(): void;
}

/**
 * @param limits in bytes; `once` of the searches and filtered lists that were requested once
 * @param promoted called when such a page is requested again, and moves to the others
 */
export function pageStore<Page extends { size: number }>(
  { state }: PageState,
  limits: { often: number; once: number },
  promoted: (page: Page) => Promise<Page> | null = () => null,
): PageStore<Page> {
  const ofAtMost = (maxBytes: number) =>
    boundedCache<Page>({
      maxBytes,
      maxEntryBytes: Math.min(MAX_PAGE_BYTES, maxBytes / 2),
      bytesOf: ({ size }) => size,
    });
  const often = ofAtMost(limits.often);
  const once = ofAtMost(limits.once);
  const ofOthers = cachedPages.bytes;
  cachedPages.bytes = () => ofOthers() + often.calculatedSize + once.calculatedSize;

  function promote(key: string, page: Page) {
    const packedAt = state();
    once.delete(key);
    often.set(key, page);
    promoted(page)?.then(
      (packed) => packedAt === state() && often.set(key, packed),
      (error: unknown) => logger.error({ err: error }, "a page could not be compressed"),
    );
  }

  return {
    state,
    find(key) {
      const page = often.get(key);
      if (page) return page;
      const again = once.get(key);
      if (again) promote(key, again);
      return again;
    },
    add(key, page, isPlain, renderedAt) {
      if (renderedAt === state()) (isPlain ? often : once).set(key, page);
    },
    clear() {
      often.clear();
      once.clear();
    },
  };
}

export const CACHE_CONTROL = "public, max-age=0, must-revalidate";
export const VARY = "Cookie, Accept-Encoding, Save-Data";
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Brotli 10 takes some 13 ms of a thread and saves a twelfth over 5; 11 takes four times as long for another fortieth. */
const LEVELS = { quick: { brotli: 4, gzip: 1 }, tight: { brotli: 10, gzip: 6 } };

/**
 * Compresses a page, with its stylesheets in it, and prepares the headers of each encoding. Uncompressed it has links to them:
 * browsers take it compressed, and it is the larger half of what is cached.
 */
export async function packPage(
  identity: Buffer,
  { policy, saveData, missed }: Packed,
  packing: Packing,
  lookFiles?: LookFiles,
): Promise<CachedPage> {
  const level = LEVELS[packing];
  const whole = saveData ? identity : Buffer.from(inlineSheets(identity.toString(), lookFiles).html);
  const [br, gz] = await Promise.all([
    compressBrotli(whole, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: level.brotli,
        [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
      },
    }),
    compressGzip(whole, { level: level.gzip }),
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
    saveData,
    missed,
    headers: { br: headersFor("br"), gzip: headersFor("gzip"), identity: headersFor("identity") },
    size: identity.length + br.length + gz.length,
  };
}
