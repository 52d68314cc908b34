import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";
import { type Migration, Migrator, sql } from "kysely";
import { prepareBookSearch } from "./book-search.server";
import type { ShopDatabase } from "./database.server";

const COPIES_KEPT = 5;

/**
 * Brings a shop's database up to date: runs all migrations, then makes the search index as declared. Parameters and
 * result are those of `migrate`.
 */
export async function updateDatabase(db: ShopDatabase, file: string, folder: string): Promise<string[]> {
  const applied = await migrate(db, file, folder);
  await prepareBookSearch(db);
  return applied;
}

/**
 * Brings the database to the newest schema: runs every pending file of `folder` in one transaction, so that a failed
 * migration leaves the file as it was. Copies the database first if it already has a schema.
 * @param file the database file that `db` has open
 * @param folder migrations/: timestamped .sql files, applied in the order of their names
 * @returns the names of the applied migrations, oldest first
 * @throws an error with the name of the failed migration
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

/** Whether the database has run exactly the migrations of `folder`. */
export async function isUpToDate(db: ShopDatabase, folder: string): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db.read)
    .catch(() => ({ rows: [] }));
  const known = Object.keys(readMigrations(db, folder)).sort();
  return rows.length === known.length && rows.every(({ name }, index) => name === known[index]);
}

function readMigrations(db: ShopDatabase, folder: string): Record<string, Migration> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return Object.fromEntries(
    files.map((name) => [
      path.basename(name, ".sql"),
      // The script runs on the connection of the migrator's open transaction.
      { up: async () => db.executeScript(readFileSync(path.join(folder, name), "utf8")) },
    ]),
  );
}

/** Copies the open database, e.g. to backups/before-20261121T1100_shop.db, and deletes the oldest copies. */
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
