import { LRUCache } from "lru-cache";

export type BoundedCache<Value extends object | true> = LRUCache<string, Value>;

/** Of an entry beside its key and value. */
const ENTRY_BYTES = 100;

interface Options<Value> {
  /** Of all entries together, keys included. */
  maxBytes: number;
  /** Of one entry: what is larger is not kept, so that no single one empties the cache. Half of `maxBytes` otherwise. */
  maxEntryBytes?: number;
  /** What a value holds in memory, by estimate. */
  bytesOf(value: Value): number;
  /** Told the key of each entry that had to make room. */
  onEvict?(key: string): void;
}

/** Values by key, bounded by what they weigh together: when there is no room, the longest unused go first. */
export function boundedCache<Value extends object | true>(options: Options<Value>): BoundedCache<Value> {
  const { maxBytes, maxEntryBytes = maxBytes / 2, bytesOf, onEvict } = options;
  return new LRUCache({
    maxSize: maxBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: (value, key) => bytesOf(value) + 2 * key.length + ENTRY_BYTES,
    ...(onEvict && { dispose: (_, key, reason) => reason === "evict" && onEvict(key) }),
  });
}
