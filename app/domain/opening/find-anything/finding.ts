/** What staff find when they search everything in the back office. */

/** The longest text that is searched; longer ones are cut. */
export const FIND_MAX = 100;
/** How many of each group are shown; its own list has all. */
export const FOUND_MAX = 5;

/** One thing found. */
export interface Found {
  /** Its address in the back office. */
  to: string;
  title: string;
  /** What tells it from others of its name. */
  note: string;
}

export interface FoundGroup {
  key: "screens" | "books" | "orders" | "customers";
  label: string;
  /** At most `FOUND_MAX`, the best first; never empty. */
  rows: Found[];
  /** How many there are in all. */
  count: number;
  /** The search in the group's own list, with its words, e.g. "All 12 books"; null: all are shown. */
  all: { to: string; label: string } | null;
}

/** What was found, in groups that are not empty. */
export interface Findings {
  groups: FoundGroup[];
  /** Whether nothing has the words as typed: these have words that are spelled or sound alike. */
  isForgiven: boolean;
}
