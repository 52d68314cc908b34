import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { keepPostgresRows } from "./databases/fresh-postgres";
import { keepSqliteFile } from "./databases/fresh-sqlite";
import { isOnPostgres } from "./databases/postgres";
import type { TestShop } from "./shop";

/**
 * Shops that go on running after a test file, for the next file: a new process takes a second of work, and answers
 * slowly until its code is compiled. A file gets a shop as new: its database is what it was after the start, its folders
 * are empty.
 *
 * The shop keeps pages and lists in memory while the version of the catalogue is the same: each file gets another one.
 * Of books it keeps what has not changed since, so each that it may know changes.
 */
interface ReusedShop {
  shop: TestShop;
  /** Makes the database what it was after the start, with a later version of the catalogue. */
  renewDatabase(): Promise<void>;
}

const idle: ReusedShop[] = [];

/**
 * A shop for a test file, running already if possible.
 * @param start starts one
 * @returns the shop, whose `remove` gives it back unless a test has stopped it
 */
export async function reuseShop(start: () => Promise<TestShop>): Promise<TestShop> {
  const reused = idle.pop() ?? (await startReused(start));
  emptyFolders(reused.shop);
  await reused.renewDatabase();
  return lent(reused);
}

async function startReused(start: () => Promise<TestShop>): Promise<ReusedShop> {
  const shop = await start();
  const renewDatabase = isOnPostgres ? await keepPostgresRows(shop.db) : await keepSqliteFile(shop.dataDir);
  return { shop, renewDatabase };
}

function emptyFolders({ dataDir }: TestShop) {
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    const at = path.join(dataDir, entry.name);
    if (entry.isDirectory())
      for (const inner of readdirSync(at)) rmSync(path.join(at, inner), { recursive: true });
    else if (!entry.name.startsWith("kitab.db")) rmSync(at);
  }
}

function lent(reused: ReusedShop): TestShop {
  const { shop } = reused;
  const before = shop.output().length;
  let isRunning = true;
  return {
    ...shop,
    // Who knows the process may fill its disk or measure its memory.
    get pid(): never {
      throw new Error("a test of the shop's process needs ownShop()");
    },
    output: () => shop.output().slice(before),
    stop(signal) {
      isRunning = false;
      return shop.stop(signal);
    },
    async remove() {
      if (!isRunning) return shop.remove();
      idle.push(reused);
    },
  };
}
