import type { IncomingMessage } from "node:http";
import { logger } from "~/platform/logger.server";

const OVER_MS = 200;
const LOOK_EVERY_MS = 50;
/** A shop under load logs at most once a second. */
const QUIET_MS = 1000;
const MOST_NAMED = 5;

/** The part of a request that is logged. Never its address, which may hold personal data. */
export interface Turn {
  method: string;
  /** The declared path, e.g. /books/:id */
  route: string;
}

export interface Stall {
  ms: number;
  /** The request that began last: most likely the one that took so long. */
  last: Turn | null;
  /** Other unanswered requests, at most five. */
  beside: Turn[];
}

let last: IncomingMessage | null = null;
const unanswered = new Set<IncomingMessage>();

/** Notes that the shop now works on this request. */
export function noteTurn(req: IncomingMessage): void {
  last = req;
}

/** Whether somebody waits for an answer, other than a kept page. */
export const isBusy = () => unanswered.size > 0;

/** As `noteTurn`, for a new request. @returns a function to call when it is answered */
export function noteRequest(req: IncomingMessage): () => void {
  last = req;
  unanswered.add(req);
  return () => unanswered.delete(req);
}

/**
 * Logs every turn of the event loop over 200 ms, during which no other request is served. Looks at the clock 20 times a
 * second; a request costs one entry in a set.
 * @param patternOf names the declared route of a path @param report called once a second at most
 * @returns a function that stops it
 */
export function watchTurns(
  patternOf: (path: string) => string,
  report: (stall: Stall) => void = (stall) => logger.warn(stall, "a turn of the event loop took long"),
): () => void {
  let lastTick = performance.now();
  let lastReport = -Infinity;
  const timer = setInterval(() => {
    const now = performance.now();
    const ms = Math.round(now - lastTick);
    lastTick = now;
    if (ms <= OVER_MS || now - lastReport < QUIET_MS) return;
    lastReport = now;
    const turnOf = ({ method = "GET", url = "/" }: IncomingMessage): Turn => ({
      method,
      route: patternOf(url.split("?", 1)[0]!),
    });
    const beside = [...unanswered].filter((req) => req !== last).slice(0, MOST_NAMED);
    report({ ms, last: last && turnOf(last), beside: beside.map(turnOf) });
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
