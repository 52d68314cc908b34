// npm run clear-sample: removes the sample from a shop that was tried as a demo. Plain JavaScript, because the
// container has no compiler.
import "./node/required.mjs";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import SQLite from "better-sqlite3";
import { runCommand, say } from "./backup/command.mjs";
import { Refusal, ROOT } from "./backup/files.mjs";
import { findShop, loadShop } from "./backup/place.mjs";
import { requireNobody } from "./backup/postgres.mjs";

const USAGE = `Usage: npm run clear-sample -- [--yes] [--data DIR]

Removes the sample from a shop: its accounts, books, reviews and coupons, and all orders with test payments. What you have
added yourself stays. Stop the shop first. A backup is made before anything is removed.

  --yes        do not ask
  --data DIR   the shop's data folder; default: DATA_DIR, or data

Exits with 0 when the sample was removed; 1 when nothing was removed; 2 for wrong arguments.
`;

function readArguments() {
  const { values } = parseArgs({
    options: { yes: { type: "boolean" }, data: { type: "string" }, help: { type: "boolean" } },
  });
  return values;
}

/** Refuses if a shop is running, which would keep using the removed books and accounts. */
function requireStopped(file) {
  const db = new SQLite(file, { timeout: 300 });
  try {
    db.pragma("locking_mode = EXCLUSIVE");
    db.pragma("journal_mode = DELETE");
    db.exec("begin exclusive; commit");
  } catch (error) {
    if (/^SQLITE_(?:BUSY|LOCKED)/.test(error.code))
      throw new Refusal(`The shop in ${path.dirname(file)} is running. Stop it first.`);
    throw error;
  } finally {
    db.close();
  }
}

async function agree(dataDir) {
  say(
    `This removes from ${dataDir} the sample accounts, books, reviews and coupons, and all orders with test payments.`,
  );
  say("What you have added yourself stays. A backup is made first.");
  const ask = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await Promise.race([
    ask.question("Go on? (yes/no) "),
    new Promise((resolve) => ask.once("close", () => resolve("no"))),
  ]);
  ask.close();
  return answer.trim().toLowerCase() === "yes";
}

async function clear({ data, yes }) {
  const { dataDir, file, url } = findShop(data);
  if (!existsSync(path.join(ROOT, "build/server/index.js")))
    throw new Refusal("The program is not built yet: run npm run build first.");
  if (url) await requireNobody(dataDir);
  else requireStopped(file);
  if (!yes && !(await agree(dataDir))) throw new Refusal("Nothing was removed.");
  const backup = spawnSync(process.execPath, ["scripts/backup.mjs", "--data", dataDir], {
    cwd: ROOT,
    stdio: "inherit",
  });
  // 3: the backup was made, but the shop has a problem.
  if (backup.status !== 0 && backup.status !== 3)
    throw new Refusal("Nothing was removed: no backup could be made.");
  const { clearSampleShop } = await loadShop(dataDir);
  (await clearSampleShop()).forEach(say);
}

await runCommand({ usage: USAGE, readArguments, work: clear, failed: "Nothing was removed" });
