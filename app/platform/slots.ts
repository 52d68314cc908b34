/**
 * Runs jobs a few at a time, the others in the order in which they came.
 * @param given.waiting how many may wait; further ones are refused
 * @returns a function that runs a job: its result, or "busy" when too many are waiting
 */
export function slots({ atOnce, waiting: most }: { atOnce: number; waiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result | "busy"> => {
    if (running >= atOnce) {
      if (waiting.length >= most) return "busy";
      // A finished job passes its slot to the next one waiting, so that a new request cannot take it first.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
