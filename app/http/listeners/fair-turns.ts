import type { RequestListener } from "node:http";
import { noteTurn } from "./watchdog.server";

/** How long work is begun in one turn of the event loop. Several short writes share a turn, and so a commit. */
const TURN_MS = 5;
/** Work that has taken longer by then is divided where it reads the database. */
const LONG_MS = 10;
/** Node takes one new connection in each turn. */
const MOST_TURNS_OF_REST = 64;

/**
 * Begins pieces of work in the order in which they came, but not all in one turn of the event loop: the work of a page is one
 * chain without a pause, and of a burst of them kept pages and files would have to wait for the last. Before it goes on, it
 * lets Node take the connections that wait. Nothing is held while work waits for the network or a disk.
 * @param clock milliseconds
 */
export function fairTurns(clock = () => performance.now()) {
  const waiting: (() => void)[] = [];
  /** Further parts of what has begun: these go first, so that a page is finished before the next one is begun. */
  const further: (() => void)[] = [];
  let began: number | null = null;
  let isResting = false;
  let turnsOfRest = 0;
  let connections = 0;
  let connectionsBefore = 0;

  function step() {
    if (isResting) return;
    const now = clock();
    if (began === null) {
      began = now;
      setImmediate(rest);
    } else if (now - began >= TURN_MS) return;
    // Node runs all that follows from it before the next `step`.
    (further.shift() ?? waiting.shift())?.();
  }

  /** Runs in each turn after one in which work was begun, until no connection came, or nothing waits. */
  function rest() {
    const left = waiting.length + further.length;
    isResting = left > 0;
    if (isResting && connections !== connectionsBefore && ++turnsOfRest < MOST_TURNS_OF_REST) {
      connectionsBefore = connections;
      setImmediate(rest);
      return;
    }
    isResting = false;
    turnsOfRest = 0;
    began = null;
    for (let steps = left; steps > 0; steps--) setImmediate(step);
  }

  function inTurn(work: () => void) {
    waiting.push(work);
    setImmediate(step);
  }

  return {
    /** Has this work, a part of what was begun before, go on in a turn. */
    goOn(work: () => void) {
      further.push(work);
      setImmediate(step);
    },

    /** Whether this turn has taken so long that its work should go on in another. */
    isLong: () => began !== null && clock() - began >= LONG_MS,

    /** To be told of each new connection. */
    noteConnection: () => void connections++,

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
