import { randomUUID } from "node:crypto";
import type { RequestListener, ServerResponse } from "node:http";
import { logger } from "~/platform/logger.server";
import { SECURITY_HEADERS } from "./security-headers.server";
import { noteRequest } from "./watchdog.server";

/**
 * Writes one line per request (kept pages are not logged), with the id that the error page and the answer's header name.
 * Queries are not logged: they may hold tokens.
 */
export function logRequests(next: RequestListener): RequestListener {
  return (req, res) => {
    const requestId = randomUUID();
    const started = performance.now();
    const path = (req.url ?? "/").split("?", 1)[0];
    req.headers["x-request-id"] = requestId;
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) res.setHeader(name, value);
    res.setHeader("X-Request-Id", requestId);
    keepRepeatedHeaders(res);
    const answered = noteRequest(req);
    res.on("close", () => {
      answered();
      const ms = Math.round(performance.now() - started);
      // Being busy is not an error; an error behind it has its own line.
      const level = res.statusCode === 503 ? "warn" : res.statusCode >= 500 ? "error" : "info";
      logger[level]({ requestId, method: req.method, path, status: res.statusCode, ms }, "request");
    });
    return next(req, res);
  };
}

/**
 * On Node 20, once a header was set, `writeHead` with a list of headers keeps only the last one of a repeated name: of
 * several cookies one. Newer versions keep them all. Remove this when Node 20 is no longer supported.
 */
function keepRepeatedHeaders(res: ServerResponse) {
  const writeHead = res.writeHead.bind(res) as (...given: unknown[]) => ServerResponse;
  res.writeHead = (...given: unknown[]) => {
    const [status, list] = given;
    if (!Array.isArray(list)) return writeHead(...given);
    const pairs = Array.from(
      { length: list.length / 2 },
      (_, i) => [String(list[2 * i]), String(list[2 * i + 1])] as const,
    );
    for (const [name] of pairs) res.removeHeader(name);
    for (const [name, value] of pairs) res.appendHeader(name, value);
    return writeHead(status);
  };
}
