import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { refusePlainly } from "./plain-refusal.server";

/** Forms are small. */
const FORM_BYTES = 1_048_576;
/** Whoever chose too large a picture gets the form back with a sentence, up to here; none of it is kept meanwhile. */
const UPLOAD_BYTES = 100 * 1_048_576;
const FORM_MS = 60_000;
/** A large picture over a slow line takes minutes, but must keep moving. */
const UPLOAD_MS = 600_000;
const UPLOAD_STALL_MS = 30_000;

/** Where pictures are posted to, as forms and as client navigations. */
const UPLOADS = /^\/(?:admin\/(?:products|settings)(?:\.data)?|api\/v1\/books\/updateCoverpage)(?:\?|$)/;

/** What `readBody` keeps to. */
interface BodyLimit {
  bytes: number;
  tooLarge(): void;
}

const limits = new WeakMap<IncomingMessage, BodyLimit>();

/**
 * Bounds what a request may send and how long it may take: 413 for a body over the limit, by its announced length,
 * else while it streams in.
 */
export function limitBodies(next: RequestListener): RequestListener {
  return (req, res) => {
    if (!req.headers["content-length"] && !req.headers["transfer-encoding"]) return next(req, res);
    const isUpload = isPictureUpload(req);
    const bytes = isUpload ? UPLOAD_BYTES : FORM_BYTES;
    const tooLarge = () => refuse(req, res);
    if (Number(req.headers["content-length"] ?? 0) > bytes) return tooLarge();
    limits.set(req, { bytes, tooLarge });
    limitTime(req, isUpload ? UPLOAD_MS : FORM_MS);
    if (isUpload) endWhenStalled(req);
    return next(req, res);
  };
}

/**
 * The body as a stream that is read from the socket no faster than somebody reads the stream: what nobody wants to
 * read (a refused guest's) is never held in memory.
 */
export function readBody(req: IncomingMessage): ReadableStream<Uint8Array> {
  const limit = limits.get(req) ?? { bytes: FORM_BYTES, tooLarge: () => req.destroy() };
  let seen = 0;
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
      seen += chunk.length;
      if (seen > limit.bytes) {
        fail("the request's body is too large");
        limit.tooLarge();
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
      // Whatever else comes is thrown away, so that the connection can serve the next request.
      cancel() {
        isOver = true;
        req.resume();
      },
    },
    { highWaterMark: 0 },
  );
}

const isPictureUpload = (req: IncomingMessage) =>
  req.method === "POST" &&
  UPLOADS.test(req.url ?? "") &&
  /^multipart\/form-data\b/i.test(req.headers["content-type"] ?? "");

function refuse(req: IncomingMessage, res: ServerResponse) {
  if (!res.headersSent) {
    const headers = { Connection: "close" };
    refusePlainly(req, res, { status: 413, msg: "The request is too large.", headers });
    // The handler that was reading the body still answers in its own time: into the void. Without this its
    // writeHead would throw outside every try and end the process.
    Object.assign(res, { writeHead: () => res, write: () => false, end: () => res });
  }
  req.pause();
}

/** A body that takes longer is a connection held for its own sake. */
function limitTime(req: IncomingMessage, ms: number) {
  const timer = setTimeout(() => {
    if (!req.complete) req.destroy();
  }, ms);
  timer.unref();
  req.once("close", () => clearTimeout(timer));
}

/** While a long upload streams in, silence ends it; what comes after (the work on the picture) may take its time. */
function endWhenStalled(req: IncomingMessage) {
  const stalled = () => {
    if (!req.complete) req.destroy();
  };
  req.socket.setTimeout(UPLOAD_STALL_MS, stalled);
  const done = () => {
    req.socket.setTimeout(0);
    req.socket.off("timeout", stalled);
  };
  req.once("end", done).once("close", done);
}
