import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { config, ROOT } from "./config.server";
import type { ShopDatabase } from "~/db/database.server";
import { startThread } from "~/db/start-thread.server";
import { failImport, isImportWaiting } from "~/domain/book-files/runs/run-imports.server";
import { oneAtATime } from "~/platform/pictures/image-files.server";
import { logger } from "~/platform/logger.server";
import { type TaskName, wake } from "~/platform/wake.server";

/** What the thread asks for: to write into the database, and to change pictures (`oneAtATime`). */
export type Permit = "write" | "pictures";

/** What the thread says (imports-worker.server.ts). */
export type FromThread =
  /** It is told the permit's name when it has it. */
  | { type: "may I"; permit: Permit }
  | { type: "is over"; permit: Permit }
  | { type: "wake"; task: TaskName }
  /** Nothing is left to do: the thread ends. */
  | { type: "done"; count: number };

/** What the thread is told. */
export type ToThread = Permit | "stop";

const THREAD = path.join(ROOT, "build/server/imports-thread.js");
/**
 * What the thread's own objects may take. Its program has 20 MB; by the numbers, names and editions of a file its rows are
 * compared, 20 to 45 MB for 1,00,000 of them. With 8 MB for new objects a check took a fifth longer.
 */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 24 };
/** How long a stop waits for the thread. What it does with a permit is over sooner; planning many books may not be. */
const STOP_MS = 500;
/** The pause between two permits, in which the shop's workers can write: longer than the time after which they try again. */
const LEFT_ALONE_MS = 12;

/**
 * Works at imports in a thread of this process, so that visitors' pages have this one. The thread is there while an import
 * waits; it has connections of its own to the database, and writes between the writes of this thread.
 * @returns as `runImports`
 */
export async function runImportsInThread(
  shop: ShopDatabase,
  stopping: AbortSignal,
  thread = THREAD,
): Promise<number> {
  if (!(await isImportWaiting(shop.read))) return 0;
  const { count, error } = await work(shop, stopping, thread);
  if (error === undefined) return count;
  logger.error({ err: error }, "the thread of imports ended");
  await failImport(shop, error);
  return 1;
}

/** @returns how many imports were worked at, and what the thread died of */
async function work(shop: ShopDatabase, stopping: AbortSignal, file: string) {
  const thread = startThread(file, LIMITS);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's
  const tell = (message: ToThread) => thread.postMessage(message);
  let count: number | undefined;
  let error: unknown;
  const endPermit: Partial<Record<Permit, () => void>> = {};
  let killing: NodeJS.Timeout | undefined;
  const stop = () => {
    tell("stop");
    killing = setTimeout(() => void thread.terminate(), STOP_MS);
  };

  let hasEnded = false;
  const lend = (permit: Permit) => {
    const give = () =>
      new Promise<void>((isOver) => {
        // It may have died while it waited for it.
        if (hasEnded) return isOver();
        endPermit[permit] = isOver;
        tell(permit);
      });
    const lent = permit === "write" ? pause().then(() => shop.lendWriting(give)) : oneAtATime(give);
    lent.catch((reason: unknown) => {
      error ??= reason;
      void thread.terminate();
    });
  };
  thread.on("message", (message: FromThread) => {
    if (message.type === "may I") lend(message.permit);
    else if (message.type === "is over") endPermit[message.permit]?.();
    else if (message.type === "wake") wake(message.task);
    else count = message.count;
  });
  thread.on("error", (reason) => (error = reason));
  stopping.addEventListener("abort", stop);
  if (stopping.aborted) stop();
  await new Promise((ended) => thread.once("exit", ended));
  stopping.removeEventListener("abort", stop);
  clearTimeout(killing);
  hasEnded = true;
  for (const end of Object.values(endPermit)) end();
  if (count === undefined && !stopping.aborted) error ??= new Error("it ended in the middle");
  return { count: count ?? 0, error };
}

const pause = async () => void (config.workers > 1 && (await delay(LEFT_ALONE_MS)));
