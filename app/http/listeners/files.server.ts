import type { RequestListener, ServerResponse } from "node:http";
import path from "node:path";
import sirv from "sirv";
import { config, ROOT } from "~/process/config.server";
import { PAGE_HEADERS } from "./security-headers.server";

const YEAR = 31_536_000;
const DAY = 86_400;

/**
 * Serves files before pages: the build's assets (compressed at build time, named by content, cached for a year), the
 * covers, and the files of public/.
 */
export function serveFiles(next: RequestListener): RequestListener {
  // Headers that only matter for pages would be half of a small file's answer.
  const headers = (res: ServerResponse) => {
    for (const name of PAGE_HEADERS) res.removeHeader(name);
  };
  const built = sirv(path.join(ROOT, "build/client"), {
    // In development Vite serves the assets, and there may be no build at all.
    dev: import.meta.env.DEV,
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders(res, pathname) {
      headers(res);
      const cache = pathname.startsWith("/assets/")
        ? `public, max-age=${YEAR}, immutable`
        : `public, max-age=${DAY}`;
      res.setHeader("Cache-Control", cache);
    },
  });
  // `dev` checks the disk on each request: covers are added and removed while the shop runs.
  const covers = sirv(config.coversDir, {
    dev: true,
    etag: true,
    setHeaders(res) {
      headers(res);
      res.setHeader("Cache-Control", `public, max-age=${YEAR}, immutable`);
    },
  });
  return (req, res) => {
    if (req.method !== "GET" && req.method !== "HEAD") return next(req, res);
    // A file that is removed between the check and the read (a new build, a replaced cover) ends this answer only.
    res.once("pipe", (file) => file.once("error", () => res.destroy()));
    const url = req.url ?? "/";
    // API clients look for every cover there. The default cover is a file of the build.
    if (/^\/coverpages\/default(?:-\d+)?\.(?:avif|webp)$/.test(url)) {
      req.url = url.replace("/coverpages/", "/default-cover/");
      return built(req, res, () => next(req, res));
    }
    if (url.startsWith("/coverpages/")) {
      req.url = url.slice("/coverpages".length);
      return covers(req, res, () => {
        req.url = url;
        next(req, res);
      });
    }
    built(req, res, () => next(req, res));
  };
}
