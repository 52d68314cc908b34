import type { Db } from "~/db/database.server";
import { importById } from "~/domain/book-files/runs/import-runs.server";

/**
 * Runs an import to its end, with a stop after each part.
 * @param run works at it until it is told to stop @returns how often it was stopped
 */
export async function runWithStops(
  read: Db,
  id: number,
  run: (stopping: AbortSignal) => Promise<unknown>,
): Promise<number> {
  const found = async () => (await importById(read, id))!;
  let stops = 0;
  for (; (await found()).status === "importing"; stops += 1) {
    const stopping = new AbortController();
    const { done } = (await found()).progress;
    // It ends by itself after the last part.
    const running = run(stopping.signal).finally(() => stopping.abort());
    while ((await found()).progress.done === done && !stopping.signal.aborted)
      await new Promise((resolve) => setImmediate(resolve));
    stopping.abort();
    await running;
  }
  return stops;
}
