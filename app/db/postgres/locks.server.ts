import { createHash } from "node:crypto";
import type pg from "pg";
import { named, PostgresAway } from "./away.server";
import { connect } from "./pools.server";
import type { StallWatch } from "./stall.server";

/**
 * The first of the two keys of each of these locks, "kita" in ASCII. The lock of writes has one key of 64 bits, which is
 * another kind of lock.
 */
const KIND = 0x6b_69_74_61;
/**
 * The server ends the session of a machine that is gone after 11 seconds (TCP keepalives, pools.server.ts), and gives its
 * locks to others. The process must have noticed before: after 3 + 3 seconds.
 */
const LOOK_EACH_MS = 3000;
const ANSWERS_WITHIN_MS = 3000;

/** A connection whose session holds locks. */
class Session {
  /** A connection is asked one thing after the other. */
  #asked: Promise<unknown> = Promise.resolve();
  readonly #lost = new AbortController();
  #looking: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(
    readonly client: pg.PoolClient,
    readonly stalls: StallWatch,
  ) {
    client.once("end", () => this.#lose());
    client.once("error", () => this.#lose());
    this.#watch();
  }

  /** Aborted when the connection is lost, and with it all its locks. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** @returns whether the lock is this session's now */
  async tryTake(name: string): Promise<boolean> {
    const { rows } = await this.#ask<{ taken: 0 | 1 }>("select pg_try_advisory_lock($1, $2) as taken", name);
    return rows[0]!.taken === 1;
  }

  /** Waits for a lock, however long, behind those who asked before. */
  async take(name: string): Promise<void> {
    // Nothing else is answered meanwhile: whether the server is there is asked by the watch of stalls.
    clearInterval(this.#looking);
    await this.#ask("select pg_advisory_lock($1, $2)", name);
    this.#watch();
  }

  async giveBack(name: string): Promise<void> {
    if (this.lost.aborted) return;
    // A connection that is lost now has given it back by itself.
    await this.#ask("select pg_advisory_unlock($1, $2)", name).catch(() => this.#lose());
  }

  /** Ends the connection, and with it the session and its locks. */
  end() {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#looking);
    this.client.release(true);
  }

  async #ask<Row extends pg.QueryResultRow>(text: string, name: string) {
    try {
      return await this.stalls.during(
        () => this.#query<Row>(text, [KIND, keyOf(name)]),
        () => this.#lose(),
      );
    } catch (error) {
      throw named(error);
    }
  }

  #query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]) {
    const answer = this.#asked.then(() => this.client.query<Row>(text, values));
    this.#asked = answer.catch(() => {});
    return answer;
  }

  #watch() {
    if (!this.#isOver) this.#looking = setInterval(() => this.#look(), LOOK_EACH_MS).unref();
  }

  #look() {
    let hasAnswered = false;
    const lose = () => hasAnswered || this.#lose();
    // After a long turn of the event loop, an answer that has come is read first.
    const waiting = setTimeout(() => setImmediate(lose), ANSWERS_WITHIN_MS).unref();
    this.#query("select 1")
      .then(() => (hasAnswered = true), lose)
      .finally(() => clearTimeout(waiting));
  }

  #lose() {
    if (this.lost.aborted || this.#isOver) return;
    this.#lost.abort(new PostgresAway("the connection that held the shop's locks was lost"));
    this.client.connection.stream.destroy();
    this.end();
  }
}

const keyOf = (name: string) => createHash("sha256").update(name).digest().readInt32BE();

/** What only one process of the shop does at a time, on whatever machine: advisory locks of PostgreSQL's sessions. */
export class Locks {
  /** What runs in this process, though the lock of one may be lost by now. */
  readonly #running = new Set<string>();
  readonly #sessions = new Set<Session>();
  #common: Promise<Session> | undefined;

  /** @param pool of connections that nobody else uses, and whose statements may wait without end */
  constructor(
    readonly pool: pg.Pool,
    readonly stalls: StallWatch,
  ) {}

  /** As `ShopDatabase.exclusively`. */
  async exclusively<T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T | undefined> {
    if (this.#running.has(name)) return undefined;
    this.#running.add(name);
    try {
      const session = await (this.#common ??= this.#openCommon());
      if (!(await session.tryTake(name))) return undefined;
      return await work(session.lost).finally(() => session.giveBack(name));
    } finally {
      this.#running.delete(name);
    }
  }

  /** As `ShopDatabase.afterOthers`. */
  async afterOthers<T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T> {
    const session = await this.#open();
    try {
      await session.take(name);
      return await work(session.lost);
    } finally {
      this.#end(session);
    }
  }

  async close() {
    for (const session of this.#sessions) this.#end(session);
    await this.pool.end();
  }

  /** The connection for all of `exclusively`. Once it is lost, the next one who asks gets a new one. */
  async #openCommon(): Promise<Session> {
    const forget = () => (this.#common = undefined);
    try {
      const session = await this.#open();
      session.lost.addEventListener("abort", forget);
      return session;
    } catch (error) {
      forget();
      throw error;
    }
  }

  async #open(): Promise<Session> {
    const session = new Session(await connect(this.pool, this.stalls), this.stalls);
    session.lost.addEventListener("abort", () => this.#sessions.delete(session));
    this.#sessions.add(session);
    return session;
  }

  #end(session: Session) {
    this.#sessions.delete(session);
    session.end();
  }
}
