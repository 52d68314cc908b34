import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { logger } from "~/platform/logger.server";
import { SECURITY_HEADERS } from "./security-headers.server";

/**
 * One line per request that reaches the shop (kept pages are not logged one by one), with the id that the error
 * page and the answer's header name. Queries stay out of the log: they may hold tokens.
 */
export function logRequests(next: RequestListener): RequestListener {
  return (req, res) => {
    const requestId = randomUUID();
    const started = performance.now();
    const path = (req.url ?? "/").split("?", 1)[0];
    req.headers["x-request-id"] = requestId;
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) res.setHeader(name, value);
    res.setHeader("X-Request-Id", requestId);
    res.on("close", () => {
      const ms = Math.round(performance.now() - started);
      const level = res.statusCode >= 500 ? "error" : "info";
      logger[level]({ requestId, method: req.method, path, status: res.statusCode, ms }, "request");
    });
    return next(req, res);
  };
}
