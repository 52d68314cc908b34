import type { Db } from "~/db/database.server";

const MAX_ENTRIES = 500;

interface Memo {
  version: number;
  entries: Map<string, Promise<unknown>>;
}

/** One memo per database handle: tests and tools open several. */
const memos = new WeakMap<Db, Memo>();

/**
 * What `compute` gave for this key, for as long as nothing that a visitor can see has changed (table
 * catalogue_version, kept by triggers). Costs one small select. Concurrent callers share one computation;
 * a failed one is not kept. At most 500 keys are kept, the longest unused going first.
 */
export async function perCatalogueVersion<T>(db: Db, key: string, compute: () => Promise<T>): Promise<T> {
  const version = await catalogueVersion(db);
  let memo = memos.get(db);
  if (memo?.version !== version) {
    memo = { version, entries: new Map() };
    memos.set(db, memo);
  }
  const { entries } = memo;
  const known = entries.get(key) as Promise<T> | undefined;
  const value = known ?? compute();
  entries.delete(key);
  entries.set(key, value);
  if (!known) value.catch(() => entries.delete(key));
  if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value!);
  return value;
}

/** Rises with every change to the catalogue, its reviews and the shop's settings. */
export async function catalogueVersion(db: Db): Promise<number> {
  const row = await db.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow();
  return row.version;
}
