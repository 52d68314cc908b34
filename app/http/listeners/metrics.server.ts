import { createHash, timingSafeEqual } from "node:crypto";
import type { RequestListener } from "node:http";
import { readHeader } from "~/http/request/headers.server";
import { logger } from "~/platform/logger.server";

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * Answers /metrics to whoever shows the token (`Authorization: Bearer …`). Without a token in the configuration there is no
 * such page.
 * @param page makes its text and names its type
 */
export function serveMetrics(
  token: string | undefined,
  page: () => Promise<{ text: string; type: string }>,
  next: RequestListener,
): RequestListener {
  if (!token) return next;
  const wanted = digest(`Bearer ${token}`);
  return (req, res) => {
    if (req.url !== "/metrics" || req.method !== "GET") return next(req, res);
    const end = (status: number, text: string, headers: Record<string, string> = {}) =>
      res
        .writeHead(status, { "Cache-Control": "no-store", "Content-Type": "text/plain", ...headers })
        .end(text);
    if (!timingSafeEqual(digest(readHeader(req, "authorization") ?? ""), wanted))
      return void end(401, "wrong or missing token\n", { "WWW-Authenticate": "Bearer" });
    page().then(
      ({ text, type }) => end(200, text, { "Content-Type": type }),
      (error: unknown) => {
        logger.error({ err: error }, "the metrics could not be read");
        end(503, "the metrics could not be read\n");
      },
    );
  };
}
