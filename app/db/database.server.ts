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
import { isDatabaseAway, ShopDriver, type TakeTurn } from "./connection.server";
import { KeptVersion, setKeptVersion } from "./kept-version.server";
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
  /**
   * Rises with every change that a visitor's page can show. Synchronous and fast: read on every visit. While an import
   * writes, it rises at most every thirty seconds, and at once for what this handle writes (kept-version.server.ts).
   */
  catalogueVersion(): number;
  /** Lets a thread that opened the file with `turn` write, when it is its turn among the writes of this handle. */
  lendWriting(write: () => Promise<void>): Promise<void>;
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

interface Opening {
  /** In a thread beside another that has the file open: waits for its `lendWriting` before each write. */
  turn?: TakeTurn;
  /** The memory of each of the two connections for pages of the file. */
  cacheMb?: number;
}

/**
 * Opens the database file, creating it when absent. Does not migrate.
 * @param file path of kitab.db; its folder must exist
 */
export function openDatabase(file: string, { turn, cacheMb = 16 }: Opening = {}): ShopDatabase {
  const writer = new SQLite(file);
  applyPragmas(writer, "write", cacheMb);
  const reader = new SQLite(file, { readonly: true });
  applyPragmas(reader, "read", cacheMb);
  const kept = new KeptVersion(reader, writer);
  const writing = new ShopDriver(keepingStatements(writer), writer, { turn, watch: kept });
  const reading = new ShopDriver(keepingStatements(reader), reader);
  const write = new Kysely<Tables>({ dialect: new ShopDialect(writing) });
  const read = new Kysely<Tables>({ dialect: new ShopDialect(reading) });
  setKeptVersion(read, kept);
  let isLent = false;
  return {
    read,
    write,
    catalogueVersion: () => kept.version(),
    async lendWriting(work) {
      await write.connection().execute(async () => {
        isLent = true;
        await work().finally(() => (isLent = false));
      });
    },
    whyNotWritable() {
      const { fault } = writing;
      if (fault && Date.now() - fault.at < FAULT_COUNTS_MS) return fault.error;
      // A write is under way: it has the lock.
      if (writer.inTransaction || isLent) return null;
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
