// What the thread of imports runs (imports-thread.server.ts). It ends when nothing is left to do.
import "~/domain/kit/plain-issues";
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { parentPort, type MessagePort } from "node:worker_threads";
import { config } from "./config.server";
import { openDatabase } from "~/db/database.server";
import { runImports } from "~/domain/book-files/runs/run-imports.server";
import type { FromThread, Permit, ToThread } from "./imports-thread.server";
import { lockThrough } from "~/platform/pictures/image-files.server";
import { logger } from "~/platform/logger.server";
import { onEveryWake } from "~/platform/wake.server";

/** Four times as much makes nothing faster: the system has the file in memory as well. */
const CACHE_MB = 4;

const shop = parentPort as MessagePort;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's
const tell = (message: FromThread) => shop.postMessage(message);
const stopping = new AbortController();
/** Of each kind one task waits for its permit; further ones of this thread wait for that task. */
const begin: Partial<Record<Permit, () => void>> = {};

shop.on("message", (message: ToThread) => {
  if (message === "stop") stopping.abort();
  else begin[message]?.();
});
onEveryWake((task) => tell({ type: "wake", task }));

const permitFor = (permit: Permit) => async () => {
  const isMine = new Promise<void>((resolve) => (begin[permit] = resolve));
  tell({ type: "may I", permit });
  await isMine;
  return () => tell({ type: "is over", permit });
};
lockThrough(permitFor("pictures"));

// When both need the processor, pages go first. Only Linux has a priority for each thread; elsewhere this link is missing, and
// nothing changes.
try {
  const [, number] = /task\/(\d+)$/.exec(readlinkSync("/proc/thread-self"))!;
  setPriority(Number(number), constants.priority.PRIORITY_BELOW_NORMAL);
} catch (error) {
  logger.debug({ err: error }, "the thread of imports has the priority of all");
}

const database = openDatabase(config.databaseAt, { askToWrite: permitFor("write"), cacheMb: CACHE_MB });
const work = { dir: config.importsDir, stopping: stopping.signal };
let count = 0;
while (!stopping.signal.aborted && (await runImports(database, work)) > 0) count += 1;
await database.close();
tell({ type: "done", count });
shop.close();
