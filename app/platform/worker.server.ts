import { setTimeout as delay } from "node:timers/promises";
import type { ShopDatabase } from "~/db/database.server";
import { logger } from "./logger.server";
import { onWake, type TaskName } from "./wake.server";

/**
 * A background task processes due rows of the database and returns how many it processed. It must be safe to repeat,
 * since a crash may happen after the work and before the row is marked.
 */
export interface Task {
  name: TaskName;
  /** How often to run without being woken. */
  everyMs: number;
  /** How soon it runs again after a round that processed rows; by default at once. */
  againMs?: number;
  /**
   * @param stopping aborted when the shop closes, or when another process of the shop may have begun the same: start
   * nothing more
   */
  run(stopping: AbortSignal): Promise<number>;
}

/** Longer than any round that does not wait for another server; such a round is repeated after the next start. */
const GRACE_MS = 8000;
/** The tasks begin one by one, so that the first requests after a start are answered in between. */
const APART_MS = 50;
/** So soon a task that was woken tries again, when another process of the shop was at it. */
const BUSY_MS = 1000;

type Exclusively = Pick<ShopDatabase, "exclusively">;

/**
 * Runs each task repeatedly, never twice at once, in whatever process of the shop. A task that processed rows runs again at
 * once, unless it says otherwise. One that was woken while another process was at it tries again until it has run, since
 * that process may have looked before the rows were there.
 * @param shop says whether another process runs a task. A process that has lost its connection to the database notices
 * some seconds later, so two may run the same round for a moment. What then happens at most:
 * - refunds: the gateway gets the same idempotency key twice and refunds once; states of refunds and payments only move on;
 * - mails and webhooks: each is claimed by its number of tries, so one is sent twice only if the first process takes
 *   longer than until its next try; the later answer does not undo that it was sent;
 * - sandbox webhooks, calls to the gateway about an order, and fetched pictures: asked for twice, written once;
 * - imports: whoever took one last goes on, and the other's turn is rolled back;
 * - lapses, sales, alerts, notices and sweeps: one transaction each, which looks again at what it changes.
 * @returns a function that stops the worker and resolves when the running tasks have ended, or after `graceMs`
 */
export function startWorker(tasks: Task[], shop: Exclusively, graceMs = GRACE_MS): () => Promise<void> {
  const stops = tasks.map((task, index) => runTask(task, shop, graceMs, index * APART_MS));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/**
 * Runs works one after another, for a task of several. One that fails is logged by its name, and the others run.
 * @param task the name of the task, for the log @param works by name @returns the sum of what they processed
 */
export async function runEach<Args extends unknown[]>(
  task: TaskName,
  works: Record<string, (...args: Args) => Promise<number>>,
  ...args: Args
): Promise<number> {
  let worked = 0;
  for (const [work, run] of Object.entries(works)) {
    try {
      worked += await run(...args);
    } catch (error) {
      logger.error({ task, work, err: error }, "a part of a background task failed");
    }
  }
  return worked;
}

function runTask(task: Task, shop: Exclusively, graceMs: number, firstAfterMs: number): () => Promise<void> {
  const stopping = new AbortController();
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function round() {
    const wasWoken = isWoken;
    let worked: number | undefined = 0;
    isWoken = false;
    try {
      worked = await shop.exclusively(`task ${task.name}`, (lost) =>
        untilEither(stopping.signal, lost, (signal) => task.run(signal)),
      );
    } catch (error) {
      logger.error({ task: task.name, err: error }, "background task failed");
    }
    if (stopping.signal.aborted) return;
    if (worked === undefined) {
      isWoken ||= wasWoken;
      schedule(isWoken ? BUSY_MS : task.everyMs);
    } else schedule(isWoken ? 0 : worked > 0 ? (task.againMs ?? 0) : task.everyMs);
  }
  function schedule(wait: number) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = round().finally(() => (running = undefined));
    }, wait);
    timer.unref();
  }
  const stopListening = onWake(task.name, () => {
    isWoken = true;
    if (!running && !stopping.signal.aborted) schedule(0);
  });
  schedule(firstAfterMs);
  return async () => {
    stopping.abort();
    stopListening();
    clearTimeout(timer);
    await Promise.race([running, delay(graceMs, undefined, { ref: false })]);
  };
}

/** Runs the work with a signal that is aborted with either of two. */
async function untilEither<T>(
  one: AbortSignal,
  other: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const both = new AbortController();
  const abort = () => both.abort();
  for (const signal of [one, other]) {
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
  }
  try {
    return await work(both.signal);
  } finally {
    for (const signal of [one, other]) signal.removeEventListener("abort", abort);
  }
}
