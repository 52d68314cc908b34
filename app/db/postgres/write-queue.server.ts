import { setTimeout } from "node:timers/promises";
import { PostgresAway } from "./away.server";

/** Writes of this process that run alone, one after the other, in the order in which they asked. */
export class WriteQueue {
  #last: Promise<void> = Promise.resolve();

  /** Waits until all before have ended. @returns what to call at the end @throws {PostgresAway} when that takes longer than this */
  async wait(withinMs: number): Promise<() => void> {
    const before = this.#last;
    let end!: () => void;
    const own = new Promise<void>((resolve) => (end = resolve));
    this.#last = before.then(() => own);
    const inTime = new AbortController();
    const isLate = setTimeout(withinMs, true, { signal: inTime.signal, ref: false }).catch(() => false);
    const late = await Promise.race([before, isLate]);
    inTime.abort();
    if (!late) return end;
    end();
    throw new PostgresAway("other writes of this process went on for too long");
  }
}
