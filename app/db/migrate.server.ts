import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Migration, Migrator, sql } from "kysely";
import { isDatabaseAway } from "./database.server";
import type { ShopDatabase } from "./engine";
import { isPostgres } from "./by-engine";

/**
 * Brings a shop's database up to date: runs all migrations, then makes the search index as declared, unless a newer
 * process has migrated the database further: the index is its own then. Parameters and result are those of `migrate`.
 */
export async function updateDatabase(db: ShopDatabase, folder: string): Promise<string[]> {
  const applied = await migrate(db, folder);
  if ((await compared(db, folder)) === "same") await db.prepareSearch();
  return applied;
}

/**
 * Brings the database to the newest schema: runs every pending file of `folder` in one transaction, so that a failed
 * migration leaves the database as it was. Copies the database first if it already has a schema.
 * @param folder migrations/: timestamped .sql files, applied in the order of their names; those for PostgreSQL are in its
 * folder postgres/
 * @returns the names of the applied migrations, oldest first
 * @throws an error with the name of the failed migration
 */
export async function migrate(db: ShopDatabase, folder: string): Promise<string[]> {
  const migrator = new Migrator({
    db: db.write,
    provider: { getMigrations: async () => readMigrations(db, folder) },
  });
  const all = await migrator.getMigrations();
  const pending = all.filter((migration) => !migration.executedAt);
  if (pending.length === 0) return [];
  if (pending.length < all.length) await db.copyBefore(pending[0]!.name);
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === "Error")?.migrationName;
    throw new Error(`migration ${failed ?? "?"} failed; the database is as it was before`, { cause: error });
  }
  return (results ?? []).map((result) => result.migrationName);
}

/**
 * Whether the database has run all migrations of `folder`. On PostgreSQL it may have run more: a process goes on beside a
 * newer one, since migrations only add what it does not need to know (docs/decisions/0033).
 */
export async function isUpToDate(db: ShopDatabase, folder: string): Promise<boolean> {
  const found = await compared(db, folder);
  return found === "same" || (found === "more" && isPostgres(db.write));
}

/** What the database has run, compared with the migrations of `folder`. @throws an error of a database that is away */
async function compared(db: ShopDatabase, folder: string): Promise<"fewer" | "same" | "more"> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`
    .execute(db.read)
    .catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      return { rows: [] };
    });
  const run = new Set(rows.map(({ name }) => name));
  const known = Object.keys(readMigrations(db, folder));
  if (!known.every((name) => run.has(name))) return "fewer";
  return run.size > known.length ? "more" : "same";
}

function readMigrations(db: ShopDatabase, folder: string): Record<string, Migration> {
  const own = isPostgres(db.write) ? path.join(folder, "postgres") : folder;
  const files = readdirSync(own).filter((name) => name.endsWith(".sql"));
  return Object.fromEntries(
    files.map((name) => [
      path.basename(name, ".sql"),
      // The script is a part of the migrator's open transaction.
      { up: async (trx) => db.executeScript(readFileSync(path.join(own, name), "utf8"), trx) },
    ]),
  );
}
