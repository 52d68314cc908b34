interface Shared<Result> {
  result: Promise<Result>;
  /** How many wait for it. */
  wantedBy: number;
  stop: AbortController;
}

/**
 * Work that several may ask for at the same time: done once at a time for each key, and stopped when nobody wants it any
 * more.
 * @param given.lingerMs how long it goes on then: most likely somebody asks again
 */
export function sharedWork<Result>({ lingerMs = 0 }: { lingerMs?: number } = {}) {
  const underway = new Map<string, Shared<Result>>();

  function begin(key: string, work: (stopped: AbortSignal) => Promise<Result>): Shared<Result> {
    const stop = new AbortController();
    const result = work(stop.signal).finally(() => underway.delete(key));
    // Nobody may wait any more when it fails or is stopped.
    result.catch(() => {});
    const shared = { result, wantedBy: 0, stop };
    underway.set(key, shared);
    return shared;
  }

  function leave(shared: Shared<Result>) {
    shared.wantedBy -= 1;
    if (shared.wantedBy > 0) return;
    const stop = () => shared.wantedBy === 0 && shared.stop.abort();
    if (lingerMs > 0) setTimeout(stop, lingerMs).unref();
    else stop();
  }

  return {
    /** How many works are underway. */
    count: () => underway.size,

    isUnderway: (key: string) => underway.has(key),

    /**
     * The result of the work that is underway for the key, or of a new one.
     * @param work gets a signal that is aborted when nobody wants it; it may go on to its end
     * @param signal aborted when who asks has gone. Left out: they wait to the end
     */
    async ask(
      key: string,
      work: (stopped: AbortSignal) => Promise<Result>,
      signal?: AbortSignal,
    ): Promise<Result> {
      for (;;) {
        const shared = underway.get(key) ?? begin(key, work);
        shared.wantedBy += 1;
        const onGone = () => leave(shared);
        if (signal?.aborted) onGone();
        else signal?.addEventListener("abort", onGone, { once: true });
        try {
          return await shared.result;
        } catch (error) {
          // Others had it stopped just before this one came.
          if (!shared.stop.signal.aborted || signal?.aborted) throw error;
        } finally {
          signal?.removeEventListener("abort", onGone);
        }
      }
    },
  };
}
