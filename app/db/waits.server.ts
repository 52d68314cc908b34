/** How long writes of this process have waited for those of other processes, for /metrics. */
export const waits = { count: 0, seconds: 0 };

/** What this process has read in its thread of slow reads, and how long that took with waiting, for /metrics. */
export const slowReads = { count: 0, seconds: 0 };
