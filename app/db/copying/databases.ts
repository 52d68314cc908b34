import { createHash } from "node:crypto";
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

/** Some rows, with their values in the order of the table's columns. */
export interface Part {
  rows: Value[][];
  /** The same as lines (copy-text.ts). */
  lines: string;
}

/** A database from which a shop is copied, or whose copy is checked. Nobody changes it meanwhile. */
export interface CopiedDatabase {
  /** In the order of their names. */
  tables(): Promise<CopiedTable[]>;
  /** All rows in the order of their key, or of all columns: a part of them at a time. */
  rows(table: CopiedTable): AsyncIterable<Part>;
  /** The digest of all rows: that of their lines in the order of `rows`. @param onRows told how many more were read */
  digest(table: CopiedTable, onRows: (count: number) => void): Promise<string>;
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
export interface CopyTarget extends CopiedDatabase {
  /** The value that was noted last; undefined: none. */
  note(key: string): Promise<string | undefined>;
  setNote(key: string, value: string): Promise<void>;
  /**
   * Removes all rows, and takes away what would slow down or change the rows to come: triggers, indexes, on PostgreSQL
   * foreign keys. What makes it again is noted, and further notes, all in one transaction.
   */
  begin(notes: [key: string, value: string][]): Promise<void>;
  /** Undoes all that a copy has done so far, but leaves the database marked as unfinished. */
  discard(): Promise<void>;
  /** Writes rows and a note in one transaction. */
  write(table: CopiedTable, parts: Part[], note: [key: string, value: string]): Promise<void>;
  /** Ids that come later are higher than these. */
  setLastIds(ids: Map<string, number>): Promise<void>;
  /** Makes again what `begin` took away: indexes, then references, last the triggers. @param onStep told before each step */
  recreate(onStep: (left: number) => void): Promise<void>;
  /** References to rows that do not exist, in words; empty on PostgreSQL, which refuses them. */
  missingReferences(): Promise<string[]>;
  /** Removes the notes: the copy is complete, but for the search indexes. */
  finish(): Promise<void>;
}

/** All rows in one digest. */
export async function digestOf(parts: AsyncIterable<Part>, onRows: (count: number) => void): Promise<string> {
  const hash = createHash("sha256");
  for await (const { rows, lines } of parts) {
    hash.update(lines);
    onRows(rows.length);
  }
  return hash.digest("hex");
}

/** Unlike any column's name. */
export const ALL_ROWS = "all rows";

/** The table with the notes of a copy. While it exists, the database is not a whole shop. */
export const NOTES = "unfinished_move";

/** Tables that are not copied. Those of searches are made anew at the shop's next start. */
export const isOwnTable = (name: string) =>
  name === NOTES ||
  ONLY_POSTGRES.includes(name) ||
  /^(?:sqlite|kysely|near)_|^search_(?:queue|later|indexes)$|_(?:fts|index)$/.test(name);

/** A part has at most so many rows, or little more than so many characters. */
export const PART_ROWS = 1_000;
export const PART_LENGTH = 1_000_000;
/** A name as it stands in SQL, in either engine. */
export const quoted = (name: string) => `"${name}"`;
export const list = (names: string[]) => names.map(quoted).join();
