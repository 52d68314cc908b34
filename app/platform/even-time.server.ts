import { setTimeout as delay } from "node:timers/promises";

/** Answers no sooner than after `ms`, so that the time taken does not tell which way the work went. */
export async function takeAtLeast<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([work(), delay(ms)]);
  return result;
}
