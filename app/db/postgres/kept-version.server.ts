import type { Ask, WatchWrites } from "./connection.server";

const KEPT_MS = 30_000;

interface Look {
  version: number;
  /** Whether an import is writing, in whatever process. */
  isChanging: 0 | 1;
}

const LOOK = `select version, exists (
  select 1 from bulk_changes where status in ('planning', 'importing', 'undoing') and status <> 'planning'
) as "isChanging" from catalogue_version`;

/**
 * The version of the catalogue, as on SQLite (sqlite/kept-version.server.ts): while an import writes, it counts for
 * thirty seconds, but not beyond a change that somebody made through this handle. All who ask in one turn of the event
 * loop share one query, sent after each of their requests came in.
 */
export class KeptVersion implements WatchWrites {
  readonly #read: (text: string) => Promise<Look>;
  #asked: Promise<number> | null = null;
  #ownBefore = 0;
  #kept = { version: 0, at: 0 };
  #isChanging = false;

  constructor(read: (text: string) => Promise<Look>) {
    this.#read = read;
  }

  version(): Promise<number> {
    if (!this.#asked) {
      this.#asked = this.#look();
      setImmediate(() => (this.#asked = null));
    }
    return this.#asked;
  }

  async #look(): Promise<number> {
    const { version, isChanging } = await this.#read(LOOK);
    const now = performance.now();
    if (!isChanging || !this.#isChanging || now - this.#kept.at >= KEPT_MS) this.#kept = { version, at: now };
    this.#isChanging = isChanging === 1;
    return this.#kept.version;
  }

  async beforeWrite(ask: Ask) {
    if (this.#isChanging) this.#ownBefore = await ownVersion(ask);
  }

  async afterWrite(ask: Ask): Promise<() => void> {
    const isChanged = this.#isChanging && (await ownVersion(ask)) !== this.#ownBefore;
    return () => {
      if (isChanged) this.#isChanging = false;
    };
  }
}

const ownVersion = async (ask: Ask) =>
  (await ask<{ version: number }>("select version from catalogue_version"))[0]!.version;
