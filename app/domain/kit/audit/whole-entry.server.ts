import { AsyncLocalStorage } from "node:async_hooks";

/** The entry that tells of the whole; null: the next one will. */
interface Whole {
  id: number | null;
}

const present = new AsyncLocalStorage<Whole>();

/**
 * Does an action on many things, of which the log shows one entry.
 * @param whole the id of the entry that tells of it; null: the first entry that the work records does
 */
export function asOneEntry<Result>(whole: number | null, work: () => Promise<Result>): Promise<Result> {
  return present.run({ id: whole }, work);
}

/** The whole of which the present work is a part; undefined: of none. */
export const presentWhole = (): Whole | undefined => present.getStore();
