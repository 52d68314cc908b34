import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { ShopDatabase } from "~/db/database.server";
import { indianDate } from "~/domain/dates";
import { boundedCache } from "~/platform/bounded-cache";
import { logger } from "~/platform/logger.server";
import { SECURITY_HEADERS } from "./security-headers.server";

const MB = 1024 * 1024;
/** Searches and filtered lists that were requested once. Their own store, so that they cannot push out popular pages. */
const ONCE_BYTES = 6 * MB;
const MAX_BYTES = 18 * MB;
const MAX_PAGE_BYTES = 3 * MB;

export type Encoding = "br" | "gzip" | "identity";

export interface KeptPage {
  bodies: Record<Encoding, Buffer>;
  /** Names and values in turn, the form that node:http writes fastest. */
  headers: Record<Encoding, string[]>;
  etags: Record<Encoding, string>;
  policy: string;
  size: number;
}

/** `quick` for a page that may never be requested again. */
export type Packing = "quick" | "tight";

/**
 * Pages in memory, at most 24 MB; the least recently used go first. All are dropped as soon as anything a visitor can see
 * has changed (catalogue_version, raised by the database's triggers), and at midnight in India, since a page may name the
 * day of delivery.
 */
export function pageStore(database: ShopDatabase) {
  const ofAtMost = (maxBytes: number) =>
    boundedCache<KeptPage>({ maxBytes, maxEntryBytes: MAX_PAGE_BYTES, bytesOf: ({ size }) => size });
  const kept = ofAtMost(MAX_BYTES);
  const once = ofAtMost(ONCE_BYTES);
  let version = -1;
  let day = "";
  const state = () => `${version} ${day}`;

  /** At the second request a page moves to the other store and is compressed better. */
  function promote(key: string, page: KeptPage) {
    const packedAt = state();
    once.delete(key);
    kept.set(key, page);
    packPage(page.bodies.identity, page.policy, "tight").then(
      (packed) => packedAt === state() && kept.set(key, packed),
      (error: unknown) => logger.error({ err: error }, "a page could not be compressed"),
    );
  }

  // Once per turn of the event loop is as good as once per request: a client that saw a write's answer cannot have
  // sent its next request within the same turn.
  let looked = false;
  return {
    /** Changes whenever pages may have to show something else. */
    state,

    find(key: string): KeptPage | undefined {
      const page = kept.get(key);
      if (page) return page;
      const again = once.get(key);
      if (again) promote(key, again);
      return again;
    },

    /** @param renderedAt the state when the rendering began; an outdated page is not kept */
    keep(key: string, page: KeptPage, packing: Packing, renderedAt: string) {
      if (renderedAt === state()) (packing === "tight" ? kept : once).set(key, page);
    },

    /** @returns whether all pages were dropped @throws while the database cannot be read */
    dropWhenChanged(): boolean {
      if (looked) return false;
      const current = database.catalogueVersion();
      const today = indianDate(new Date());
      looked = true;
      setImmediate(() => (looked = false));
      if (current === version && today === day) return false;
      version = current;
      day = today;
      kept.clear();
      once.clear();
      return true;
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
export async function packPage(identity: Buffer, policy: string, packing: Packing): Promise<KeptPage> {
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
