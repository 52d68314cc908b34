import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";
import { type Migration, Migrator } from "kysely";
import { prepareBookSearch } from "./book-search.server";
import type { ShopDatabase } from "./database.server";

const COPIES_KEPT = 5;

/**
 * Brings a shop's database up to date: all migrations, then the search index as it is declared. Takes and returns the
 * same as `migrate`.
 */
export async function updateDatabase(db: ShopDatabase, file: string, folder: string): Promise<string[]> {
  const applied = await migrate(db, file, folder);
  await prepareBookSearch(db);
  return applied;
}

/**
 * Brings the database to the newest schema: every pending file of `folder`, all in one transaction, so that
 * a migration that fails leaves the file as it was. Copies the database first when it already holds a schema.
 * @param file the database file that `db` has open
 * @param folder migrations/: timestamped .sql files, applied in the order of their names
 * @returns the names applied now, oldest first
 * @throws the error of the migration that failed, naming it
 */
export async function migrate(db: ShopDatabase, file: string, folder: string): Promise<string[]> {
  const migrator = new Migrator({
    db: db.write,
    provider: { getMigrations: async () => readMigrations(db, folder) },
  });
  const all = await migrator.getMigrations();
  const pending = all.filter((migration) => !migration.executedAt);
  if (pending.length === 0) return [];
  if (pending.length < all.length) await copyBefore(file, pending[0]!.name);
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === "Error")?.migrationName;
    throw new Error(`migration ${failed ?? "?"} failed; the database is as it was before`, { cause: error });
  }
  return (results ?? []).map((result) => result.migrationName);
}

function readMigrations(db: ShopDatabase, folder: string): Record<string, Migration> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return Object.fromEntries(
    files.map((name) => [
      path.basename(name, ".sql"),
      // The script runs on the connection that the migrator's transaction has open.
      { up: async () => db.executeScript(readFileSync(path.join(folder, name), "utf8")) },
    ]),
  );
}

/** An online copy beside the database, e.g. backups/before-20261121T1100_shop.db; the oldest copies go. */
async function copyBefore(file: string, migration: string) {
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
