import { LRUCache } from "lru-cache";

export type BoundedCache<Value extends object | true> = LRUCache<string, Value>;

/** The size of an entry besides its key and value. */
const ENTRY_BYTES = 100;

interface Options<Value> {
  /** Limit of all entries together, including keys. */
  maxBytes: number;
  /** Limit of one entry; larger ones are not cached, so that one cannot empty the cache. Default: half of `maxBytes`. */
  maxEntryBytes?: number;
  /** The estimated size of a value in memory. */
  bytesOf(value: Value): number;
  /** Called with the key of each entry that was dropped to make room. */
  onEvict?(key: string): void;
}

/** A cache limited by the total size of its values: the least recently used are dropped first. */
export function boundedCache<Value extends object | true>(options: Options<Value>): BoundedCache<Value> {
  const { maxBytes, maxEntryBytes = Math.floor(maxBytes / 2), bytesOf, onEvict } = options;
  return new LRUCache({
    maxSize: maxBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: (value, key) => bytesOf(value) + 2 * key.length + ENTRY_BYTES,
    ...(onEvict && { dispose: (_, key, reason) => reason === "evict" && onEvict(key) }),
  });
}
