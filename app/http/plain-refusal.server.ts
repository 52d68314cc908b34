import type { IncomingMessage, ServerResponse } from "node:http";

const API = /^\/api\/v1(?:[/?]|$)/;

/** Answers what never reaches a route: one sentence, in the JSON API's envelope for its clients. */
export function refusePlainly(
  req: IncomingMessage,
  res: ServerResponse,
  { status, msg, headers = {} }: { status: number; msg: string; headers?: Record<string, string> },
): void {
  const isApi = API.test(req.url ?? "");
  const type = isApi ? "application/json; charset=utf-8" : "text/plain; charset=utf-8";
  res.writeHead(status, { "Content-Type": type, ...headers });
  res.end(req.method === "HEAD" ? "" : isApi ? JSON.stringify({ result: 0, msg }) : `${msg}\n`);
}
