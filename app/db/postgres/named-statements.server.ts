/** A statement gets a name when it has come so often. */
const OFTEN = 20;
/** Each connection keeps as many plans. */
const MOST_NAMED = 300;
/** So many texts are counted; then counting begins anew. */
const MOST_COUNTED = 3_000;
/** Scripts, and statements whose columns change with their table's. */
const NEVER = /;|(?:\bselect|\breturning|\.|,) ?\*/i;

/** By text; empty for a statement that never gets one. */
const names = new Map<string, string>();
const counted = new Map<string, number>();
let last = 0;

/**
 * The name by which PostgreSQL keeps a statement parsed on each connection, which takes as long as to carry it out. Those
 * that this process sends often have one; others, such as those with lists of every length, do not fill the server's memory.
 */
export function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined || names.size >= MOST_NAMED) return name || undefined;
  const times = (counted.get(text) ?? 0) + 1;
  if (counted.size >= MOST_COUNTED) counted.clear();
  counted.set(text, times);
  if (times < OFTEN) return undefined;
  counted.delete(text);
  // A connection never sees a name for two texts.
  names.set(text, NEVER.test(text) ? "" : `kitab_${(last += 1)}`);
  return names.get(text) || undefined;
}

/** What PostgreSQL says when a statement's columns have other types than when it got its name. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Error && error.message === "cached plan must not change result type";

/** From now on this statement has no name. */
export const forgetStatementName = (text: string): void => void names.set(text, "");

/** Begins anew, as in a process that has just started: for tests, of which many run in one. Numbers go on. */
export function forgetNames(): void {
  names.clear();
  counted.clear();
}
