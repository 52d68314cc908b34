/**
 * Values by key, bounded by what they weigh together: when there is no room, the longest unused go first. A value that
 * is too large by itself is not kept, so that no single one empties the cache.
 */
export class BoundedCache<Value> {
  readonly #most: number;
  readonly #largest: number;
  readonly #onDrop: ((key: string) => void) | undefined;
  readonly #kept = new Map<string, { value: Value; weight: number }>();
  #weight = 0;

  /**
   * @param most of all entries together, in bytes by the callers' estimate
   * @param largest of one entry
   * @param onDrop is told the key of each entry that had to make room
   */
  constructor(most: number, largest = most / 2, onDrop?: (key: string) => void) {
    this.#most = most;
    this.#largest = largest;
    this.#onDrop = onDrop;
  }

  /** What all entries weigh together, their keys included. */
  get weight(): number {
    return this.#weight;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** The value, which is now the latest used. */
  get(key: string): Value | undefined {
    const entry = this.#kept.get(key);
    if (!entry) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    return entry.value;
  }

  /**
   * @param bytes what the value holds in memory
   * @returns whether it was kept
   */
  set(key: string, value: Value, bytes: number): boolean {
    this.delete(key);
    const weight = bytes + 2 * key.length + ENTRY_BYTES;
    if (weight > this.#largest) return false;
    this.#kept.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= this.#most) break;
      this.delete(oldest);
      this.#onDrop?.(oldest);
    }
    return true;
  }

  delete(key: string): void {
    const entry = this.#kept.get(key);
    if (!entry) return;
    this.#kept.delete(key);
    this.#weight -= entry.weight;
  }

  clear(): void {
    this.#kept.clear();
    this.#weight = 0;
  }
}

/** Of an entry beside its key and value. */
const ENTRY_BYTES = 100;
