import type { RequestListener } from "node:http";
import { plainRefusal } from "./plain-refusal.server";

/** Node's parser knows more (TRACE, PROPFIND …): of some no Request can be made, and no route takes the others. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * A target such as `//elsewhere/` or `http://elsewhere/` would be read as another host's address;
 * the shop answers for its own paths alone, and to the methods of the web.
 */
export function ownPathsOnly(next: RequestListener): RequestListener {
  return (req, res) => {
    if (!/^\/(?![/\\])/.test(req.url ?? "")) {
      res.writeHead(400, { "Content-Type": "text/plain; charset=utf-8" });
      res.end("This is not an address of the shop.\n");
    } else if (!METHODS.has(req.method ?? "")) {
      const { type, text } = plainRefusal(req.url, `${req.method} is not possible here.`);
      res.writeHead(405, { "Content-Type": type, Allow: "GET, HEAD, OPTIONS, POST" });
      res.end(text);
    } else next(req, res);
  };
}
