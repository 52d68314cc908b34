import type { Worker } from "node:cluster";
import type { SendHandle } from "node:child_process";
import type { ConnectionsFromWorker, ConnectionsToWorker } from "./worker-connections.server";

// Workers accept connections themselves, and one that is idle takes all that come at the same moment. So that each has about
// as many, a worker offers what it has too many of, and the primary gives it to the worker with the fewest
// (docs/decisions/0032).

/** A worker that has not taken what it was given for so long is busy, or hangs: it gets nothing more until it has. */
const BUSY_MS = 100;

/** A connection's handle of Node, of which no socket is made here: that would read from it. */
interface Handle {
  close(): void;
}

interface Serving {
  worker: Worker;
  /** Open connections: what it has said of its own, and what it was given or left here. */
  count: number;
  /** What it was given and has not taken yet, oldest first. */
  given: { from: Worker; id: number; handle: Handle; since: number }[];
  /** What it knows of the others. */
  told: number | null;
}

const all = new Map<Worker, Serving>();

/** Counts this worker among those that connections are given to. */
export function shareConnections(worker: Worker) {
  const one: Serving = { worker, count: 0, given: [], told: null };
  all.set(worker, one);
  worker.on("message", (message: ConnectionsFromWorker | { type: string }, handle: unknown) => {
    if (message.type === "changed") {
      one.count += (message as { by: number }).by;
      tellAll();
    } else if (message.type === "offered") {
      offer(one, (message as { id: number }).id, handle as Handle | undefined);
    } else if (message.type === "took") {
      const { from, id } = one.given.shift()!;
      say(from, { type: "taken", id });
    } else if (message.type === "refused") {
      const { from, id } = one.given.shift()!;
      one.count -= 1;
      giveBack(from, id);
    }
  });
  // All that it has said is read by then, unlike at 'exit'. 'disconnect' does not come if Node has handles left for it.
  worker.process.once("close", () => {
    leaveOut(worker);
    for (const { from, id, handle } of one.given) {
      handle.close();
      giveBack(from, id);
    }
  });
  tellAll();
}

/** For a worker that is told to end. */
export function leaveOut(worker: Worker) {
  if (all.delete(worker)) tellAll();
}

/** Gives a connection to the worker with the fewest, if that has fewer than the one that offers, not counting this one. */
function offer(by: Serving, id: number, handle: Handle | undefined) {
  const now = performance.now();
  const free = [...all.values()].filter(
    ({ worker, given }) => worker !== by.worker && !(given[0] && now - given[0].since > BUSY_MS),
  );
  const fewest = free.toSorted((a, b) => a.count - b.count)[0];
  if (!handle || !fewest || fewest.count >= by.count) {
    handle?.close();
    giveBack(by.worker, id);
    return;
  }
  fewest.count += 1;
  fewest.given.push({ from: by.worker, id, handle, since: now });
  fewest.worker.send({ type: "take" } satisfies ConnectionsToWorker, handle as SendHandle, () =>
    handle.close(),
  );
  tellAll();
}

/** The worker that offered it serves it, and says later when it has ended. */
function giveBack(worker: Worker, id: number) {
  const one = all.get(worker);
  if (one) one.count += 1;
  say(worker, { type: "yours", id });
  tellAll();
}

/** Tells each worker how many connections that of the others has that has the fewest. */
function tellAll() {
  for (const one of all.values()) {
    const others = [...all.values()].filter((other) => other !== one).map(({ count }) => count);
    const fewest = others.length > 0 ? Math.min(...others) : null;
    if (fewest === one.told) continue;
    one.told = fewest;
    say(one.worker, { type: "fewest", count: fewest });
  }
}

function say(worker: Worker, message: ConnectionsToWorker) {
  if (worker.isConnected()) worker.send(message, () => {});
}
