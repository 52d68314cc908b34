import type { IncomingMessage, ServerResponse } from "node:http";
import { plainAnswer } from "./plain-page";
import { readHeader } from "~/http/request/headers.server";

const API = /^\/api\/v1(?:[/?]|$)/;

interface Refusal {
  status: number;
  msg: string;
  headers?: Record<string, string>;
}

/** Answers a request that never reaches a route: one message, in the JSON API's envelope below /api/v1. */
export function refusePlainly(req: IncomingMessage, res: ServerResponse, refusal: Refusal): void {
  res.end(startRefusal(req, res, refusal));
}

/** Writes the head of such an answer. @returns its body */
export function startRefusal(req: IncomingMessage, res: ServerResponse, refusal: Refusal): string {
  const { status, msg, headers = {} } = refusal;
  const [accept, cookie] = [readHeader(req, "accept"), readHeader(req, "cookie")];
  const answer = API.test(req.url ?? "")
    ? {
        body: JSON.stringify({ result: 0, msg }),
        headers: { "Content-Type": "application/json; charset=utf-8" },
      }
    : plainAnswer(refusal, { accept, cookie });
  const length = { "Content-Length": String(Buffer.byteLength(answer.body)) };
  res.writeHead(status, { "Cache-Control": "no-store", ...length, ...answer.headers, ...headers });
  return req.method === "HEAD" ? "" : answer.body;
}

/** The same as a route's Response: a message in place of the file that was requested. */
export function plainRefusal(request: Request, refusal: Refusal): Response {
  const { status, headers = {} } = refusal;
  const [accept, cookie] = [readHeader(request, "accept"), readHeader(request, "cookie")];
  const answer = plainAnswer(refusal, { accept, cookie });
  return new Response(answer.body, {
    status,
    headers: { "Cache-Control": "no-store", ...answer.headers, ...headers },
  });
}
