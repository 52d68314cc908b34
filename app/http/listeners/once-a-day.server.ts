import type { RequestListener } from "node:http";
import { indianDate } from "~/domain/kit/dates";
import { logger } from "~/platform/logger.server";

/**
 * Does something before the first request of each day in India is answered; requests that arrive meanwhile wait too. If
 * it fails, requests are answered nonetheless, and the next one tries again.
 * @param work e.g. begins and ends sales @param clock the time now
 */
export function onceADay(
  work: (now: Date) => Promise<unknown>,
  next: RequestListener,
  clock = () => new Date(),
): RequestListener {
  let done = "";
  let working: Promise<void> | undefined;
  return (req, res) => {
    const now = clock();
    const today = indianDate(now);
    if (today === done) return next(req, res);
    working ??= work(now)
      .then(
        () => void (done = today),
        (error: unknown) => logger.error({ err: error }, "the work before a day's first request failed"),
      )
      .finally(() => (working = undefined));
    void working.then(() => next(req, res));
  };
}
