import type { Database, Statement } from "better-sqlite3";

const KEPT_MS = 30_000;

interface Look {
  version: number;
  /** Whether an import is writing, in whatever thread or process. */
  isChanging: 0 | 1;
}

/**
 * The version of the catalogue, for what is kept until it changes. An import raises it several times a second, and dropped
 * so often, nothing kept would be used twice. So while one writes, a version counts for thirty seconds, but not beyond a
 * change that somebody made through this handle: what a request has changed is not served as it was before.
 */
export class KeptVersion {
  #reader: Database;
  #writer: Database;
  #look: Statement<[], Look> | undefined;
  #own: Statement<[], number> | undefined;
  #ownBefore = 0;
  #kept = { version: 0, at: 0 };
  #isChanging = false;

  constructor(reader: Database, writer: Database) {
    this.#reader = reader;
    this.#writer = writer;
  }

  version(): number {
    // The first condition is that of the index bulk_changes_by_turn, which has only these few rows.
    this.#look ??= this.#reader.prepare(
      `select version, exists (
         select 1 from bulk_changes where status in ('planning', 'importing', 'undoing') and status <> 'planning'
       ) as isChanging from catalogue_version`,
    );
    const { version, isChanging } = this.#look.get()!;
    const now = performance.now();
    if (!isChanging || !this.#isChanging || now - this.#kept.at >= KEPT_MS) this.#kept = { version, at: now };
    this.#isChanging = isChanging === 1;
    return this.#kept.version;
  }

  /** Called with the lock, before a write of this handle. */
  beforeWrite() {
    if (this.#isChanging) this.#ownBefore = this.#ownVersion();
  }

  /** Called after it, with the lock or without. @returns what to call when it is committed */
  afterWrite(): () => void {
    const isChanged = this.#isChanging && this.#ownVersion() !== this.#ownBefore;
    return () => {
      if (isChanged) this.#isChanging = false;
    };
  }

  #ownVersion(): number {
    this.#own ??= this.#writer.prepare<[], number>("select version from catalogue_version").pluck();
    return this.#own.get()!;
  }
}
