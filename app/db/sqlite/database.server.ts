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
import { setSteadyVersion } from "../catalogue-version.server";
import type { Opening, ShopDatabase } from "../engine";
import { SteadyVersion, type Look, LOOK } from "../steady-version.server";
import type { Tables } from "../tables";
import { indexQueued } from "../search/index-rows.server";
import { prepareIndexes } from "../search/prepare.server";
import { type BeforeCommit, isAway, ShopDriver } from "./connection.server";
import { copyBefore } from "./copies.server";
import { applyPragmas } from "./pragmas.server";

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
  constructor(
    readonly driver: Driver,
    database: SqliteDatabase,
  ) {
    super({ database });
  }
  override createDriver(): Driver {
    return this.driver;
  }
  override createAdapter() {
    return new TransactionalDdlAdapter();
  }
}

/**
 * Opens the database file, creating it when absent: one connection that writes, its transactions begin IMMEDIATE, and
 * one that only reads. Does not migrate.
 * @param file path of kitab.db; its folder must exist
 */
export function openFile(
  file: string,
  { askToWrite, cacheMb = 16, writeCacheMb = cacheMb }: Opening = {},
): ShopDatabase {
  const writer = new SQLite(file);
  applyPragmas(writer, "write", writeCacheMb);
  const reader = new SQLite(file, { readonly: true });
  applyPragmas(reader, "read", cacheMb);
  const steady = new SteadyVersion();
  let look: SQLite.Statement<[], Look> | undefined;
  // Prepared at its first use: the table may not exist yet.
  const catalogueVersion = () => steady.after((look ??= reader.prepare<[], Look>(LOOK)).get()!);
  const statements = cachingStatements(writer);
  const writing = new ShopDriver(statements, writer, askToWrite, indexing(writer, statements));
  const readStatements = cachingStatements(reader);
  const reading = new ShopDriver(readStatements, reader);
  const write = new Kysely<Tables>({ dialect: new ShopDialect(writing, statements) });
  const read = new Kysely<Tables>({ dialect: new ShopDialect(reading, readStatements) });
  setSteadyVersion(read, catalogueVersion);
  let isLent = false;
  const alone = <T>(_name: string, work: (lost: AbortSignal) => Promise<T>) => work(NEVER);
  const executeScript = (script: string) => runScript(writer, script);
  return {
    read,
    write,
    catalogueVersion,
    async lendWriting(work) {
      await write.connection().execute(async () => {
        isLent = true;
        await work().finally(() => (isLent = false));
      });
    },
    exclusively: alone,
    afterOthers: alone,
    counting: null,
    whyUnusable: async () => null,
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
        if (isAway(error)) return error;
        throw error;
      }
    },
    executeScript,
    copyBefore: (migration) => copyBefore(file, migration),
    prepareSearch: () => prepareIndexes({ read, write }, executeScript),
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

/** Only a migration changes the schema's own text (CONTRIBUTING.md, 'Migrations'); nothing else is let to. */
function runScript(writer: SQLite.Database, script: string): void {
  const changesSchema = script.includes("pragma writable_schema");
  if (changesSchema) writer.unsafeMode(true);
  try {
    writer.exec(script);
  } finally {
    if (changesSchema) writer.unsafeMode(false);
  }
}

/** Indexes what a transaction changed, on its own connection. */
function indexing(writer: SQLite.Database, database: SqliteDatabase): BeforeCommit {
  const inside = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  let look: SQLite.Statement | undefined;
  return {
    isDue() {
      try {
        look ??= writer.prepare("select 1 from search_queue limit 1");
        return look.get() !== undefined;
      } catch (error) {
        // An earlier version's schema, before its migrations.
        if (/no such table/.test((error as Error).message)) return false;
        throw error;
      }
    },
    run: () => indexQueued(inside),
  };
}

const FAULT_COUNTS_MS = 30_000;
/** Nobody else can take what this process does alone. */
const NEVER = new AbortController().signal;
const CACHED_STATEMENTS = 400;

/** Kysely prepares each statement every time; this keeps the shop's few hundred statements prepared. */
function cachingStatements(connection: SQLite.Database): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: CACHED_STATEMENTS });
  return {
    close: () => void connection.close(),
    prepare(text) {
      let statement = statements.get(text);
      if (!statement) statements.set(text, (statement = connection.prepare(text) as SqliteStatement));
      return statement;
    },
  };
}
