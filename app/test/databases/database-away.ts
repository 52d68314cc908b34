import path from "node:path";
import SQLite from "better-sqlite3";
import { expect } from "vitest";
import { CompiledQuery, sql } from "kysely";
import { openDatabase } from "~/db/database.server";
import { isOnPostgres } from "./postgres";
import type { TestShop } from "../shop";

/**
 * Locks a shop's database against writes, as another process does that is writing for long.
 * @returns what ends it
 */
export async function lockDatabase(
  shop: TestShop,
  lock: "immediate" | "exclusive" = "immediate",
): Promise<() => Promise<void>> {
  if (isOnPostgres) {
    const other = openDatabase(shop.databaseAt);
    // A transaction takes the lock that all writes take, and ends with its connection.
    const locked = await other.write.startTransaction().execute();
    // The server would end a transaction in which nothing happens: on a busy machine in the middle of the test.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(locked);
    return async () => {
      await locked.rollback().execute();
      await other.close();
    };
  }
  const file = new SQLite(path.join(shop.dataDir, "kitab.db"));
  file.exec(`begin ${lock}`);
  return async () => {
    file.exec("rollback");
    file.close();
  };
}

/**
 * Makes a shop's database refuse writes from now on: a full disk, or a server of PostgreSQL that is only a standby.
 * @returns the code of such an error in the shop's log
 */
export async function refuseWrites(shop: TestShop): Promise<string> {
  if (isOnPostgres) {
    const db = shop.db.write;
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    await db.executeQuery(
      CompiledQuery.raw(`alter database ${rows[0]!.name} set default_transaction_read_only = on`),
    );
    // Connections that are open go on as they were.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(shop.db.read);
    return "25006";
  }
  process.kill(shop.pid, "SIGUSR2");
  await expect.poll(() => /full (\w+)/.exec(shop.output())?.[1], { timeout: 30_000 }).toBe("SQLITE_FULL");
  return "SQLITE_FULL";
}
