import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { clientKey } from "~/http/request/limits/client-key.server";

/** Begins the work of a request when its client's address is next. The work of a client that has gone is forgotten at once. */
export type BeginInRotation = (work: () => void, req: IncomingMessage, res: ServerResponse) => void;

/** How long the loop waits for new connections between two requests, and how often at most while more keep coming. */
const TAKING = { ms: 1, times: 32 };

/**
 * Of all waiting requests one begins in each turn of the event loop, and the clients' addresses follow each other. So nobody waits for
 * everything that somebody else has sent, and files and cached pages are served in between.
 *
 * Node accepts one connection in a turn. So when several have come, they are accepted before the next request begins:
 * otherwise a client that opens and drops a thousand connections a second would keep all others from being accepted.
 * @param arrived how many connections have come so far
 */
export function rotation(arrived = () => 0): BeginInRotation {
  /** By address; the one that comes next is first. */
  const waiting = new Map<string, Set<() => void>>();
  let isDue = false;
  let seen = 0;
  let taken = 0;

  function beginNext() {
    const [first] = waiting;
    isDue = first !== undefined;
    if (!first) return;
    if (arrived() > seen && taken < TAKING.times) {
      seen = arrived();
      taken += 1;
      setTimeout(beginNext, TAKING.ms);
      return;
    }
    taken = 0;
    setImmediate(beginNext);
    const [address, works] = first;
    const [work] = works;
    works.delete(work!);
    waiting.delete(address);
    if (works.size > 0) waiting.set(address, works);
    work!();
  }

  return (work, req, res) => {
    if (res.destroyed) return;
    const address = clientKey(req);
    const works = waiting.get(address) ?? new Set();
    waiting.set(address, works.add(work));
    res.once("close", () => {
      if (works.delete(work) && works.size === 0) waiting.delete(address);
    });
    if (isDue) return;
    isDue = true;
    // The connection of this request is accepted already: it need not wait for further ones.
    seen = arrived();
    setImmediate(beginNext);
  };
}

/** A listener whose requests begin in rotation. */
export const rotated =
  (beginInRotation: BeginInRotation, next: RequestListener): RequestListener =>
  (req, res) =>
    beginInRotation(() => next(req, res), req, res);
