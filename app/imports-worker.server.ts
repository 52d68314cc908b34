// What the thread of imports runs (imports-thread.server.ts). It ends when nothing is left to do.
import { parentPort, type MessagePort } from "node:worker_threads";
import { config } from "./config.server";
import { openDatabase } from "./db/database.server";
import { runImports } from "./domain/imports/runs/run-imports.server";
import { deleteName } from "./domain/merging/delete-name.server";
import type { FromThread, ToThread } from "./imports-thread.server";
import { onEveryWake } from "./platform/wake.server";

/** Four times as much makes nothing faster: the system has the file in memory as well. */
const CACHE_MB = 4;

const shop = parentPort as MessagePort;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's
const tell = (message: FromThread) => shop.postMessage(message);
const stopping = new AbortController();
let begin: (() => void) | undefined;

shop.on("message", (message: ToThread) => {
  if (message === "stop") stopping.abort();
  else begin?.();
});
onEveryWake((task) => tell({ type: "wake", task }));

/** One write at a time waits for its turn: the connection has the others wait. */
async function turn() {
  const isMine = new Promise<void>((resolve) => (begin = resolve));
  tell({ type: "may I write" });
  await isMine;
  return () => tell({ type: "has written" });
}

const database = openDatabase(config.databaseFile, { turn, cacheMb: CACHE_MB });
const work = { dir: config.importsDir, stopping: stopping.signal, deleteName };
let count = 0;
while (!stopping.signal.aborted && (await runImports(database, work)) > 0) count += 1;
await database.close();
tell({ type: "done", count });
shop.close();
