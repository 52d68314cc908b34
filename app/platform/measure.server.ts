/** What is counted while requests are answered, for /metrics. */
export interface Measure {
  /** @param route the declared path, e.g. /books/:id @param seconds until the answer was sent */
  request(given: { route: string; method: string; status: number; seconds: number }): void;
}

/** How often a page of the page cache was asked for, and how large the cache is. */
export const cachedPages = { hits: 0, misses: 0, bytes: () => 0 };

let measure: Measure | null = null;

/** null unless the shop has metrics. */
export const findMeasure = () => measure;

export const setMeasure = (given: Measure) => void (measure = given);
