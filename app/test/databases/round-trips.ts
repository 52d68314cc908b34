import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
// Only a type: test/serve.mjs loads this file as it is.
import type { Db } from "~/db/database.server";

/**
 * The round trips of one piece of work. Each answer waits for the answers of all that was asked beside it, so that the count
 * does not depend on which is quicker.
 */
export class RoundTrips {
  count = 0;
  #asked = 0;
  #answered: (() => void)[] = [];

  /** Runs `work`; its questions, and those of all that it begins, are counted. */
  within<Result>(work: () => Result): Result {
    return works.run(this, work);
  }

  async take<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    this.#asked += 1;
    try {
      return await ask();
    } finally {
      await new Promise<void>((answer) => {
        this.#answered.push(answer);
        void this.#end();
      });
    }
  }

  async #end() {
    // What else is asked in this turn is asked side by side.
    await setImmediate();
    if (this.#answered.length === 0 || this.#answered.length < this.#asked) return;
    const all = this.#answered;
    this.#asked = 0;
    this.#answered = [];
    this.count += 1;
    for (const answer of all) answer();
  }
}

const works = new AsyncLocalStorage<RoundTrips>();

/** Lets a handle count its queries outside of transactions: each counts from when it is asked, however long it waits. */
export function countRoundTrips(db: Db) {
  const executor = db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  const counted = (...given: Parameters<typeof execute>) => {
    const ask = () => works.exit(() => execute(...given));
    return works.getStore()?.take(ask) ?? ask();
  };
  executor.executeQuery = counted as typeof executor.executeQuery;
}
