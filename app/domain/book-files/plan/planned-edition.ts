/** A book as an edition of a work, after the rows that were planned so far. */
export interface PlannedEdition {
  /** null until the import has added it. */
  id: number | null;
  title: string;
  isbn13: string | null;
  /** All editions of its work, one list for all of them; null: it has no others. */
  work: PlannedEdition[] | null;
}

/** What a row links with its book. */
export interface PlannedLinks {
  /** To be linked with it one after the other. */
  others: PlannedEdition[];
  /** Those that come into the work. */
  joined: PlannedEdition[];
  /** All editions of its work then. */
  group: PlannedEdition[];
}
