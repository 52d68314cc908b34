import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";
import type { TestShop } from "./shop";

/**
 * Shops that go on running after a test file, for the next file: a new process takes a second of work, and answers
 * slowly until its code is compiled. A file gets a shop as new: its database is what it was after the start, its folders
 * are empty.
 */
interface ReusedShop {
  shop: TestShop;
  /** The database after the start. */
  fresh: string;
}

const idle: ReusedShop[] = [];

/**
 * A shop for a test file, running already if possible.
 * @param start starts one
 * @returns the shop, whose `remove` gives it back unless a test has stopped it
 */
export async function reuseShop(start: () => Promise<TestShop>): Promise<TestShop> {
  const reused = idle.pop() ?? (await startReused(start));
  await renew(reused);
  return lent(reused);
}

async function startReused(start: () => Promise<TestShop>): Promise<ReusedShop> {
  const shop = await start();
  const fresh = `${shop.dataDir}-fresh.db`;
  await copy(path.join(shop.dataDir, "kitab.db"), fresh);
  return { shop, fresh };
}

/** Into an open database, too: SQLite's backup is a transaction of the target. */
async function copy(from: string, to: string) {
  const source = new SQLite(from, { readonly: true });
  await source.backup(to, { progress: () => 1_000_000 });
  source.close();
}

async function renew({ shop, fresh }: ReusedShop) {
  for (const entry of readdirSync(shop.dataDir, { withFileTypes: true })) {
    const at = path.join(shop.dataDir, entry.name);
    if (entry.isDirectory())
      for (const inner of readdirSync(at)) rmSync(path.join(at, inner), { recursive: true });
    else if (!entry.name.startsWith("kitab.db")) rmSync(at);
  }
  const file = path.join(shop.dataDir, "kitab.db");
  const running = new SQLite(file, { readonly: true });
  const last = running.prepare("select max(book_id) from book_changes").pluck().get();
  running.close();
  // The shop keeps pages and lists in memory while the version of the catalogue is the same: each file gets another one.
  // Of books it keeps what has not changed since, so each that it may know changes.
  const source = new SQLite(fresh);
  source.exec("update catalogue_version set version = version + 1000000");
  source
    .prepare(
      `with recursive known (book_id) as (select 1 union all select book_id + 1 from known where book_id < ?)
       insert or replace into book_changes (book_id, at_version) select book_id, version from known, catalogue_version`,
    )
    .run(last ?? 1);
  source.close();
  await copy(fresh, file);
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
