import { shareOf } from "~/process/config.server";
import type { Db } from "~/db/database.server";
import { catalogueVersion, steadyVersion } from "~/db/catalogue-version.server";
import { indianDate } from "~/domain/kit/dates";
import { type BoundedCache, boundedCache } from "~/platform/bounded-cache";

const MAX_BYTES = shareOf(8 * 1024 * 1024, 4 * 1024 * 1024);
/** Beyond this many at once, computations are not shared. */
const MAX_UNDERWAY = 500;

interface Memo {
  version: number;
  cached: BoundedCache<{ result: unknown }>;
  underway: Map<string, Promise<unknown>>;
}

/** One memo per database handle: tests and tools open several. */
const memos = new WeakMap<Db, Memo>();

/**
 * The result of `compute` for this key, cached until something that a visitor can see changes (table catalogue_version,
 * maintained by triggers); from the shop's read connection, as long as cached pages are. Costs one small select. Concurrent
 * callers share one computation; a failed one is not cached.
 * At most 8 MB are cached, by the length of the results as JSON; the least recently used are dropped first.
 */
export async function perCatalogueVersion<T>(db: Db, key: string, compute: () => Promise<T>): Promise<T> {
  const version = await countingVersion(db);
  let memo = memos.get(db);
  if (memo?.version !== version) {
    memo = { version, cached: boundedCache({ maxBytes: MAX_BYTES, bytesOf }), underway: new Map() };
    memos.set(db, memo);
  }
  const { cached, underway } = memo;
  const known = cached.get(key);
  if (known) return known.result as T;
  const begun = underway.get(key);
  if (begun) return begun as Promise<T>;
  const computing = compute()
    .then((result) => {
      cached.set(key, { result });
      return result;
    })
    .finally(() => underway.delete(key));
  if (underway.size < MAX_UNDERWAY) underway.set(key, computing);
  return computing;
}

/** The version that counts for what is cached: while an import writes, not the newest. */
const countingVersion = async (db: Db): Promise<number> => steadyVersion(db) ?? catalogueVersion(db);

/** The same for what also depends on the date in India, such as which books are out. */
export const perDay = <T>(db: Db, key: string, compute: () => Promise<T>): Promise<T> =>
  perCatalogueVersion(db, `${key} ${indianDate(new Date())}`, compute);

/** Two bytes for each character of its JSON. */
const bytesOf = ({ result }: { result: unknown }) => 2 * (JSON.stringify(result)?.length ?? 0);
