import { setTimeout } from "node:timers/promises";
import SQLite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SelectQueryNode,
  type SqliteDatabase,
  SqliteDriver,
} from "kysely";
import type { Committing } from "~/db/writing/after-commit.server";
import type { AskToWrite } from "../engine";
import { writeWaits } from "~/db/health/write-waits.server";

const WAIT_MS = 5_000;
/** Whoever has waited longer looks less often, but no less often than another process leaves the lock alone. */
const LONGEST_PAUSE_MS = 8;
const ENDED = "the transaction is over";

const AWAY = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/;
const LOCKED = /^SQLITE_(?:BUSY|LOCKED)/;

/** Whether the database was unavailable: locked by another process, disk full or failing. Nothing was changed. */
export function isAway(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && AWAY.test(error.code);
}

const isLocked = (error: unknown) => error instanceof SQLite.SqliteError && LOCKED.test(error.code);

/** What is done in each transaction that changed certain things, as its last step. */
export interface BeforeCommit {
  isDue(): boolean;
  /** Runs on the connection, in the open transaction. */
  run(): Promise<unknown>;
}

/** The last failed write, for the health check. */
export interface WriteFault {
  error: unknown;
  /** Milliseconds since the epoch. */
  at: number;
}

/**
 * The one connection of Kysely's driver, with three additions:
 * - It waits for another process's lock by retrying, because SQLite's own waiting blocks the whole process. All writes
 *   wait for the same lock, so five seconds are counted from the first attempt that met it. After that each write
 *   tries once and fails at once, until one succeeds.
 * - Transactions begin IMMEDIATE: a deferred one can fail half-way with SQLITE_BUSY.
 * - On a full or failing disk SQLite ends the transaction by itself. Later statements of the transaction then fail
 *   with the same error, and nothing is left to roll back.
 */
export class ShopConnection implements Committing {
  #lockedSince: number | null = null;
  #isOpen = false;
  #error: unknown = null;
  #afterCommit: (() => void)[] = [];
  fault: WriteFault | null = null;

  constructor(
    readonly inner: DatabaseConnection,
    readonly database: SQLite.Database,
    readonly beforeCommit?: BeforeCommit,
  ) {}

  async begin(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw("begin immediate"));
    this.#isOpen = true;
    this.#error = null;
  }

  async commit(): Promise<void> {
    if (this.beforeCommit?.isDue()) await this.beforeCommit.run();
    await this.executeQuery(CompiledQuery.raw("commit"));
    this.#isOpen = false;
    this.fault = null;
    for (const run of this.#afterCommit.splice(0)) run();
  }

  afterCommit(run: () => void) {
    this.#afterCommit.push(run);
  }

  async rollback(): Promise<void> {
    this.#isOpen = false;
    this.#afterCommit = [];
    if (this.database.inTransaction) await this.inner.executeQuery(CompiledQuery.raw("rollback"));
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isOpen && !this.database.inTransaction) throw this.#error ?? new Error(ENDED);
    try {
      if (this.#isOpen) return await this.inner.executeQuery<Row>(query);
      const result = await this.#whenUnlocked<Row>(query);
      // A write outside a transaction succeeded. (The beginning of a transaction has written nothing yet.)
      if (this.database.inTransaction) return result;
      if (result.numAffectedRows !== undefined) this.fault = null;
      // An insertion that returns rows does not say that it wrote.
      if (!SelectQueryNode.is(query.query) && this.beforeCommit?.isDue()) await this.#afterwards();
      return result;
    } catch (error) {
      this.#error = error;
      if (isAway(error)) this.fault = { error, at: Date.now() };
      throw error;
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(query, chunkSize);
  }

  /** What belongs to a write outside of a transaction. Should it fail, the next write does it. */
  async #afterwards(): Promise<void> {
    await this.begin();
    try {
      await this.commit();
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  async #whenUnlocked<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    let since = 0;
    for (let tries = 0; ; tries += 1) {
      try {
        const result = await this.inner.executeQuery<Row>(query);
        // Reading needs no lock: only a successful write shows that it is free again.
        if (result.numAffectedRows !== undefined) this.#lockedSince = null;
        if (tries > 0) {
          writeWaits.count += 1;
          writeWaits.seconds += (performance.now() - since) / 1000;
        }
        return result;
      } catch (error) {
        if (!isLocked(error)) throw error;
        since ||= performance.now();
        this.#lockedSince ??= performance.now();
        if (performance.now() - this.#lockedSince > WAIT_MS) throw error;
      }
      // Of different length, so that processes that wait do not always look at the same moments.
      await setTimeout(Math.min(tries + 1, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2));
    }
  }
}

/** Kysely's SQLite driver over a `ShopConnection`. */
export class ShopDriver extends SqliteDriver {
  #connection: ShopConnection | null = null;

  #isOver: (() => void) | undefined;

  /** @param raw the connection that `database` prepares its statements on */
  constructor(
    readonly database: SqliteDatabase,
    readonly raw: SQLite.Database,
    readonly askToWrite?: AskToWrite,
    readonly beforeCommit?: BeforeCommit,
  ) {
    super({ database });
  }

  /** The last write that failed because the database was unavailable; null after a successful one. */
  get fault(): WriteFault | null {
    return this.#connection?.fault ?? null;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const inner = await super.acquireConnection();
    this.#isOver = await this.askToWrite?.();
    return (this.#connection ??= new ShopConnection(inner, this.raw, this.beforeCommit));
  }

  override async releaseConnection(): Promise<void> {
    this.#isOver?.();
    await super.releaseConnection();
  }

  override async beginTransaction(): Promise<void> {
    await this.#connection!.begin();
  }

  override async commitTransaction(): Promise<void> {
    await this.#connection!.commit();
  }

  override async rollbackTransaction(): Promise<void> {
    await this.#connection!.rollback();
  }
}
