import type { RequestListener } from "node:http";

/**
 * A target such as `//elsewhere/` or `http://elsewhere/` would be read as another host's address;
 * the shop answers for its own paths alone.
 */
export function ownPathsOnly(next: RequestListener): RequestListener {
  return (req, res) => {
    if (/^\/(?![/\\])/.test(req.url ?? "")) return next(req, res);
    res.writeHead(400, { "Content-Type": "text/plain; charset=utf-8" });
    res.end("This is not an address of the shop.\n");
  };
}
