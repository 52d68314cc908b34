import { ONLY_POSTGRES } from "../postgres/own-tables";

/** A value of a column: a text, a whole number, or null. */
export type Value = string | number | null;

export interface CopiedColumn {
  name: string;
  kind: "text" | "number";
}

/** A table with data, without those of search indexes, of the migrator and of the move itself. */
export interface CopiedTable {
  name: string;
  /** All columns whose values are stored as given, in the order of their names. */
  columns: CopiedColumn[];
  /** The columns of the primary key, by which rows are in order; empty: the table has none. */
  key: string[];
}

/** A database from which a shop is copied, or whose copy is checked. Nobody changes it meanwhile. */
export interface CopySide {
  /** In the order of their names. */
  tables(): Promise<CopiedTable[]>;
  /**
   * All rows, or those after the one with this key, in the order of the key: a part of them at a time, with their values in
   * the order of the table's columns.
   */
  rows(table: CopiedTable, after?: Value[]): AsyncIterable<Value[][]>;
  /** The number of rows, named `ALL_ROWS`, and the sum of each column of numbers, as the database counts them. */
  figures(table: CopiedTable): Promise<Record<string, string>>;
  /** The highest id that each table with a column `id` has ever given, as far as the database knows it. */
  lastIds(): Promise<Map<string, number>>;
  /**
   * Whether the database has the text exactly as it was read; otherwise some of its bytes are no characters. Not asked of
   * PostgreSQL, which accepts no such text.
   */
  isExact?(table: CopiedTable, row: Value[], column: number): boolean;
  close(): Promise<void>;
}

/** A database to which a shop is copied. Its notes, in a table of its own, say how far the copy is. */
export interface CopyTarget extends CopySide {
  /** The value that was noted last; undefined: none. */
  note(key: string): Promise<string | undefined>;
  setNote(key: string, value: string): Promise<void>;
  /**
   * Removes all rows, and takes away what would slow down or change the rows to come: triggers, indexes, on PostgreSQL
   * foreign keys. What brings it back is noted, and further notes, all in one transaction.
   */
  begin(notes: [key: string, value: string][]): Promise<void>;
  /** Undoes all that a copy has done so far, but leaves the database marked as unfinished. */
  giveUp(): Promise<void>;
  /** Writes rows and a note in one transaction. */
  write(table: CopiedTable, rows: Value[][], note: [key: string, value: string]): Promise<void>;
  /** Ids that come later are higher than these. */
  setLastIds(ids: Map<string, number>): Promise<void>;
  /**
   * Brings back what `begin` took away, step by step.
   * @param what first the indexes of tables and references, then all else
   */
  bringBack(what: "tables" | "all", onStep: (left: number) => void): Promise<void>;
  /** References to rows that do not exist, in words; empty on PostgreSQL, which refuses them. */
  strays(): Promise<string[]>;
  /** Removes the notes: the copy is complete, but for the search indexes. */
  finish(): Promise<void>;
}

/** Unlike any column's name. */
export const ALL_ROWS = "all rows";

/** The table with the notes of a copy. While it exists, the database is not a whole shop. */
export const NOTES = "unfinished_move";

/** Tables that are not copied. Those of searches and facets are made anew at the shop's next start. */
export const isOwnTable = (name: string) =>
  name === NOTES ||
  ONLY_POSTGRES.includes(name) ||
  /^(?:sqlite|kysely|near|shelf)_|^search_(?:queue|later|indexes)$|_(?:fts|index)$/.test(name);

/** Rows come in parts of at most so many rows, or characters. */
export const PART_ROWS = 1_000;
export const PART_LENGTH = 2_000_000;
/** A name as it stands in SQL, in either engine. */
export const quoted = (name: string) => `"${name}"`;
export const list = (names: string[]) => names.map(quoted).join();
