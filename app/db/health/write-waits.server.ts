/** How long writes of this process have waited for those of other processes, for /metrics. */
export const writeWaits = { count: 0, seconds: 0 };
