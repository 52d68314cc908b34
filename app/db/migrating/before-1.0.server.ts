import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { isPostgres } from "~/db/by-engine";
import { isDatabaseAway } from "~/db/database.server";
import type { ShopDatabase } from "~/db/engine";

/** migrations/before-1.0.json; npm run restore reads it too. */
interface Before {
  /** The last of the migrations that made the tables before version 1.0. */
  last: string;
  /** The last commit of the project that has these. */
  commit: string;
  /** The migration that makes the same tables at once. */
  baseline: string;
}

/** What the old migrations left behind and nothing reads. */
const LEFTOVERS = {
  sqlite: ["drop table if exists unindexed_books"],
  postgres: [
    "drop table if exists unindexed_books, books_fts, orders_fts, accounts_fts, audit_fts",
    "drop collation if exists letters",
  ],
};

/** A database of before version 1.0 that has not run all migrations of then. */
export class TooOld extends Error {
  constructor({ commit }: Before) {
    super(
      `The shop's database is from before version 1.0, and too old to be brought up to date: start it once with the commit ${commit}, then with this version.`,
    );
  }
}

/**
 * Takes over a database of before version 1.0. If it has run all migrations of then, its tables are those of the
 * baseline, which takes their place in its history; the database is copied before. Does nothing to any other.
 * @param folder migrations/ @throws {TooOld} if it has run only some of them
 */
export async function takeOver(db: ShopDatabase, folder: string): Promise<void> {
  const before = JSON.parse(readFileSync(path.join(folder, "before-1.0.json"), "utf8")) as Before;
  const applied = await appliedMigrations(db);
  if (applied.length === 0 || applied.includes(before.baseline)) return;
  if (!applied.includes(before.last)) throw new TooOld(before);
  await db.copyBefore(before.baseline);
  await db.write.transaction().execute(async (trx) => {
    await sql`delete from kysely_migration where name <= ${before.last}`.execute(trx);
    // Another process may have been first.
    await sql`insert into kysely_migration (name, timestamp) values (${before.baseline}, ${new Date().toISOString()})
      on conflict do nothing`.execute(trx);
    for (const statement of LEFTOVERS[isPostgres(trx) ? "postgres" : "sqlite"])
      await sql.raw(statement).execute(trx);
  });
}

/** The names of the migrations that the database has run; none of one without tables. @throws if the database is away */
export async function appliedMigrations(db: ShopDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`
    .execute(db.read)
    .catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      return { rows: [] };
    });
  return rows.map(({ name }) => name);
}
