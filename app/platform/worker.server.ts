import { setTimeout as delay } from "node:timers/promises";
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
  /** @param stopping aborted when the shop closes: start nothing more */
  run(stopping: AbortSignal): Promise<number>;
}

/** Longer than any round that does not wait for another server; such a round is repeated after the next start. */
const GRACE_MS = 8000;
/** The tasks begin one by one, so that the first requests after a start are answered in between. */
const APART_MS = 50;

/**
 * Runs each task repeatedly, never twice at once. A task that processed rows runs again at once, unless it says otherwise.
 * @returns a function that stops the worker and resolves when the running tasks have ended, or after `graceMs`
 */
export function startWorker(tasks: Task[], graceMs = GRACE_MS): () => Promise<void> {
  const stops = tasks.map((task, index) => runTask(task, graceMs, index * APART_MS));
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

function runTask(task: Task, graceMs: number, firstAfterMs: number): () => Promise<void> {
  const stopping = new AbortController();
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function round() {
    let worked = 0;
    isWoken = false;
    try {
      worked = await task.run(stopping.signal);
    } catch (error) {
      logger.error({ task: task.name, err: error }, "background task failed");
    }
    if (!stopping.signal.aborted) schedule(isWoken ? 0 : worked > 0 ? (task.againMs ?? 0) : task.everyMs);
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
