import path from "node:path";
import type { Worker } from "node:worker_threads";
import SQLite from "better-sqlite3";
import type { Turns } from "../engine";
import { startThread } from "../start-thread.server";
import { slowReads } from "../waits.server";
import { pragmasFor } from "./pragmas.server";

/** In the shop's folder, in which it runs. It is run as it is, not built. */
const PROGRAM = path.resolve("app/db/sqlite/reading-thread.mjs");
/** Eight times as much made no search faster: the system has the file in memory as well. */
const CACHE_MB = 2;
/** Without work for so long it ends. */
const IDLE_MS = 30_000;
/** When it has ended by itself, the next one starts after so long. */
const PAUSE_MS = 60_000;
/** What the thread's program and the rows of an answer may take. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 };

export type Row = Record<string, unknown>;

export interface SlowAnswer {
  rows: Row[];
  /** How long SQLite took. */
  ms: number;
}

type FromThread = { id: number } & (SlowAnswer | { error: { message: string; code: string } });

interface Asked {
  /** Milliseconds of this process. */
  at: number;
  resolve(answer: SlowAnswer | null): void;
  reject(error: unknown): void;
}

/**
 * A thread that reads what takes long, on a connection of its own: SQLite keeps its caller waiting while it reads the file.
 * It reads for one at a time, in the order in which they asked. It starts when needed and ends when idle.
 */
export class SlowReads {
  #thread: Worker | null = null;
  /** What has not been answered, by its number. */
  #asked = new Map<number, Asked>();
  #lastId = 0;
  #startsFrom = -Infinity;
  #idle: NodeJS.Timeout | undefined;

  /**
   * @param goOn has whoever waited for an answer go on. Not where the answer comes: Node gives all messages in one turn of the
   * event loop, and those that come meanwhile, so a burst of searches would go on in the same turn and keep all else waiting
   */
  constructor(
    readonly file: string,
    readonly goOn: Turns["goOn"],
    readonly given: { program?: string; idleMs?: number } = {},
  ) {}

  /**
   * @returns null when there is no thread or it has ended: then the caller reads by itself
   * @throws {SQLite.SqliteError} as the statement does
   */
  read(text: string, parameters: readonly unknown[]): Promise<SlowAnswer | null> {
    const thread = (this.#thread ??= this.#start());
    if (!thread) return Promise.resolve(null);
    clearTimeout(this.#idle);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      tell(thread, { id, text, parameters });
      this.#asked.set(id, { at: performance.now(), resolve, reject });
    });
  }

  /** Ends the thread when it has answered. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    if (!thread) return;
    const ended = new Promise((resolve) => thread.once("exit", resolve));
    tell(thread, "close");
    await ended;
  }

  /** @returns null if it cannot be started, or could not a short time ago */
  #start(): Worker | null {
    if (performance.now() < this.#startsFrom) return null;
    const given = { file: this.file, pragmas: pragmasFor("read", CACHE_MB) };
    let thread: Worker;
    try {
      thread = startThread(this.given.program ?? PROGRAM, LIMITS, given);
    } catch (error) {
      this.#noteFault(error);
      return null;
    }
    // The server keeps the process running.
    thread.unref();
    thread.on("message", (answer: FromThread) => this.#note(answer));
    thread.on("error", (error) => this.#noteFault(error));
    thread.on("exit", () => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      clearTimeout(this.#idle);
      for (const { resolve } of this.#asked.values()) resolve(null);
      this.#asked.clear();
    });
    return thread;
  }

  #noteFault(error: unknown) {
    this.#startsFrom = performance.now() + PAUSE_MS;
    process.emitWarning(`The thread of slow reads ended: ${String(error)}`);
  }

  #note(answer: FromThread) {
    const { at, resolve, reject } = this.#asked.get(answer.id)!;
    this.#asked.delete(answer.id);
    if (this.#asked.size === 0)
      this.#idle = setTimeout(() => this.#leave(), this.given.idleMs ?? IDLE_MS).unref();
    slowReads.count += 1;
    slowReads.seconds += (performance.now() - at) / 1000;
    this.goOn(() => {
      if ("rows" in answer) resolve({ ...answer, rows: withBuffers(answer.rows) });
      else reject(new SQLite.SqliteError(answer.error.message, answer.error.code));
    });
  }

  /** Ends the thread, of which nobody waits for an answer. The next read starts another. */
  #leave() {
    if (this.#thread) tell(this.#thread, "close");
    this.#thread = null;
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's
const tell = (thread: Worker, message: unknown) => thread.postMessage(message);

/** A Buffer comes from another thread as the Uint8Array that it is. */
function withBuffers(rows: Row[]): Row[] {
  for (const row of rows)
    for (const [name, value] of Object.entries(row))
      if (value instanceof Uint8Array)
        row[name] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return rows;
}
