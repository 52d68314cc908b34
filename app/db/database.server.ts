import SQLite from "better-sqlite3";
import {
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDatabase,
  type SqliteStatement,
  type Driver,
} from "kysely";
import { LRUCache } from "lru-cache";
import { isDatabaseAway, ShopDriver } from "./connection.server";
import { applyPragmas } from "./pragmas.server";
import type { Tables } from "./tables";

export { isDatabaseAway } from "./connection.server";

/** What domain functions take first: the read connection, the write connection or an open transaction. */
export type Db = Kysely<Tables>;

/** One shop's database file: one connection that writes, one that only reads. */
export interface ShopDatabase {
  /** Read-only: a page never waits for an open transaction. */
  read: Db;
  /** The only connection that writes; its transactions begin IMMEDIATE and queue behind one another. */
  write: Db;
  /** Rises with whatever a visitor's page can show. Synchronous and quick: asked on every visit. */
  catalogueVersion(): number;
  /**
   * Why a write would fail now: the error of the last one, if it failed within half a minute and none got through
   * since, or that of taking the lock. Writes nothing and does not wait. @returns null when writing is possible
   */
  whyNotWritable(): unknown;
  /** Runs a script of several statements on the write connection (migrations). */
  executeScript(script: string): void;
  close(): Promise<void>;
}

/**
 * SQLite's DDL is transactional: with this Kysely's migrator applies pending migrations all or not at all. It can go when
 * Kysely's own SqliteAdapter says so.
 */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

class ShopDialect extends SqliteDialect {
  constructor(readonly driver: ShopDriver) {
    super({ database: driver.database });
  }
  override createDriver(): Driver {
    return this.driver;
  }
  override createAdapter() {
    return new TransactionalDdlAdapter();
  }
}

/**
 * Opens the database file, creating it when absent. Does not migrate.
 * @param file path of kitab.db; its folder must exist
 */
export function openDatabase(file: string): ShopDatabase {
  const writer = new SQLite(file);
  applyPragmas(writer, "write");
  const reader = new SQLite(file, { readonly: true });
  applyPragmas(reader, "read");
  const writing = new ShopDriver(keepingStatements(writer), writer);
  const reading = new ShopDriver(keepingStatements(reader), reader);
  const write = new Kysely<Tables>({ dialect: new ShopDialect(writing) });
  const read = new Kysely<Tables>({ dialect: new ShopDialect(reading) });
  let version: SQLite.Statement<[], number> | undefined;
  return {
    read,
    write,
    catalogueVersion() {
      version ??= reader.prepare<[], number>("select version from catalogue_version").pluck();
      return version.get() ?? 0;
    },
    whyNotWritable() {
      const { fault } = writing;
      if (fault && Date.now() - fault.at < FAULT_COUNTS_MS) return fault.error;
      // A write is under way: it has the lock.
      if (writer.inTransaction) return null;
      try {
        writer.exec("begin immediate");
        writer.exec("rollback");
        return null;
      } catch (error) {
        if (isDatabaseAway(error)) return error;
        throw error;
      }
    },
    executeScript: (script) => void writer.exec(script),
    async close() {
      // The writer goes last: only it can fold the WAL into the file. Kysely leaves a connection
      // it never used open, so both are closed by hand as well.
      await read.destroy();
      reader.close();
      await write.destroy();
      writer.close();
    },
  };
}

const FAULT_COUNTS_MS = 30_000;
const STATEMENTS_KEPT = 400;

/** Kysely prepares each statement anew; the shop's few hundred are prepared once, the longest unused going first. */
function keepingStatements(connection: SQLite.Database): SqliteDatabase {
  const kept = new LRUCache<string, SqliteStatement>({ max: STATEMENTS_KEPT });
  return {
    close: () => void connection.close(),
    prepare(text) {
      let statement = kept.get(text);
      if (!statement) kept.set(text, (statement = connection.prepare(text) as SqliteStatement));
      return statement;
    },
  };
}
