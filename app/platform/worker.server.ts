import { setTimeout as delay } from "node:timers/promises";
import { logger } from "./logger.server";
import { onWake, type TaskName } from "./wake.server";

/**
 * Background work is rows in the database. A task works off what is due and says how many rows it worked;
 * it must be safe to repeat, since a crash may come between the deed and the mark.
 */
export interface Task {
  name: TaskName;
  /** How often to look without being nudged. */
  everyMs: number;
  /** @param stopping when it is raised the shop closes: begin nothing more */
  run(stopping: AbortSignal): Promise<number>;
}

/** Longer than any round that does not wait for another server; one that does is left to the next start. */
const GRACE_MS = 8000;

/**
 * Runs each task in turn with itself: never twice at once. A task that worked rows looks again at once.
 * @returns a function that stops the worker and resolves when the running tasks have ended, or after `graceMs`
 */
export function startWorker(tasks: Task[], graceMs = GRACE_MS): () => Promise<void> {
  const stops = tasks.map((task) => runTask(task, graceMs));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function runTask(task: Task, graceMs: number): () => Promise<void> {
  const stopping = new AbortController();
  let nudged = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function round() {
    let worked = 0;
    nudged = false;
    try {
      worked = await task.run(stopping.signal);
    } catch (error) {
      logger.error({ task: task.name, err: error }, "background task failed");
    }
    if (!stopping.signal.aborted) schedule(worked > 0 || nudged ? 0 : task.everyMs);
  }
  function schedule(wait: number) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = round().finally(() => (running = undefined));
    }, wait);
    timer.unref();
  }
  const silence = onWake(task.name, () => {
    nudged = true;
    if (!running && !stopping.signal.aborted) schedule(0);
  });
  schedule(0);
  return async () => {
    stopping.abort();
    silence();
    clearTimeout(timer);
    await Promise.race([running, delay(graceMs, undefined, { ref: false })]);
  };
}
