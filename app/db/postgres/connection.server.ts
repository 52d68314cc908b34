import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
} from "kysely";
import type pg from "pg";
import type Cursor from "pg-cursor";
import { isConnectedStill, named, PostgresAway } from "./away.server";
import { connect, hasNotice, LOCK_WAIT_MS } from "./pools.server";
import type { StallWatch } from "./stall.server";
import { bound } from "./values.server";

/** All writes of all processes of a shop take this lock first: one writes at a time. "kitab" as letters of ASCII. */
export const WRITE_LOCK = 0x6b_69_74_61_62;
/** So long a write waits at the lock at least, after it has waited for its connection. */
const LEAST_LOCK_WAIT_MS = 50;

const lockWait = (ms: number) => `set local lock_timeout = ${ms}`;
const beginWriting = (waitMs: number) =>
  `begin; ${lockWait(waitMs)}; select pg_advisory_xact_lock(${WRITE_LOCK}); ${lockWait(LOCK_WAIT_MS)}`;

const CHANGING = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** The last failed write, for the health check. */
export interface WriteFault {
  error: unknown;
  /** Milliseconds since the epoch. */
  at: number;
  /** The server was gone: it is as it was, once it answers again. */
  isGone: boolean;
}

interface Given {
  pool: pg.Pool;
  stalls: StallWatch;
  cursors: () => typeof Cursor;
  /** For the pool that writes. */
  writing?: {
    noteFault(fault: WriteFault | null): void;
    /** When a write of this process last took or gave back the lock, by performance.now(). */
    heldAt: number;
    /** Does the last step of a transaction that changed certain things: see `hasNotice`. */
    beforeCommit(connection: DatabaseConnection): Promise<unknown>;
  };
}

/**
 * One connection while somebody uses it. A write outside of a transaction gets one of its own, so that it waits for the
 * lock as well. After an error PostgreSQL rolls back the whole transaction at its commit and says so only by a word:
 * that is an error here.
 */
class ShopConnection implements DatabaseConnection {
  #isOpen = false;
  #hasLock = false;
  /** The connection broke: it is closed instead of used again. */
  #broken: Error | undefined;

  constructor(
    readonly client: pg.PoolClient,
    readonly given: Given,
    /** When it was asked for, by performance.now(). */
    readonly askedAt: number,
  ) {}

  async begin(): Promise<void> {
    const { writing } = this.given;
    this.#isOpen = true;
    try {
      if (writing) {
        await this.#send(beginWriting(this.#lockWaitMs(writing.heldAt)));
        this.#hasLock = true;
        writing.heldAt = performance.now();
      } else await this.#send("begin");
    } catch (error) {
      await this.rollback().catch(() => {});
      throw error;
    }
  }

  /**
   * Writes of this process wait for one connection. What a write has waited there counts, unless the writes before it
   * went on: otherwise, while another process keeps the lock, each would wait its five seconds after the one before.
   */
  #lockWaitMs(heldAt: number): number {
    const waited = performance.now() - Math.max(this.askedAt, heldAt);
    return Math.max(LEAST_LOCK_WAIT_MS, Math.round(LOCK_WAIT_MS - waited));
  }

  async commit(): Promise<void> {
    const { writing } = this.given;
    if (writing && hasNotice(this.client)) await writing.beforeCommit(this);
    const { command } = await this.#send("commit");
    this.#ended();
    if ((command as string) === "ROLLBACK")
      throw new Error("a statement of this transaction failed, so nothing of it was written");
    writing?.noteFault(null);
  }

  async rollback(): Promise<void> {
    hasNotice(this.client);
    if (this.#broken) return;
    await this.#send("rollback");
    this.#ended();
  }

  #ended() {
    this.#isOpen = false;
    if (this.#hasLock) this.given.writing!.heldAt = performance.now();
    this.#hasLock = false;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.given.writing || this.#isOpen || SelectQueryNode.is(query.query)) return this.#run<Row>(query);
    await this.begin();
    try {
      const result = await this.#run<Row>(query);
      await this.commit();
      return result;
    } catch (error) {
      if (this.#isOpen) await this.rollback().catch(() => {});
      throw error;
    }
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const Cursor = this.given.cursors();
    const cursor = this.client.query(new Cursor<Row>(query.sql, query.parameters.map(bound)));
    try {
      for (;;) {
        const rows = await this.#guarded(() => cursor.read(chunkSize));
        if (rows.length === 0) return;
        yield { rows };
      }
    } finally {
      if (!this.#broken) await cursor.close();
    }
  }

  release() {
    // Whoever left a transaction open does not leave it to the next one.
    this.client.release(this.#broken ?? this.#isOpen);
  }

  async #run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#send<Row>(query.sql, query.parameters.map(bound));
    return CHANGING.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows: rows ?? [] };
  }

  #send<Row = unknown>(text: string, values?: unknown[]) {
    return this.#guarded(() => this.client.query<Row & pg.QueryResultRow>(text, values));
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.given.stalls.during(work, () => this.client.connection.stream.destroy());
    } catch (error) {
      const reason = named(error);
      if (reason instanceof PostgresAway) {
        const isGone = !isConnectedStill(reason.cause);
        if (isGone) this.#broken = reason;
        this.given.writing?.noteFault({ error: reason, at: Date.now(), isGone });
      }
      throw reason;
    }
  }
}

/** Kysely's driver over a pool of connections. */
export class ShopDriver implements Driver {
  readonly #given: Given;

  constructor(given: Given) {
    this.#given = given;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const { pool, stalls, writing } = this.#given;
    const askedAt = performance.now();
    try {
      return new ShopConnection(await connect(pool, stalls), this.#given, askedAt);
    } catch (error) {
      if (error instanceof PostgresAway)
        writing?.noteFault({ error, at: Date.now(), isGone: !isConnectedStill(error.cause) });
      throw error;
    }
  }

  async beginTransaction(connection: ShopConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: ShopConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: ShopConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(connection: ShopConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#given.pool.end();
  }
}
