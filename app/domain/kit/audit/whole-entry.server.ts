import { AsyncLocalStorage } from "node:async_hooks";

/** The entry of the history for the whole action; null: the first one that is recorded becomes it. */
interface WholeEntry {
  id: number | null;
}

const present = new AsyncLocalStorage<WholeEntry>();

/**
 * Does an action on many things, of which the history shows one entry.
 * @param whole the id of that entry, if it is there; null: the first entry that the work records
 */
export function asOneEntry<Result>(whole: number | null, work: () => Promise<Result>): Promise<Result> {
  return present.run({ id: whole }, work);
}

/** The entry that the present work belongs to; undefined: to none. */
export const currentEntry = (): WholeEntry | undefined => present.getStore();
