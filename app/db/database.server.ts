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

/** The first parameter of domain functions: the read connection, the write connection or an open transaction. */
export type Db = Kysely<Tables>;

/** One shop's database file: one connection that writes, one that only reads. */
export interface ShopDatabase {
  /** Read-only: a page never waits for an open transaction. */
  read: Db;
  /** The only connection that writes; its transactions begin IMMEDIATE and run one after the other. */
  write: Db;
  /** Rises with every change that a visitor's page can show. Synchronous and fast: read on every visit. */
  catalogueVersion(): number;
  /**
   * Runs something that changes many books one after the other. Meanwhile `catalogueVersion` is read every ten seconds:
   * otherwise no visitor's page could be kept.
   */
  whileManyChange<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Why a write would fail now: the error of the last write, if it failed within half a minute and none succeeded
   * since, or the error of taking the lock. Writes nothing and does not wait. @returns null when writing is possible
   */
  whyNotWritable(): unknown;
  /** Runs a script of several statements on the write connection (migrations). */
  executeScript(script: string): void;
  close(): Promise<void>;
}

/**
 * SQLite's DDL is transactional: with this adapter Kysely's migrator applies all pending migrations or none. It can be
 * removed when Kysely's own SqliteAdapter reports this.
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
  let lastRead = { version: 0, at: -VERSION_HELD_MS };
  let manyChange = 0;
  return {
    read,
    write,
    catalogueVersion() {
      version ??= reader.prepare<[], number>("select version from catalogue_version").pluck();
      const now = performance.now();
      if (manyChange === 0 || now - lastRead.at >= VERSION_HELD_MS)
        lastRead = { version: version.get() ?? 0, at: now };
      return lastRead.version;
    },
    async whileManyChange(work) {
      manyChange += 1;
      try {
        return await work();
      } finally {
        manyChange -= 1;
      }
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
      // The writer is closed last: only it can checkpoint the WAL into the file. Kysely does not close a
      // connection that it never used, so both are also closed here.
      await read.destroy();
      reader.close();
      await write.destroy();
      writer.close();
    },
  };
}

const FAULT_COUNTS_MS = 30_000;
const VERSION_HELD_MS = 10_000;
const STATEMENTS_KEPT = 400;

/** Kysely prepares each statement every time; this keeps the shop's few hundred statements prepared. */
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
