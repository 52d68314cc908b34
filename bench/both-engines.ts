// The database of a benchmark that runs in this process: a new file of SQLite, or with BENCH_ENGINE=postgres a new server of
// PostgreSQL that waits for the disk as a real one.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { openDatabase } from "~/db/database.server";
import { updateDatabase } from "~/db/migrating/migrate.server";
import { startPostgres } from "../app/test/databases/postgres";

/** The engine's name, and an empty shop in it. `day`: SQL of the day that is `days` after a first one. */
export async function openBenchDatabase() {
  const isPostgres = process.env.BENCH_ENGINE === "postgres";
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-bench-"));
  const server = isPostgres
    ? await startPostgres(undefined, { shared_buffers: "256MB", max_connections: "100", autovacuum: "on" })
    : null;
  const db = openDatabase(server?.urlOf("postgres") ?? path.join(folder, "kitab.db"));
  await updateDatabase(db, path.resolve("migrations"));
  return {
    db,
    engine: isPostgres ? "PostgreSQL" : "SQLite",
    day: (from: string, days: string) =>
      isPostgres
        ? `to_char(date '${from}' + (${days}), 'YYYY-MM-DD')`
        : `date('${from}', (${days}) || ' days')`,
    /** So that rows alone are written: no event, no search entry. */
    withoutTriggers: async (tables: readonly string[]) => {
      if (isPostgres)
        return db.executeScript(tables.map((table) => `alter table ${table} disable trigger user;`).join(""));
      const names = tables.map((table) => `'${table}'`).join();
      const { rows } = await sql<{ name: string }>`select name from sqlite_master
        where type = 'trigger' and tbl_name in (${sql.raw(names)})`.execute(db.write);
      return db.executeScript(rows.map(({ name }) => `drop trigger ${name};`).join(""));
    },
    /** What a server of PostgreSQL does by itself after many rows were written; a shop on SQLite has no statistics. */
    settle: async () => {
      if (isPostgres) await db.executeScript("analyze");
    },
    close: async () => {
      await db.close();
      await server?.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
