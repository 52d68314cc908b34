// The program of the thread of slow reads (slow-reads.server.ts). It is run as it is, not built.
import { parentPort, workerData } from "node:worker_threads";
import SQLite from "better-sqlite3";

const STATEMENTS_KEPT = 200;

const database = new SQLite(workerData.file, { readonly: true });
for (const pragma of workerData.pragmas) database.pragma(pragma);
const statements = new Map();

function prepared(text) {
  let statement = statements.get(text);
  if (!statement) {
    if (statements.size === STATEMENTS_KEPT) statements.clear();
    statements.set(text, (statement = database.prepare(text)));
  }
  return statement;
}

function answer({ id, text, parameters }) {
  const began = performance.now();
  try {
    return { id, rows: prepared(text).all(parameters), ms: performance.now() - began };
  } catch (error) {
    return { id, error: { message: error.message, code: error.code } };
  }
}

parentPort.on("message", (question) => {
  if (question === "close") {
    database.close();
    parentPort.close();
    return;
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's
  parentPort.postMessage(answer(question));
});
