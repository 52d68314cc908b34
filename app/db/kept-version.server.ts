const KEPT_MS = 30_000;

export interface Look {
  version: number;
  /** How much of it imports have not raised. */
  others: number;
  /** Whether an import is writing, in whatever thread or process. */
  isChanging: 0 | 1;
}

/** The first condition is that of the index bulk_changes_by_turn, which has only these few rows. */
export const LOOK = `select version, version - by_imports as others, exists (
  select 1 from bulk_changes where status in ('planning', 'importing', 'undoing') and status <> 'planning'
) as "isChanging" from catalogue_version`;

/**
 * The version of the catalogue, for what is kept until it changes. An import raises it several times a second, and dropped
 * so often, nothing kept would be used twice. So while one writes, a version counts for thirty seconds, but not beyond a
 * change that anybody else made, in whatever process: what staff have changed is not served as it was before.
 */
export class KeptVersion {
  #kept = { version: 0, others: 0, at: 0 };
  #isChanging = false;

  /** @param look what the database says now @returns the version that counts */
  after({ version, others, isChanging }: Look): number {
    const now = performance.now();
    const isKept = this.#isChanging && others === this.#kept.others && now - this.#kept.at < KEPT_MS;
    if (!isChanging || !isKept) this.#kept = { version, others, at: now };
    this.#isChanging = isChanging === 1;
    return this.#kept.version;
  }
}
