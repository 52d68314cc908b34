import { createHash } from "node:crypto";
import { once } from "node:events";
import { createGunzip, createGzip } from "node:zlib";
import { Readable } from "node:stream";
import { shareOf } from "~/config.server";
import { database } from "~/db/shop-database.server";
import { boundedCache } from "~/platform/bounded-cache";
import { readHeader } from "~/http/request/headers.server";

interface SiteFile {
  compressed: Buffer;
  /** Of the uncompressed text. */
  hash: string;
}

const MB = 1_048_576;

const kept = boundedCache<SiteFile>({
  maxBytes: shareOf(16 * MB, 4 * MB),
  bytesOf: ({ compressed }) => compressed.length,
});
const underway = new Map<string, Promise<SiteFile>>();
let version = -1;

/**
 * A text made from the catalogue for programs (feed, sitemap …). It is made piece by piece, so that a large shop's is never
 * whole in memory, and kept compressed, with an ETag, until anything a visitor can see changes. Requests that come
 * meanwhile wait for the same text.
 * @param file.key everything that the text depends on beside the catalogue: its name, the shop's origin
 */
export async function siteFile(
  request: Request,
  file: { key: string; type: string; make: () => AsyncIterable<string> | Iterable<string> },
): Promise<Response> {
  const { compressed, hash } = await keep(file.key, file.make);
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
    const text = Readable.from([compressed]).pipe(createGunzip());
    return new Response(Readable.toWeb(text) as ReadableStream, { headers });
  }
  headers.set("Content-Encoding", "gzip");
  headers.set("Content-Length", String(compressed.length));
  return new Response(new Uint8Array(compressed), { headers });
}

async function keep(key: string, make: () => AsyncIterable<string> | Iterable<string>): Promise<SiteFile> {
  const current = await database.catalogueVersion();
  if (current !== version) {
    version = current;
    kept.clear();
    underway.clear();
  }
  const file = kept.get(key) ?? underway.get(key);
  if (file) return file;
  const making = pack(make())
    .then((made) => {
      if (version === current) kept.set(key, made);
      return made;
    })
    .finally(() => underway.get(key) === making && underway.delete(key));
  underway.set(key, making);
  return making;
}

async function pack(pieces: AsyncIterable<string> | Iterable<string>): Promise<SiteFile> {
  const hash = createHash("sha256");
  const gzip = createGzip({ level: 6 });
  const chunks: Buffer[] = [];
  gzip.on("data", (chunk: Buffer) => chunks.push(chunk));
  const done = once(gzip, "end");
  for await (const piece of pieces) {
    hash.update(piece);
    // Compression runs off the event loop: the next piece waits until this one is taken.
    if (!gzip.write(piece)) await once(gzip, "drain");
  }
  gzip.end();
  await done;
  return { compressed: Buffer.concat(chunks), hash: hash.digest("base64url").slice(0, 22) };
}
