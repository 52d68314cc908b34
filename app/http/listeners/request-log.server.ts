import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { logger } from "~/platform/logger.server";
import { findMeasure } from "~/platform/measure.server";
import { SECURITY_HEADERS } from "./security-headers.server";

/**
 * Writes one line per request (cached pages are not logged), with the id that the error page and the answer's header name.
 * Queries are not logged: they may hold tokens.
 * @param patternOf names the declared route of a path, for /metrics
 */
export function logRequests(next: RequestListener, patternOf: (path: string) => string): RequestListener {
  return (req, res) => {
    const requestId = randomUUID();
    const started = performance.now();
    const path = (req.url ?? "/").split("?", 1)[0]!;
    req.headers["x-request-id"] = requestId;
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) res.setHeader(name, value);
    res.setHeader("X-Request-Id", requestId);
    res.on("close", () => {
      const ms = Math.round(performance.now() - started);
      const { method = "GET" } = req;
      const given = { method, status: res.statusCode, seconds: ms / 1000 };
      findMeasure()?.request({ ...given, route: patternOf(path) });
      // Being busy is not an error; an error behind it has its own line.
      const level = res.statusCode === 503 ? "warn" : res.statusCode >= 500 ? "error" : "info";
      logger[level]({ requestId, method, path, status: res.statusCode, ms }, "request");
    });
    return next(req, res);
  };
}
