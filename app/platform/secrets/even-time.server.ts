import { setTimeout as delay } from "node:timers/promises";

/** Resolves after at least `ms`, so that the time taken does not reveal what the work did. */
export async function takeAtLeast<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([work(), delay(ms)]);
  return result;
}
