import cluster, { type Worker } from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import { config } from "./config.server";
import { database } from "./db/shop-database.server";
// Its functions for all workers.
import "./http/request/rate-limit.server";
import { startMetrics } from "./metrics.server";
import { answerWorkers } from "./platform/in-primary.server";
import { logger } from "./platform/logger.server";
import { shopSecret } from "./platform/shop-secret.server";
import { endTurnsOf } from "./platform/turns.server";
import type { FromWorker, ToWorker } from "./worker.server";

/** Longer than a worker takes to end in order. */
const KILL_MS = 12_000;
/** A worker that dies sooner than this after its start would die again: the next one is started later. */
const YOUNG_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;

const workers = new Map<number, Worker>();
let isClosing = false;
/** How many have died young one after the other. */
let deaths = 0;

/**
 * Starts the workers, which serve, and replaces each that dies.
 * @returns the port at which they listen, a function that stops them, and one that replaces them one after the other
 * @throws the error of the first that could not listen, e.g. EADDRINUSE
 */
export async function startWorkers() {
  // The workers accept connections themselves: one that the primary was handing over to a worker that dies would be
  // answered by nobody, and a turn of the primary would keep new visitors waiting.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Made before two workers would make one each.
  shopSecret();
  answerWorkers();
  await startMetrics(database);
  const numbers = Array.from({ length: config.workers }, (_, index) => index + 1);
  const ports = await Promise.all(numbers.map(startOne));
  return { port: ports[0]!, stop, restart };
}

/** @returns the port, when it listens */
function startOne(number: number): Promise<number> {
  const started = performance.now();
  const worker = cluster.fork({ KITAB_WORKER: String(number) });
  return new Promise((resolve, reject) => {
    let isReady = false;
    worker.on("message", (message: FromWorker | { type: string }) => {
      if (message.type === "ready" && "port" in message) {
        isReady = true;
        workers.set(number, worker);
        resolve(message.port as number);
      } else if (message.type === "failed" && "message" in message) {
        reject(Object.assign(new Error(message.message), { code: message.code, port: message.port }));
      }
    });
    worker.once("exit", (code, signal) => {
      endTurnsOf(worker.process.pid!);
      if (!isReady) reject(new Error(`worker ${number} ended with ${signal ?? code} before it listened`));
      if (isClosing || workers.get(number) !== worker) return;
      workers.delete(number);
      logger.error({ of: number, code, signal }, "a worker ended and is replaced");
      void replaceDead(number, performance.now() - started < YOUNG_MS);
    });
  });
}

async function replaceDead(number: number, diedYoung: boolean): Promise<void> {
  deaths = diedYoung ? deaths + 1 : 0;
  // The first at once: the others may be dead as well.
  if (deaths > 1)
    await delay(Math.min(2 ** (deaths - 2) * 1000, LONGEST_PAUSE_MS), undefined, { ref: false });
  if (isClosing) return;
  await startOne(number).catch((error: unknown) => {
    logger.error({ err: error }, "a worker could not be started");
    return replaceDead(number, true);
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
  await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker)));
}

let restarting: Promise<void> | undefined;

/**
 * Replaces the workers one after the other. Each new one listens before its predecessor stops, so no connection is
 * refused. If a new one does not start, the others stay.
 */
const restart = () => (restarting ??= restartAll().finally(() => (restarting = undefined)));

async function restartAll(): Promise<void> {
  for (const number of [...workers.keys()].sort((a, b) => a - b)) {
    if (isClosing) return;
    const before = workers.get(number);
    try {
      await startOne(number);
    } catch (error) {
      logger.error({ err: error }, "a new worker did not start: the workers that are there stay");
      return;
    }
    if (before) await end(before);
  }
  logger.info("the workers were replaced");
}
