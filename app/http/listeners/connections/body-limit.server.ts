import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { config, shareOf } from "~/process/config.server";
import { ByteBudget } from "./byte-budget";
import { type BodyRules, bodyRules, BUFFERED_UPLOAD_BYTES } from "./body-sizes";
import { startRefusal } from "~/http/listeners/plain-refusal.server";
import { clientKey } from "~/http/request/limits/client-key.server";
import { readHeader } from "~/http/request/headers.server";

/** How many bytes the bodies of all requests may hold at once. Uploads have their own: only staff may send them. */
const BUDGET = { ordinary: shareOf(16 * 1_048_576, 4 * 1_048_576), upload: 3 * BUFFERED_UPLOAD_BYTES };
const LOOK_EVERY_MS = 5000;
/** How much of a refused body is still read, and thrown away. */
const LINGER = { bytes: 1_048_576, ms: 2000 };

/** When limits by address are off, one address may use it all. */
const budgetOf = (most: number, least: number) =>
  new ByteBudget(most, config.rateLimit ? Math.max(most / 4, least) : most);
const BUDGETS = {
  ordinary: budgetOf(BUDGET.ordinary, 0),
  upload: budgetOf(BUDGET.upload, 2 * BUFFERED_UPLOAD_BYTES),
};

/** The limits that `readBody` applies. */
interface BodyLimit {
  rules: BodyRules;
  /** Counts what comes in. @returns false when there is no room for it */
  take(bytes: number): boolean;
  tooLarge(): void;
  tooMany(): void;
}

const limits = new WeakMap<IncomingMessage, BodyLimit>();

interface Options {
  rulesOf?: (req: IncomingMessage) => BodyRules;
  budgets?: Record<BodyRules["kind"], ByteBudget>;
  lookEveryMs?: number;
}

/**
 * Limits what a request may send and how long it may take: 413 for a body over the limit, by its announced length or
 * while it streams in; 503 when the bodies being read take all the memory they may. Slow senders are disconnected.
 */
export function limitBodies(next: RequestListener, options: Options = {}): RequestListener {
  const { rulesOf = rulesOfRequest, budgets = BUDGETS, lookEveryMs = LOOK_EVERY_MS } = options;
  return (req, res) => {
    const announced = readHeader(req, "content-length");
    if (!announced && !readHeader(req, "transfer-encoding")) return next(req, res);
    const rules = rulesOf(req);
    const tooLarge = () => refuse(req, res, { status: 413, msg: "The request is too large." });
    if (Number(announced ?? 0) > rules.bytes) return tooLarge();
    const account = budgets[rules.kind].open(clientKey(req));
    res.once("close", account.giveBack);
    limits.set(req, {
      rules,
      take: account.take,
      tooLarge,
      tooMany: () =>
        refuse(req, res, {
          status: 503,
          msg: "The shop is very busy. Please try again in a moment.",
          headers: { "Retry-After": "5" },
        }),
    });
    const most = rules.msFor(Number(announced ?? rules.bytes));
    dropWhenSlow(req, { most, stall: rules.stallMs, lookEvery: lookEveryMs });
    return next(req, res);
  };
}

const rulesOfRequest = (req: IncomingMessage) =>
  bodyRules({ method: req.method, url: req.url, contentType: readHeader(req, "content-type") ?? undefined });

/**
 * The body as a stream that reads from the socket only as fast as the stream is read: a body that is never read (of a
 * refused guest, say) is never held in memory.
 */
export function readBody(req: IncomingMessage): ReadableStream<Uint8Array> {
  let received = 0;
  let isAttached = false;
  let isOver = false;

  function attach(controller: ReadableStreamDefaultController<Uint8Array>) {
    isAttached = true;
    const fail = (message: string) => {
      if (isOver) return;
      isOver = true;
      controller.error(new Error(message));
    };
    req.on("data", (chunk: Buffer) => {
      received += chunk.length;
      const limit = limits.get(req);
      if (limit && received > limit.rules.bytes) {
        fail("the request's body is too large");
        limit.tooLarge();
      } else if (limit && !isOver && received <= limit.rules.bufferedBytes && !limit.take(chunk.length)) {
        fail("there is no room for the request's body");
        limit.tooMany();
      } else if (!isOver) {
        req.pause();
        controller.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      }
    });
    req.on("end", () => {
      if (!isOver) controller.close();
      isOver = true;
    });
    req.on("close", () => fail("the request was broken off"));
  }
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (!isAttached) attach(controller);
        req.resume();
      },
      // The rest is read and thrown away, so that the connection can serve the next request.
      cancel() {
        isOver = true;
        req.resume();
      },
    },
    { highWaterMark: 0 },
  );
}

function refuse(
  req: IncomingMessage,
  res: ServerResponse,
  refusal: { status: number; msg: string; headers?: Record<string, string> },
) {
  if (res.headersSent) return void req.pause();
  limits.delete(req);
  res.write(startRefusal(req, res, { ...refusal, headers: { ...refusal.headers, Connection: "close" } }));
  endAfterBody(req, res.end.bind(res));
  // The handler that was reading the body may still answer; that answer is dropped. Otherwise its writeHead would throw
  // outside every try and end the process.
  Object.assign(res, { writeHead: () => res, write: () => false, end: () => res });
}

/**
 * Closes the connection once the sender has sent all, or enough of it: a sender that is cut off while sending may never
 * read the answer (RFC 9112, 9.6).
 */
function endAfterBody(req: IncomingMessage, end: () => void) {
  const before = req.socket.bytesRead;
  const timer = setTimeout(end, LINGER.ms);
  const isDone = () => {
    clearTimeout(timer);
    end();
  };
  req.on("data", () => {
    if (req.socket.bytesRead - before > LINGER.bytes) isDone();
  });
  req.once("end", isDone);
  req.once("close", () => clearTimeout(timer));
  req.resume();
}

/** Ends a request whose body takes too long or stops arriving: it would only hold a connection. */
function dropWhenSlow(req: IncomingMessage, ms: { most: number; stall: number; lookEvery: number }) {
  const started = performance.now();
  let moved = { at: started, bytes: req.socket.bytesRead };
  const timer = setInterval(() => {
    if (req.complete) return clearInterval(timer);
    const now = performance.now();
    if (req.socket.bytesRead !== moved.bytes) moved = { at: now, bytes: req.socket.bytesRead };
    if (now - started > ms.most || now - moved.at >= ms.stall) req.destroy();
  }, ms.lookEvery);
  timer.unref();
  req.once("close", () => clearInterval(timer));
}
