import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Migration, Migrator } from "kysely/migration";
import { appliedMigrations, takeOver } from "./before-1.0.server";
import { isPostgres } from "~/db/by-engine";
import type { ShopDatabase } from "~/db/engine";
import { translated } from "~/db/postgres/translated";

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
 * @param folder migrations/: timestamped .sql files, applied in the order of their names; see CONTRIBUTING.md, 'Migrations'
 * @returns the names of the applied migrations, oldest first
 * @throws an error with the name of the failed migration; {@link TooOld} for a database that has to be started with an
 * earlier version first
 */
export async function migrate(db: ShopDatabase, folder: string): Promise<string[]> {
  await takeOver(db, folder);
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
  const run = new Set(await appliedMigrations(db));
  const known = Object.keys(readMigrations(db, folder));
  if (!known.every((name) => run.has(name))) return "fewer";
  return run.size > known.length ? "more" : "same";
}

/** What a migration does: the file of its name for both engines, then the one in the folder of this engine. */
function readMigrations(db: ShopDatabase, folder: string): Record<string, Migration> {
  const postgres = isPostgres(db.write);
  const own = path.join(folder, postgres ? "postgres" : "sqlite");
  const scriptsOf = (name: string) => [
    ...scriptIn(folder, name).map((script) => (postgres ? translated(script) : script)),
    ...scriptIn(own, name),
  ];
  const names = [folder, own].flatMap((at) => readdirSync(at)).filter((file) => file.endsWith(".sql"));
  return Object.fromEntries(
    names.map((name) => [
      path.basename(name, ".sql"),
      {
        // The scripts are a part of the migrator's open transaction.
        async up(trx) {
          for (const script of scriptsOf(name)) await db.executeScript(script, trx);
        },
      },
    ]),
  );
}

function scriptIn(folder: string, name: string): string[] {
  const file = path.join(folder, name);
  return existsSync(file) ? [readFileSync(file, "utf8")] : [];
}
