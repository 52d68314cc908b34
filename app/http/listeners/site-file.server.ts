import { createHash } from "node:crypto";
import { once } from "node:events";
import { createGunzip, createGzip } from "node:zlib";
import { Readable } from "node:stream";
import { shareOf } from "~/process/config.server";
import { database } from "~/db/shop-database.server";
import { boundedCache } from "~/platform/bounded-cache";
import { sharedWork } from "~/platform/shared-work";
import { readHeader } from "~/http/request/headers.server";
import { plainRefusal } from "./plain-refusal.server";

/** A text in pieces. When nobody wants it any more, no further piece is taken. */
type Pieces = AsyncIterable<string> | Iterable<string>;

interface SiteFile {
  compressed: Buffer;
  /** Of the uncompressed text. */
  hash: string;
  /** Of the catalogue when its making began. */
  version: number;
  /** When that was, in milliseconds, and how long it took. */
  madeAt: number;
  tookMs: number;
}

const MB = 1_048_576;
const MINUTE = 60_000;
/** In a large shop a file may be as old as this: until then it is sent while another one is made. */
export const MAX_AGE_MS = 10 * MINUTE;
/** A file that takes longer to make is made anew only so often that making it takes a twentieth of the time. */
const QUICK_MS = 2000;
const REST = 20;
/** How long a file is still made when nobody waits for it any more: most likely somebody asks again. */
export const UNWANTED_MS = 30_000;
/** Files being made at the same time, which differ by name, part and, without BASE_URL, the Host that was asked for. */
export const MOST_MAKINGS = 8;
/** An answer is sent in pieces of this size, all from one copy in memory. */
const PIECE_BYTES = 65_536;

/**
 * A text made from the catalogue for programs (feed, sitemap …). It is made piece by piece, so that a large shop's is never
 * whole in memory, and cached compressed, with an ETag. After a change that a visitor can see it is made anew at the next
 * request; what takes long to make is sent as it was, for at most `MAX_AGE_MS`. Each is made once at a time, whoever asks.
 * @param file.key everything that the text depends on beside the catalogue: its name, the shop's origin
 * @returns 503 when too many others are being made
 */
export async function siteFile(
  request: Request,
  file: { key: string; type: string; make: () => Pieces },
): Promise<Response> {
  const found = await files.find(file.key, file.make, request.signal);
  if (!found)
    return plainRefusal(request, {
      status: 503,
      msg: "The shop is very busy. Please try again in a moment.",
      headers: { "Retry-After": "60" },
    });
  const { compressed, hash } = found;
  const isGzip = /\bgzip\b/.test(readHeader(request, "accept-encoding") ?? "");
  const etag = isGzip ? `"${hash}-gz"` : `"${hash}"`;
  const headers = new Headers({
    ETag: etag,
    // The answer to a request with cookies can set some, so no shared cache may keep it.
    "Cache-Control": request.headers.has("Cookie")
      ? "private, no-cache"
      : "public, max-age=0, must-revalidate",
    Vary: "Cookie, Accept-Encoding",
  });
  if (readHeader(request, "if-none-match")?.includes(etag))
    return new Response(null, { status: 304, headers });
  headers.set("Content-Type", file.type);
  if (!isGzip) {
    const text = Readable.from(slicesOf(compressed)).pipe(createGunzip());
    return new Response(Readable.toWeb(text) as ReadableStream, { headers });
  }
  headers.set("Content-Encoding", "gzip");
  headers.set("Content-Length", String(compressed.length));
  return new Response(Readable.toWeb(Readable.from(slicesOf(compressed))) as ReadableStream, { headers });
}

function* slicesOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** @param catalogueVersion rises with every change that a visitor can see */
export function siteFiles(catalogueVersion: () => number | Promise<number>) {
  const files = boundedCache<SiteFile>({
    maxBytes: shareOf(16 * MB, 4 * MB),
    bytesOf: ({ compressed }) => compressed.length,
  });
  const makings = sharedWork<SiteFile>({ lingerMs: UNWANTED_MS });

  /** @returns null when too many others are being made */
  async function find(key: string, make: () => Pieces, signal: AbortSignal): Promise<SiteFile | null> {
    const version = await catalogueVersion();
    const old = files.get(key);
    if (old?.version === version) return old;
    const age = old ? Date.now() - old.madeAt : Infinity;
    const isOldEnough = !old || old.tookMs <= QUICK_MS || age >= Math.min(old.tookMs * REST, MAX_AGE_MS);
    if (!isOldEnough) return old;
    if (!makings.isUnderway(key) && makings.count() >= MOST_MAKINGS) return age < MAX_AGE_MS ? old! : null;
    const file = makings.ask(key, (stopped) => made(key, version, pack(make(), stopped)), signal);
    if (age >= MAX_AGE_MS) return file;
    const patience = new Promise<SiteFile>((resolve) => setTimeout(() => resolve(old!), QUICK_MS).unref());
    return Promise.race([file, patience]);
  }

  async function made(key: string, version: number, packing: ReturnType<typeof pack>): Promise<SiteFile> {
    const madeAt = Date.now();
    const file = { ...(await packing), version, madeAt, tookMs: Date.now() - madeAt };
    files.set(key, file);
    return file;
  }

  return { find };
}

const files = siteFiles(() => database.catalogueVersion());

/** @throws when it is no longer wanted */
async function pack(pieces: Pieces, signal: AbortSignal): Promise<{ compressed: Buffer; hash: string }> {
  const hash = createHash("sha256");
  const gzip = createGzip({ level: 6 });
  const chunks: Buffer[] = [];
  gzip.on("data", (chunk: Buffer) => chunks.push(chunk));
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      hash.update(piece);
      // Compression runs off the event loop: the next piece waits until this one is taken.
      if (!gzip.write(piece)) await once(gzip, "drain");
    }
  } catch (error) {
    gzip.destroy();
    throw error;
  }
  const done = once(gzip, "end");
  gzip.end();
  await done;
  return { compressed: Buffer.concat(chunks), hash: hash.digest("base64url").slice(0, 22) };
}
