import type { RequestListener } from "node:http";
import { isHost } from "./page-cache/page-address";
import { refusePlainly } from "./plain-refusal.server";
import { readHeader } from "~/http/request/headers.server";

/** The data of a client navigation; calls of the JSON API are not pages and have none. */
const API_PAGE_DATA = /^\/api\/v1\/(?!docs\.data)[^?]*\.data(?:\?|$)/;
/** Line breaks: the router's `*` of the API's route stops at them. No call has one in its path. */
const API_LINE_BREAK = /^\/api\/v1\/[^?]*%(?:0[ad]|e2%80%a[89])/i;
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Refuses a target such as `//elsewhere/` or `http://elsewhere/`, which would be read as another host's address, and a
 * method or Host that no Request can be made with.
 */
export function ownPathsOnly(next: RequestListener): RequestListener {
  return (req, res) => {
    const { method = "GET", url = "" } = req;
    if (!METHODS.has(method)) {
      const headers = { Allow: "GET, HEAD, POST, OPTIONS" };
      return refusePlainly(req, res, { status: 405, msg: `${method} is not possible here`, headers });
    }
    if (
      !isHost(readHeader(req, "host")) ||
      !/^\/(?![/\\])/.test(url) ||
      !URL.canParse(url, "http://localhost")
    ) {
      return refusePlainly(req, res, { status: 400, msg: "This is not an address of the shop." });
    }
    const origin = readHeader(req, "origin");
    if (origin !== null && origin !== "null" && !URL.canParse(origin))
      return refusePlainly(req, res, { status: 400, msg: "The shop cannot read this request." });
    if (API_PAGE_DATA.test(url) || API_LINE_BREAK.test(url))
      return refusePlainly(req, res, { status: 404, msg: "There is no such call" });
    return next(req, res);
  };
}
