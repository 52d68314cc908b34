import type { Kysely } from "kysely";
import type { Tables } from "./tables";

/** The first parameter of domain functions: the read connection, the write connection or an open transaction. */
export type Db = Kysely<Tables>;

/** What the shop needs of a database engine. */
export interface ShopDatabase {
  /** Read-only: a page never waits for an open transaction. */
  read: Db;
  /** The only handle that writes; its transactions run one after the other, so no two write at the same time. */
  write: Db;
  /**
   * Rises with every change that a visitor's page can show. Fast: read on every visit; at once on SQLite, with one query
   * for all who ask in one turn of the event loop on PostgreSQL. While an import writes, it rises at most every thirty
   * seconds, and at once for what anybody else writes.
   */
  catalogueVersion(): number | Promise<number>;
  /** Lets a thread that opened the database with `askToWrite` write, after the writes of this handle that asked before. */
  lendWriting(write: () => Promise<void>): Promise<void>;
  /**
   * Runs the work while no other process of the shop, on any machine, runs one of this name. SQLite has only one
   * process that asks: it runs the work.
   * @param work `lost` is aborted when the connection that holds the lock is lost. Another process may begin then, so the
   * work starts nothing more. What it does in the seconds until it notices must be harmless beside the other
   * @returns undefined, without running it, when another process, or this one, runs one of this name
   */
  exclusively<T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T | undefined>;
  /** As `exclusively`, but waits, however long, for those who asked before. */
  afterOthers<T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T>;
  /** For counts that all processes of the shop add up. SQLite's have one process that counts in its memory. */
  counting: Counting | null;
  /** Why a shop cannot start on this database, as a sentence without secrets; null when it can. */
  whyUnusable(): Promise<string | null>;
  /**
   * Why a write would fail now: the error of the last write, if it failed within half a minute and none succeeded
   * since, or the error of taking the lock. Writes nothing and does not wait. @returns null when writing is possible
   */
  whyNotWritable(): unknown | Promise<unknown>;
  /**
   * Runs a script of several statements, at once on SQLite. @param trx the open transaction of which it is a part; SQLite
   * has only one at a time
   */
  executeScript(script: string, trx?: Db): void | Promise<void>;
  /** Copies the database before a migration of this name changes it. */
  copyBefore(migration: string): Promise<void>;
  /**
   * Makes the search indexes as declared (search/subjects.ts); if they already are, nothing is written. Run all migrations
   * first.
   * @returns whether an index was replaced
   */
  prepareSearch(): Promise<boolean>;
  close(): Promise<void>;
}

/** As the interface of pg: one statement, beside the shop's writes. */
export interface Counting {
  query(given: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: unknown[] }>;
}

/** Waits until this handle may write. @returns what to call when it has written */
export type AskToWrite = () => Promise<() => void>;

export interface Opening {
  /** In a thread beside another that has the database open: waits for its `lendWriting` before each write. */
  askToWrite?: AskToWrite;
  /** The memory of each of the two connections for pages of the file. */
  cacheMb?: number;
  /** That of the connection which writes, if it is another. */
  writeCacheMb?: number;
  /** How many connections of PostgreSQL write at once. */
  writers?: number;
}
