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
  run(): Promise<number>;
}

/**
 * Runs each task in turn with itself: never twice at once. A task that worked rows looks again at once.
 * @returns a function that stops the worker and resolves when the running tasks have ended
 */
export function startWorker(tasks: Task[]): () => Promise<void> {
  const stops = tasks.map(runTask);
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function runTask(task: Task): () => Promise<void> {
  let stopped = false;
  let nudged = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function round() {
    let worked = 0;
    nudged = false;
    try {
      worked = await task.run();
    } catch (error) {
      logger.error({ task: task.name, err: error }, "background task failed");
    }
    if (!stopped) schedule(worked > 0 || nudged ? 0 : task.everyMs);
  }
  function schedule(delay: number) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = round().finally(() => (running = undefined));
    }, delay);
    timer.unref();
  }
  const silence = onWake(task.name, () => {
    nudged = true;
    if (!running && !stopped) schedule(0);
  });
  schedule(0);
  return async () => {
    stopped = true;
    silence();
    clearTimeout(timer);
    await running;
  };
}
