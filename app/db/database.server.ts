import { setTimeout } from "node:timers/promises";
import SQLite from "better-sqlite3";
import {
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDatabase,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
  type Driver,
  CompiledQuery,
} from "kysely";
import { applyPragmas } from "./pragmas.server";
import type { Tables } from "./tables";

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
  /** Runs a script of several statements on the write connection (migrations). */
  executeScript(script: string): void;
  close(): Promise<void>;
}

const BEGIN_WITHIN_MS = 5_000;
const BEGIN_PAUSE_MS = 40;

/**
 * Kysely begins deferred; a write that begins deferred can fail half-way with SQLITE_BUSY. Waiting for another
 * process's lock happens between short attempts, since SQLite's own waiting would hold up every request.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    const until = performance.now() + BEGIN_WITHIN_MS;
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw("begin immediate"));
        return;
      } catch (error) {
        if (!isDatabaseAway(error) || performance.now() > until) throw error;
        await setTimeout(BEGIN_PAUSE_MS);
      }
    }
  }
}

/** SQLite's DDL is transactional: Kysely's migrator then applies pending migrations whole or not at all. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

class ShopDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
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
  const write = new Kysely<Tables>({ dialect: new ShopDialect({ database: keepingStatements(writer) }) });
  const read = new Kysely<Tables>({ dialect: new ShopDialect({ database: keepingStatements(reader) }) });
  let version: SQLite.Statement<[], number> | undefined;
  return {
    read,
    write,
    catalogueVersion() {
      version ??= reader.prepare<[], number>("select version from catalogue_version").pluck();
      return version.get() ?? 0;
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

const STATEMENTS_KEPT = 400;

/** Kysely prepares each statement anew; the shop's few hundred are prepared once, the longest unused going first. */
function keepingStatements(connection: SQLite.Database): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => void connection.close(),
    prepare(text) {
      const statement = kept.get(text) ?? (connection.prepare(text) as SqliteStatement);
      kept.delete(text);
      kept.set(text, statement);
      if (kept.size > STATEMENTS_KEPT) kept.delete(kept.keys().next().value!);
      return statement;
    },
  };
}

const AWAY = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/;

/** Whether the database could not take part for now: locked by another, disk full or failing. Nothing was changed. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && AWAY.test(error.code);
}
