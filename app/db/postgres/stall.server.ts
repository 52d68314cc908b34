import { PostgresAway } from "./away.server";

/** So long a query may take before the server is asked whether it is there. */
const SUSPECT_AFTER_MS = 900;
/** So long a server that is there may take to answer a new connection. */
export const PING_MS = 600;
const LOOK_EACH_MS = 200;

interface Waiting {
  since: number;
  give(up: PostgresAway): void;
}

/**
 * Tells a slow query from a server that does not answer: if a query takes long and a new connection cannot be made
 * either, all waiting queries fail at once, and later ones without waiting, until the server answers again. A page so
 * says within two seconds that the database is away, while a long report goes on.
 */
export class StallWatch {
  readonly #waiting = new Set<Waiting>();
  readonly #ping: (withinMs: number) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;
  #away: PostgresAway | null = null;
  #answeredAt = 0;

  constructor(ping: (withinMs: number) => Promise<void>) {
    this.#ping = ping;
  }

  /**
   * The result of `work`, or a rejection with `PostgresAway` when the server does not answer.
   * @param end called then, to end what still runs
   */
  async during<T>(work: () => Promise<T>, end: () => void): Promise<T> {
    if (this.#away) throw this.#away;
    let waiting: Waiting | undefined;
    const stalled = new Promise<never>((_, reject) => {
      waiting = {
        since: performance.now(),
        give(up) {
          reject(up);
          end();
        },
      };
    });
    this.#waiting.add(waiting!);
    this.#timer ??= setInterval(() => void this.#look(), LOOK_EACH_MS).unref();
    const working = work();
    try {
      return await Promise.race([working, stalled]);
    } finally {
      working.catch(() => {});
      this.#waiting.delete(waiting!);
      if (this.#waiting.size === 0 && !this.#away) this.#stop();
    }
  }

  close() {
    this.#stop();
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #look() {
    const now = performance.now();
    const isSuspect = [...this.#waiting].some(
      ({ since }) => now - Math.max(since, this.#answeredAt) > SUSPECT_AFTER_MS,
    );
    if (this.#isAsking || (!this.#away && !isSuspect)) return;
    this.#isAsking = true;
    try {
      await this.#ping(PING_MS);
      this.#answeredAt = performance.now();
      this.#away = null;
    } catch (cause) {
      this.#away = new PostgresAway("the database does not answer", { cause });
      for (const waiting of this.#waiting) waiting.give(this.#away);
    } finally {
      this.#isAsking = false;
      if (this.#waiting.size === 0 && !this.#away) this.#stop();
    }
  }
}
