import { type CompiledQuery, type DatabaseConnection, type QueryResult, SelectQueryNode } from "kysely";
import type pg from "pg";
import type Cursor from "pg-cursor";
import type { Committing } from "~/db/writing/after-commit.server";
import { goesWithNext } from "~/db/writing/send-with-next.server";
import { withRetries, isRetryable } from "./retries.server";
import { isConnectedStill, named, PostgresAway } from "./away.server";
import { isOutdated, forgetStatementName } from "./named-statements.server";
import { connect, hasNotice, LOCK_WAIT_MS, QUEUE_WAIT_MS } from "./pools.server";
import type { StallWatch } from "./stall.server";
import type { WriteQueue } from "./write-queue.server";
import { bound } from "./values.server";
import {
  answersOf,
  BEGIN,
  beginWriting,
  COMMIT,
  LEAST_LOCK_WAIT_MS,
  ROLLBACK,
  type Statement,
  statementOf,
} from "./statements.server";

const CHANGING = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);
/** "The transaction is aborted": what the server says to each statement after one that failed. */
const AFTER_A_FAILURE = "25P02";
/** Of a statement whose name was not taken because of that failure. */
const NO_SUCH_NAME = "26000";

/** The last failed write, for the health check. */
export interface WriteFault {
  error: unknown;
  /** Milliseconds since the epoch. */
  at: number;
  /** The server was gone: it is as it was, once it answers again. */
  isGone: boolean;
}

/** What the writes of this process share. */
export interface Writing {
  noteFault(fault: WriteFault | null): void;
  /** When a write of this process last took or gave back the lock, by performance.now(). */
  heldAt: number;
  /** Those that run alone wait here before they take a connection. */
  queue: WriteQueue;
  /** Does the last step of a transaction that changed certain things: see `hasNotice`. */
  beforeCommit(connection: DatabaseConnection): Promise<unknown>;
}

export interface Given {
  pool: pg.Pool;
  stalls: StallWatch;
  cursors: () => typeof Cursor;
  /** For the pool that writes. */
  writing?: Writing;
}

/**
 * One connection while somebody uses it; it is taken from the pool for the first statement. Statements go to the server in
 * one burst where nobody waits for the first ones' answers: the beginning of a transaction with its first statement, what
 * goes with the next one (`sendWithNext`), and a write outside of a transaction with its beginning and its commit. After an error
 * PostgreSQL rolls back the whole transaction at its commit and says so only by a word: that is an error here.
 */
export class ShopConnection implements Committing {
  readonly #askedAt = performance.now();
  #taken: Promise<pg.PoolClient> | undefined;
  #client: pg.PoolClient | undefined;
  /** Goes with the next statement. */
  #waiting: Statement[] = [];
  #isOpen = false;
  #isAlone = false;
  /** The server knows of the transaction. */
  #isBegun = false;
  #leaveQueue: (() => void) | undefined;
  /** The first error of the transaction, which the server does not repeat. */
  #error: unknown;
  #afterCommit: (() => void)[] = [];
  /** The connection broke: it is closed instead of used again. */
  #broken: Error | undefined;

  constructor(readonly given: Given) {}

  /** @param isAlone whether no other write of the shop may run meanwhile */
  async begin(isAlone: boolean): Promise<void> {
    const { writing } = this.given;
    if (writing && isAlone) this.#leaveQueue = await this.#waitInQueue(writing);
    this.#open(isAlone);
    if (!writing || !isAlone) return;
    try {
      // Nobody else writes from now on, whatever it does before its first statement.
      await this.send([]);
    } catch (error) {
      await this.rollback().catch(ignore);
      throw error;
    }
  }

  async #waitInQueue({ queue }: Writing): Promise<() => void> {
    const taking = queue.wait(QUEUE_WAIT_MS);
    // One that comes too late is not kept from others.
    const giveBack = () => void taking.then((end) => end(), ignore);
    try {
      return await this.given.stalls.during(() => taking, giveBack);
    } catch (error) {
      this.#noteFault(error);
      throw error;
    }
  }

  #open(isAlone: boolean) {
    this.#isOpen = true;
    this.#isAlone = isAlone;
    this.#isBegun = false;
    this.#error = undefined;
  }

  async commit(): Promise<void> {
    const { writing } = this.given;
    if (writing && this.#isNoticed()) await writing.beforeCommit(this);
    if (this.#isBegun || this.#waiting.length > 0) await this.#commitWith();
    else this.#ended();
    for (const run of this.#afterCommit.splice(0)) run();
    // The statements sent along with the commit have changed what is searched.
    if (writing && this.#isNoticed()) await this.#afterwards(writing);
  }

  afterCommit(run: () => void) {
    this.#afterCommit.push(run);
  }

  /** Sends a statement, if there is one, and the commit. */
  async #commitWith(statement: Statement[] = []): Promise<pg.QueryResult> {
    const results = await this.send([...statement, COMMIT]).finally(() => this.#ended());
    const committed = results.pop()!;
    if ((committed.command as string) === "ROLLBACK")
      throw new Error("a statement of this transaction failed, so nothing of it was written");
    this.given.writing?.noteFault(null);
    return results.pop()!;
  }

  /** What belongs to a write that was committed without it. Should it fail, the next such write does it. */
  async #afterwards(writing: Writing): Promise<void> {
    try {
      await withRetries(async () => {
        this.#open(false);
        try {
          await writing.beforeCommit(this);
          await this.#commitWith();
        } catch (error) {
          await this.rollback().catch(ignore);
          throw error;
        }
      });
    } catch (error) {
      // The write itself is there: after an error somebody would do it once more.
      if (!(error instanceof PostgresAway)) throw error;
    }
  }

  async rollback(): Promise<void> {
    if (!this.#isOpen) return;
    this.#waiting = [];
    this.#afterCommit = [];
    this.#isNoticed();
    if (this.#isBegun && !this.#broken) await this.send([ROLLBACK]);
    this.#ended();
  }

  #ended() {
    this.#isOpen = false;
    this.#isBegun = false;
    if (this.given.writing && this.#client) this.given.writing.heldAt = performance.now();
    this.#leaveQueue?.();
    this.#leaveQueue = undefined;
  }

  #isNoticed = () => this.#client !== undefined && hasNotice(this.#client);

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isOpen && goesWithNext(query)) {
      this.#waiting.push(statementOf(query));
      return { rows: [] };
    }
    const isRead = !this.given.writing || SelectQueryNode.is(query.query);
    const result = this.#isOpen || isRead ? await this.#ask(query) : await this.#write(query);
    const { command, rowCount, rows } = result;
    return CHANGING.has(command)
      ? { numAffectedRows: BigInt(rowCount ?? 0), rows: rows as Row[] }
      : { rows: (rows as Row[]) ?? [] };
  }

  /** One statement of a transaction, or a read outside of one: that again, where a transaction begins anew. */
  async #ask(query: CompiledQuery): Promise<pg.QueryResult> {
    const ask = async () => (await this.send([statementOf(query)])).pop()!;
    return this.#isOpen ? ask() : withRetries(ask);
  }

  /** A write outside of a transaction: beside others, and again after a deadlock. */
  async #write(query: CompiledQuery): Promise<pg.QueryResult> {
    const { writing } = this.given;
    const result = await withRetries(async () => {
      this.#open(false);
      return this.#commitWith([statementOf(query)]);
    });
    if (this.#isNoticed()) await this.#afterwards(writing!);
    return result;
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const Cursor = this.given.cursors();
    const client = await this.#connected();
    const cursor = client.query(new Cursor<Row>(query.sql, query.parameters.map(bound)));
    try {
      for (;;) {
        const rows = await this.#guarded(client, () => cursor.read(chunkSize));
        if (rows.length === 0) return;
        yield { rows };
      }
    } finally {
      if (!this.#broken) await cursor.close();
    }
  }

  release() {
    this.#leaveQueue?.();
    // Whoever left a transaction open does not leave it to the next one.
    this.#client?.release(this.#broken ?? this.#isBegun);
  }

  /** Sends these, after those that waited, without waiting in between. @returns the answers to these */
  async send(statements: Statement[]): Promise<pg.QueryResult[]> {
    const client = await this.#connected();
    const sent = this.#waiting.splice(0);
    const isBeginning = this.#isOpen && !this.#isBegun;
    if (isBeginning) sent.unshift(this.#beginning());
    this.#isBegun ||= isBeginning;
    sent.push(...statements);
    return this.#guarded(client, () => {
      const answers = answersOf(client, sent);
      for (const [at, answer] of answers.entries())
        answer.catch((error: unknown) => {
          this.#error ??= error;
          if (isOutdated(error)) forgetStatementName(sent[at]!.text);
        });
      const { writing } = this.given;
      if (isBeginning && writing) void answers[0]!.then(() => (writing.heldAt = performance.now()), ignore);
      return Promise.all(answers);
    }).then((answers) => answers.slice(answers.length - statements.length));
  }

  #beginning(): Statement {
    const { writing } = this.given;
    return writing ? { text: beginWriting(this.#isAlone, this.#lockWaitMs(writing.heldAt)) } : BEGIN;
  }

  /**
   * What a write has waited in the queue and for its connection counts, unless the writes before it went on: otherwise, while
   * another process keeps the lock, each would wait its five seconds after the one before.
   */
  #lockWaitMs(heldAt: number): number {
    const waited = performance.now() - Math.max(this.#askedAt, heldAt);
    if (waited < LEAST_LOCK_WAIT_MS) return LOCK_WAIT_MS;
    return Math.max(LEAST_LOCK_WAIT_MS, Math.round(LOCK_WAIT_MS - waited));
  }

  async #connected(): Promise<pg.PoolClient> {
    const { pool, stalls } = this.given;
    try {
      return (this.#client = await (this.#taken ??= connect(pool, stalls)));
    } catch (error) {
      this.#noteFault(error);
      throw error;
    }
  }

  async #guarded<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
    const end = () => client.connection.stream.destroy();
    try {
      return await this.given.stalls.during(work, end);
    } catch (error) {
      const { code } = (error ?? {}) as { code?: string };
      const isLater = code === AFTER_A_FAILURE || code === NO_SUCH_NAME;
      const reason = named(isLater ? (this.#error ?? error) : error);
      if (reason instanceof PostgresAway && !isConnectedStill(reason.cause)) this.#broken = reason;
      this.#noteFault(reason);
      throw reason;
    }
  }

  #noteFault(error: unknown) {
    if (error instanceof PostgresAway && !isRetryable(error))
      this.given.writing?.noteFault({ error, at: Date.now(), isGone: !isConnectedStill(error.cause) });
  }
}

const ignore = () => {};
