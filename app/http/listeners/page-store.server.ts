import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { shareOf } from "~/config.server";
import type { ShopDatabase } from "~/db/database.server";
import { indianDate } from "~/domain/dates";
import type { MissedSearch } from "~/http/request/request-info.server";
import { boundedCache } from "~/platform/bounded-cache";
import { logger } from "~/platform/logger.server";
import { keptPages } from "~/platform/measure.server";
import { SECURITY_HEADERS } from "./security-headers.server";

const MB = 1024 * 1024;
/**
 * Searches and filtered lists that were requested once have a store of their own, so that they cannot push out popular
 * pages. So have customers' pages. A worker of several has its share.
 */
export const LIMITS = {
  visitors: { kept: shareOf(18 * MB, 9 * MB), once: shareOf(6 * MB, 3 * MB) },
  customers: { kept: shareOf(9 * MB, 5 * MB), once: shareOf(3 * MB, 2 * MB) },
};
const MAX_PAGE_BYTES = 3 * MB;

export type Encoding = "br" | "gzip" | "identity";

export interface KeptPage {
  bodies: Record<Encoding, Buffer>;
  /** Names and values in turn, the form that node:http writes fastest. */
  headers: Record<Encoding, string[]>;
  etags: Record<Encoding, string>;
  policy: string;
  /** The search whose list this is. */
  missed?: MissedSearch;
  size: number;
}

/** `quick` for a page that may never be requested again. */
export type Packing = "quick" | "tight";

/** Says when kept pages may have to show something else. */
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
  /** @param isPlain without parameters @param renderedAt the state when the rendering began; an outdated page is not kept */
  keep(key: string, page: Page, isPlain: boolean, renderedAt: string): void;
  clear(): void;
}

/**
 * @param limits in bytes; `once` of the searches and filtered lists that were requested once
 * @param promoted called when such a page is requested again, and moves to the others
 */
export function pageStore<Page extends { size: number }>(
  { state }: PageState,
  limits: { kept: number; once: number },
  promoted: (page: Page) => Promise<Page> | null = () => null,
): PageStore<Page> {
  const ofAtMost = (maxBytes: number) =>
    boundedCache<Page>({
      maxBytes,
      maxEntryBytes: Math.min(MAX_PAGE_BYTES, maxBytes / 2),
      bytesOf: ({ size }) => size,
    });
  const kept = ofAtMost(limits.kept);
  const once = ofAtMost(limits.once);
  const ofOthers = keptPages.bytes;
  keptPages.bytes = () => ofOthers() + kept.calculatedSize + once.calculatedSize;

  function promote(key: string, page: Page) {
    const packedAt = state();
    once.delete(key);
    kept.set(key, page);
    promoted(page)?.then(
      (packed) => packedAt === state() && kept.set(key, packed),
      (error: unknown) => logger.error({ err: error }, "a page could not be compressed"),
    );
  }

  return {
    state,
    find(key) {
      const page = kept.get(key);
      if (page) return page;
      const again = once.get(key);
      if (again) promote(key, again);
      return again;
    },
    keep(key, page, isPlain, renderedAt) {
      if (renderedAt === state()) (isPlain ? kept : once).set(key, page);
    },
    clear() {
      kept.clear();
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

/** Compresses a page and prepares the headers of each encoding. */
export async function packPage(
  identity: Buffer,
  { policy, missed }: Pick<KeptPage, "policy" | "missed">,
  packing: Packing,
): Promise<KeptPage> {
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
    missed,
    headers: { br: headersFor("br"), gzip: headersFor("gzip"), identity: headersFor("identity") },
    size: identity.length + br.length + gz.length,
  };
}
