import type { RequestListener } from "node:http";
import { noteTurn } from "./watchdog.server";

/** How long one turn of the event loop begins work. Several short writes share a turn, and so a commit. */
const TURN_MS = 10;

/**
 * Begins pieces of work in the order in which they came, but not all in one turn of the event loop: the work of a page is one
 * chain without a pause, and of a burst of them kept pages and files would have to wait for the last. Nothing is held while
 * work waits for the network or a disk.
 */
export function fairTurns() {
  const waiting: (() => void)[] = [];
  let began: number | null = null;

  function step() {
    const now = performance.now();
    if (began === null) {
      began = now;
      setImmediate(() => (began = null));
    } else if (now - began >= TURN_MS) {
      setImmediate(step);
      return;
    }
    // Node runs all that follows from it before the next `step`.
    waiting.shift()?.();
  }

  function inTurn(work: () => void) {
    waiting.push(work);
    setImmediate(step);
  }

  return {
    /** @returns what the work returns */
    begin: <T>(work: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => inTurn(() => void work().then(resolve, reject))),

    /** A listener whose requests begin in their turn; one whose client has gone does not. */
    listener:
      (next: RequestListener): RequestListener =>
      (req, res) =>
        inTurn(() => {
          if (res.destroyed) return;
          noteTurn(req);
          next(req, res);
        }),
  };
}

export type FairTurns = ReturnType<typeof fairTurns>;
