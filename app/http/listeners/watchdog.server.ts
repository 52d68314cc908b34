import type { IncomingMessage } from "node:http";
import { logger } from "~/platform/logger.server";

const OVER_MS = 200;
const LOOK_EVERY_MS = 50;
/** A shop under load says so once a second, not with every turn. */
const QUIET_MS = 1000;
const MOST_NAMED = 5;

/** Of a request: nothing else of it is ever logged, since an address may hold what is somebody's own. */
export interface Turn {
  method: string;
  /** As the shop declares it, e.g. /books/:id */
  route: string;
}

export interface Stall {
  ms: number;
  /** Whatever began last: most likely what took so long. */
  last: Turn | null;
  /** Others that were not answered yet, at most five. */
  beside: Turn[];
}

let last: IncomingMessage | null = null;
const unanswered = new Set<IncomingMessage>();

/** The shop goes on with this request now. */
export function noteTurn(req: IncomingMessage): void {
  last = req;
}

/** As `noteTurn`, for one that is just taken up. @returns what to call when it is answered */
export function noteRequest(req: IncomingMessage): () => void {
  last = req;
  unanswered.add(req);
  return () => unanswered.delete(req);
}

/**
 * Tells of every turn of the event loop over 200 ms: nobody else is served meanwhile. Looks at the clock 20 times a
 * second; what a request costs is one entry in a set.
 * @param patternOf the declared route of a path @param tell once a second at most
 * @returns what ends it
 */
export function watchTurns(
  patternOf: (path: string) => string,
  tell: (stall: Stall) => void = (stall) => logger.warn(stall, "a turn of the event loop took long"),
): () => void {
  let looked = performance.now();
  let told = -Infinity;
  const timer = setInterval(() => {
    const now = performance.now();
    const ms = Math.round(now - looked);
    looked = now;
    if (ms <= OVER_MS || now - told < QUIET_MS) return;
    told = now;
    const turnOf = ({ method = "GET", url = "/" }: IncomingMessage): Turn => ({
      method,
      route: patternOf(url.split("?", 1)[0]!),
    });
    const beside = [...unanswered].filter((req) => req !== last).slice(0, MOST_NAMED);
    tell({ ms, last: last && turnOf(last), beside: beside.map(turnOf) });
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
