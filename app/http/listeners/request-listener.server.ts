import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { writeReadableStreamToWritable } from "@react-router/node";
import { isDatabaseAway } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { pageOf } from "~/http/answers/page-answer.server";
import { readBody } from "./connections/body-limit.server";
import { refusePlainly } from "./plain-refusal.server";
import { readHeader } from "~/http/request/headers.server";

const BROKEN = { status: 500, msg: "Something went wrong on our side." };
const BUSY = {
  status: 503,
  msg: "The shop is very busy. Please try again in a moment.",
  headers: { "Retry-After": "5" },
};

/** Statuses of answers that have a body, though perhaps an empty one: not 204 and 304. */
const MAY_BE_EMPTY = /^(2(?!04)|30(?!4)|[45])/;

/** The answer to a request. */
export interface Answer {
  response: Response;
  /** The database was unavailable: whatever the route says, the answer is a 503. */
  isDatabaseAway: boolean;
}

/** React Router's answer when even the error page could not be rendered: two words in plain text. */
const isLastResort = ({ status, headers }: Response) =>
  status === 500 && headers.get("Content-Type") === "text/plain";

/**
 * Answers node:http's requests with a function from Request to Response. In place of @react-router/node's listener,
 * which reads every body into memory as fast as it comes, wanted or not.
 */
export function requestListener(
  answer: (request: Request, client: { address: string }) => Promise<Answer>,
): RequestListener {
  return async (req, res) => {
    const controller = new AbortController();
    // An answer that was sent needs no abortion, which makes an error with its stack each time.
    res.once("close", () => {
      if (!res.writableFinished) controller.abort();
    });
    try {
      const request = toRequest(req, controller.signal);
      if (!request)
        return refusePlainly(req, res, { status: 400, msg: "The shop cannot read this request." });
      const { response, isDatabaseAway: isDown } = await answer(request, {
        address: req.socket.remoteAddress ?? "",
      });
      // A page reports it itself (entry.server.tsx); a route without a page only fails.
      if (isDown && response.status !== 503) return refusePlainly(req, res, BUSY);
      if (isLastResort(response)) return refusePlainly(req, res, BROKEN);
      await send(response, req, res);
    } catch (error) {
      if (!controller.signal.aborted) logger.error({ err: error }, "a request could not be answered");
      if (res.headersSent) res.end();
      else refusePlainly(req, res, isDatabaseAway(error) ? BUSY : BROKEN);
    }
  };
}

/** @returns null when no Request can be made: a method such as TRACE, an invalid Host */
function toRequest(req: IncomingMessage, signal: AbortSignal): Request | null {
  const method = req.method ?? "GET";
  try {
    const headers = new Headers();
    for (let i = 0; i < req.rawHeaders.length; i += 2)
      headers.append(req.rawHeaders[i]!, req.rawHeaders[i + 1]!);
    // Our own id, whatever the client sent (request-log.server.ts).
    headers.set("X-Request-Id", String(readHeader(req, "x-request-id")));
    const url = new URL(req.url ?? "/", `http://${headers.get("host") ?? "localhost"}`);
    const init: RequestInit & { duplex?: "half" } = { method, headers };
    if (method !== "GET" && method !== "HEAD") Object.assign(init, { body: readBody(req), duplex: "half" });
    // Given to the constructor, it is followed by a signal of the Request's own, which takes longer than the rest of it.
    return Object.defineProperty(new Request(url, init), "signal", { value: signal });
  } catch {
    return null;
  }
}

async function send(response: Response, req: IncomingMessage, res: ServerResponse): Promise<void> {
  // A body that was refused on the way is answered already (body-limit.server.ts).
  if (res.headersSent) return;
  // Not given to `writeHead` as a list: with headers set before, only the last of several cookies would be sent.
  for (const [name, value] of response.headers) {
    if (name === "set-cookie") res.appendHeader(name, value);
    else res.setHeader(name, value);
  }
  const page = pageOf(response);
  if (page) {
    res.setHeader("Content-Length", page.length);
    res.writeHead(response.status).end(page);
    return;
  }
  // Otherwise an empty body is sent as a piece of its own. To HEAD a route may say the length that GET would have.
  if (!response.body && req.method !== "HEAD" && MAY_BE_EMPTY.test(String(response.status)))
    res.setHeader("Content-Length", 0);
  res.writeHead(response.status);
  if (response.body && req.method === "HEAD") await response.body.cancel();
  // Waits for slow readers, and lets go of the body when the client has gone.
  else if (response.body) return writeReadableStreamToWritable(response.body, res);
  res.end();
}
