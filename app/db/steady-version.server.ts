const STEADY_MS = 30_000;

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
) as "isChanging" from current_catalogue_version`;

/**
 * The version of the catalogue, for what is cached until it changes. An import raises it several times a second; dropped
 * so often, nothing cached would be used twice. So while one writes, a version counts for thirty seconds, but not beyond a
 * change that anybody else made, in whatever process: what staff have changed is not served as it was before.
 */
export class SteadyVersion {
  #counted = { version: 0, others: 0, at: 0 };
  #isChanging = false;

  /** @param look what the database says now @returns the version that counts */
  after({ version, others, isChanging }: Look): number {
    const now = performance.now();
    const isSteady =
      this.#isChanging && others === this.#counted.others && now - this.#counted.at < STEADY_MS;
    if (!isChanging || !isSteady) this.#counted = { version, others, at: now };
    this.#isChanging = isChanging === 1;
    return this.#counted.version;
  }
}
