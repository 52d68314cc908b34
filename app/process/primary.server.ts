import cluster, { type Worker } from "node:cluster";
import { config } from "./config.server";
import { database } from "~/db/shop-database.server";
// Its functions for all workers.
import "~/http/request/limits/rate-limit.server";
import { startMetrics } from "./metrics.server";
import { answerWorkers } from "~/platform/in-primary.server";
import { logger } from "~/platform/logger.server";
import { shopSecret } from "~/platform/secrets/shop-secret.server";
import { releaseLocksOf } from "~/platform/locks.server";
import type { FromWorker, ToWorker } from "./worker.server";

/** Longer than a worker takes to end in order. */
const KILL_MS = 12_000;
/** Much longer than a worker takes to listen. */
const START_MS = 60_000;
/** A worker that dies sooner than this after its start would die again: the next one is started later. */
const YOUNG_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;
/**
 * For glibc, which otherwise gives each of Node's threads a pool of memory of its own: 8 to 13 MB less for each worker
 * (docs/decisions/0032).
 */
const FEW_POOLS = { MALLOC_ARENA_MAX: "2" };

/** A worker that listens. */
interface Serving {
  worker: Worker;
  port: number;
  since: number;
  /** How many restarts had been asked for when it was started. */
  restarts: number;
}

const numbers = Array.from({ length: config.workers }, (_, index) => index + 1);
/** By number. */
const serving = new Map<number, Serving>();
/** How many restarts have been asked for. */
let restarts = 0;
let isClosing = false;
/** How many have died young one after the other. */
let deaths = 0;
/** Until then dead workers are not replaced. */
let pausedUntil = 0;
/** Whether one that was replaced still answers what it has begun. */
let isOneLeaving = false;
let changing: Promise<void> | undefined;
/** Ends the waiting of `change`. */
let lookAgain = () => {};

/**
 * Starts the workers, which serve, and replaces each that dies.
 * @param file the script that they run, if it is not the one that was started
 * @returns the port at which they listen, a function that stops them, and one that replaces them one after the other
 * @throws the error of the first that could not listen, e.g. EADDRINUSE
 */
export async function startWorkers(file?: string) {
  cluster.setupPrimary(file === undefined ? {} : { exec: file });
  // Made before two workers would make one each.
  shopSecret();
  answerWorkers();
  await startMetrics(database);
  changing = Promise.all(numbers.map(startOne)).then(() => {});
  await changing;
  changing = undefined;
  const { port } = [...serving.values()][0] ?? { port: config.PORT };
  void settle();
  return { port, stop, restart };
}

/**
 * Brings the workers to what is wanted: one of each number, started since the last restart was asked for. Whatever
 * happens meanwhile, it makes one change after the other, and nothing else starts a worker: so there are never two of a
 * number, except while one replaces the other.
 * @returns when nothing is left to do
 */
function settle(): Promise<void> {
  lookAgain();
  return (changing ??= change().finally(() => (changing = undefined)));
}

async function change(): Promise<void> {
  for (;;) {
    if (isClosing) return;
    const missing = numbers.filter((number) => !serving.has(number));
    const old = numbers.find(isOld);
    const pause = pausedUntil - performance.now();
    if (missing.length > 0 && pause <= 0) await startMissing(missing);
    else if (old !== undefined && !isOneLeaving) await replace(old);
    else if (missing.length > 0 || isOneLeaving) await wait(pause > 0 ? pause : LONGEST_PAUSE_MS);
    else return;
  }
}

const isOld = (number: number) => (serving.get(number)?.restarts ?? restarts) < restarts;

/** Waits so long, or until something has happened. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    lookAgain = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** Starts those of several numbers at once: when one has died, the others may be dead as well. */
async function startMissing(missing: number[]): Promise<void> {
  const starts = await Promise.allSettled(missing.map(startOne));
  const failed = starts.find((start) => start.status === "rejected");
  if (!failed || isClosing) return;
  logger.error({ err: failed.reason as unknown }, "a worker could not be started");
  noteDeath({ isYoung: true });
}

/** Starts the successor of one, and then lets it end, while others go on being replaced if they die. */
async function replace(number: number): Promise<void> {
  const before = serving.get(number)!;
  try {
    await startOne(number);
  } catch (error) {
    if (isClosing) return;
    logger.error({ err: error }, "a new worker did not start: the workers that are there stay");
    for (const one of serving.values()) one.restarts = restarts;
    return;
  }
  if (!numbers.some(isOld)) logger.info("the workers were replaced");
  isOneLeaving = true;
  void end(before.worker).finally(() => {
    isOneLeaving = false;
    void settle();
  });
}

/** A dead worker's successor is started at once, but after a growing pause if several in a row have died young. */
function noteDeath({ isYoung }: { isYoung: boolean }) {
  deaths = isYoung ? deaths + 1 : 0;
  const pause = deaths > 1 ? Math.min(2 ** (deaths - 2) * 1000, LONGEST_PAUSE_MS) : 0;
  pausedUntil = performance.now() + pause;
}

/** Called by `change` alone, and at the start. @returns when it listens and is in `serving` */
function startOne(number: number): Promise<void> {
  const asked = restarts;
  const worker = cluster.fork({ ...FEW_POOLS, KITAB_WORKER: String(number) });
  return new Promise((resolve, reject) => {
    const killing = setTimeout(() => worker.process.kill("SIGKILL"), START_MS);
    worker.on("message", (message: FromWorker | { type: string }) => {
      if (message.type === "ready" && "port" in message) {
        clearTimeout(killing);
        const { port } = message as Extract<FromWorker, { type: "ready" }>;
        serving.set(number, { worker, port, since: performance.now(), restarts: asked });
        resolve();
      } else if (message.type === "failed" && "message" in message) {
        reject(Object.assign(new Error(message.message), { code: message.code, port: message.port }));
      }
    });
    worker.once("exit", (code, signal) => {
      clearTimeout(killing);
      releaseLocksOf(worker.process.pid!);
      reject(new Error(`worker ${number} ended with ${signal ?? code} before it listened`));
      const one = serving.get(number);
      if (isClosing || one?.worker !== worker) return;
      serving.delete(number);
      logger.error({ of: number, code, signal }, "a worker ended and is replaced");
      noteDeath({ isYoung: performance.now() - one.since < YOUNG_MS });
      void settle();
    });
  });
}

/** Lets a worker end in order. @returns when it has ended */
async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  const killing = setTimeout(() => worker.process.kill("SIGKILL"), KILL_MS);
  worker.send({ type: "close" } satisfies ToWorker, () => {});
  await ended;
  clearTimeout(killing);
}

async function stop(): Promise<void> {
  isClosing = true;
  lookAgain();
  await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker)));
}

/**
 * Replaces the workers one after the other. Each new one listens before its predecessor stops, so no connection is
 * refused. If a new one does not start, the others stay.
 */
function restart(): Promise<void> {
  restarts += 1;
  return settle();
}
