// What the thread of imports runs (imports-thread.server.ts). It ends when nothing is left to do.
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { parentPort, type MessagePort } from "node:worker_threads";
import { config } from "./config.server";
import { openDatabase } from "./db/database.server";
import { runImports } from "./domain/imports/runs/run-imports.server";
import { deleteName } from "./domain/merging/delete-name.server";
import type { FromThread, ToThread, Turn } from "./imports-thread.server";
import { takeTurnsBeside } from "./platform/image-files.server";
import { logger } from "./platform/logger.server";
import { onEveryWake } from "./platform/wake.server";

/** Four times as much makes nothing faster: the system has the file in memory as well. */
const CACHE_MB = 4;

const shop = parentPort as MessagePort;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's
const tell = (message: FromThread) => shop.postMessage(message);
const stopping = new AbortController();
/** One of each kind at a time waits for its turn: the others of this thread wait for that one. */
const begin: Partial<Record<Turn, () => void>> = {};

shop.on("message", (message: ToThread) => {
  if (message === "stop") stopping.abort();
  else begin[message]?.();
});
onEveryWake((task) => tell({ type: "wake", task }));

const turnOf = (turn: Turn) => async () => {
  const isMine = new Promise<void>((resolve) => (begin[turn] = resolve));
  tell({ type: "may I", turn });
  await isMine;
  return () => tell({ type: "is over", turn });
};
takeTurnsBeside(turnOf("pictures"));

// Where both want the processor, pages go first. Linux has a number and a priority for each thread; elsewhere there is no
// such link, and all stays as it is.
try {
  const [, number] = /task\/(\d+)$/.exec(readlinkSync("/proc/thread-self"))!;
  setPriority(Number(number), constants.priority.PRIORITY_BELOW_NORMAL);
} catch (error) {
  logger.debug({ err: error }, "the thread of imports has the priority of all");
}

const database = openDatabase(config.databaseAt, { turn: turnOf("write"), cacheMb: CACHE_MB });
const work = { dir: config.importsDir, stopping: stopping.signal, deleteName };
let count = 0;
while (!stopping.signal.aborted && (await runImports(database, work)) > 0) count += 1;
await database.close();
tell({ type: "done", count });
shop.close();
