import type SQLite from "better-sqlite3";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import { LRUCache } from "lru-cache";
import type { Turns } from "../engine";
import { ShopConnection } from "./connection.server";
import type { Row, SlowReads } from "./slow-reads.server";

const STATEMENTS_KEPT = 400;
/** What takes longer is read in the thread. Where others want the processor, the quickest statement may take 10. */
const SLOW_MS = 20;
/** How much of what was seen of a statement counts after each further run: 30 ms for 40 runs, 250 ms for 250. */
const REMAINS = 0.99;
/** Any word may lie in a part of the file that is not in memory, so how long the last search took says nothing of the next. */
const SEARCH = / match \?/;

interface Kept {
  statement: SQLite.Statement<unknown[], Row> | null;
  isSearch: boolean;
  /** How long a run may take, by those before; infinite before the first. */
  ms: number;
}

export interface Reading {
  slowReads: SlowReads;
  /** The thread is for files of so many bytes. */
  slowReadsFrom: number;
  turns: () => Turns;
}

/**
 * Reads on one connection, and a large file also in a thread: searches, what has taken long, and each statement the first
 * time. What takes long here is divided into turns of the event loop.
 */
class ReadingConnection implements DatabaseConnection {
  #kept = new LRUCache<string, Kept>({ max: STATEMENTS_KEPT });

  constructor(
    readonly database: SQLite.Database,
    readonly given: Reading,
  ) {}

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { isLong, goOn } = this.given.turns();
    if (isLong()) await new Promise<void>(goOn);
    let kept = this.#kept.get(sql);
    if (!kept) this.#kept.set(sql, (kept = { statement: null, isSearch: SEARCH.test(sql), ms: Infinity }));
    const isSlow = kept.isSearch || kept.ms > SLOW_MS;
    const apart = isSlow && this.#isLarge() ? await this.given.slowReads.read(sql, parameters) : null;
    const { rows, ms } = apart ?? this.#readHere(kept, sql, parameters);
    kept.ms = kept.ms === Infinity ? ms : Math.max(ms, kept.ms * REMAINS);
    return { rows: rows as R[] };
  }

  #isLarge(): boolean {
    const { slowReadsFrom } = this.given;
    return slowReadsFrom !== Infinity && bytesOf(this.database) >= slowReadsFrom;
  }

  #readHere(kept: Kept, sql: string, parameters: readonly unknown[]) {
    kept.statement ??= this.database.prepare<unknown[], Row>(sql);
    const began = performance.now();
    // What would write fails here.
    if (!kept.statement.reader) kept.statement.run(parameters);
    const rows = kept.statement.all(parameters);
    return { rows, ms: performance.now() - began };
  }

  streamQuery(): never {
    throw new Error("pages read whole lists");
  }
}

function bytesOf(database: SQLite.Database): number {
  const [pages, size] = ["page_count", "page_size"].map((name) => database.pragma(name, { simple: true }));
  return (pages as number) * (size as number);
}

const noTransaction = () => Promise.reject(new Error("a page reads outside of transactions"));

/** For Kysely: statements that only read. Unlike those of Kysely's own driver, none waits for another. */
export class ReadingDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(
    readonly database: SQLite.Database,
    readonly given: Reading,
  ) {
    this.#connection = new ShopConnection(new ReadingConnection(database, given), database);
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async releaseConnection(): Promise<void> {}
  beginTransaction = noTransaction;
  commitTransaction = noTransaction;
  rollbackTransaction = noTransaction;

  async destroy(): Promise<void> {
    await this.given.slowReads.close();
    this.database.close();
  }
}
