import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { plainAnswer } from "~/http/listeners/plain-page";
import { SECURITY_HEADERS } from "~/http/listeners/security-headers.server";

interface Refusal {
  status: number;
  /** Of the status line. */
  reason: string;
  msg: string;
  accept?: string;
}

/** By the code of Node's error. */
const REFUSALS: Partial<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: "Request Header Fields Too Large",
    msg: "This address is too long. Please search for less.",
    // Whoever types or pastes a long search has a browser; the headers were not read.
    accept: "text/html",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: "Request Timeout",
    msg: "The request took too long to arrive",
  },
};
const UNREADABLE: Refusal = { status: 400, reason: "Bad Request", msg: "The request could not be read" };

/** Whoever goes on sending is read for so long, so that the answer is not lost with a broken connection. */
const READING_MS = 2_000;

/** Answers requests that Node cannot read, so that no request object exists: with a page where a shopper may see it. */
export function answerUnread(server: Server): void {
  const answered = new WeakSet<Socket>();
  /** Those of a connection that are not sent yet; several, if requests came before the answers to others. */
  const responses = new WeakMap<Socket, Set<ServerResponse>>();
  server.prependListener("request", ({ socket }, response) => {
    const own = responses.get(socket) ?? new Set();
    responses.set(socket, own.add(response));
    response.once("close", () => own.delete(response));
  });
  /** Whether a part of another answer was sent already: more would spoil it. One that waits for its turn has no socket. */
  const isAnswering = (socket: Socket) =>
    [...(responses.get(socket) ?? [])].some((one) => one.socket === socket && one.headersSent);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    // Whatever follows the refused bytes is no request either.
    if (answered.has(socket)) return;
    if (error.code === "ECONNRESET" || !socket.writable || isAnswering(socket)) return socket.destroy();
    answered.add(socket);
    socket.end(answerTo(REFUSALS[error.code ?? ""] ?? UNREADABLE));
    socket.resume();
    setTimeout(() => socket.destroy(), READING_MS).unref();
  });
}

function answerTo({ status, reason, msg, accept }: Refusal): string {
  const { body, headers } = plainAnswer({ status, msg }, { accept, cookie: null });
  const all = {
    ...SECURITY_HEADERS,
    ...headers,
    "Cache-Control": "no-store",
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${reason}`, ...lines, "", body].join("\r\n");
}
