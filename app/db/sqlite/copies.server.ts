import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";

const COPIES_KEPT = 5;

/** Copies the open database, e.g. to backups/before-20261127T0810_baseline.db, and deletes the oldest copies. */
export async function copyBefore(file: string, migration: string): Promise<void> {
  const folder = path.join(path.dirname(file), "backups");
  mkdirSync(folder, { recursive: true });
  const target = path.join(folder, `before-${migration}.db`);
  const source = new SQLite(file, { readonly: true });
  try {
    await source.backup(target);
  } finally {
    source.close();
  }
  const copies = readdirSync(folder)
    .filter((name) => name.startsWith("before-"))
    .sort();
  for (const old of copies.slice(0, -COPIES_KEPT)) {
    if (existsSync(path.join(folder, old))) rmSync(path.join(folder, old));
  }
}
