import type { LongName, NamedKind } from "./plan";

export interface NamedRow {
  id: number;
  name: string;
}

/** The rows that the names of a file mean. */
export interface NameFinder {
  /** Whether the shop has it. */
  has(kind: NamedKind, name: string): boolean;
  /** The row of a name, which may be missing yet; null when the name is too long, which is then reported. */
  find(kind: NamedKind, name: string): NamedRow | null;
  /** The short form that staff gave a title, else the title. */
  title(title: string): string;
  /** Whether a name or title is within its limit; reports it if not. */
  fits(kind: LongName["kind"], name: string): boolean;
}
