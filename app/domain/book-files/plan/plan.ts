import type { AuditChange } from "~/domain/kit/audit/audit";
import type { BookFields } from "~/domain/catalogue/books/record/book-form.schema";
import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import type { ColumnKey } from "../columns";
import type { ImportMapping, Shortened } from "../mapping";
import type { RowQuestionKind } from "./questions";
import type { PlannedEdition, PlannedLinks } from "./planned-edition";

/** What an import may do. `stock_and_price` changes price, sale price and stock of known books, and nothing else. */
export const IMPORT_MODES = {
  add_and_change: "Add new books and change known ones",
  add_only: "Add new books only",
  stock_and_price: "Only change stock and price of known books",
} as const;
export type ImportMode = keyof typeof IMPORT_MODES;

export interface PlanOptions {
  mode: ImportMode;
  mapping: ImportMapping;
  /** The file's own headings, for messages; else those of the template. */
  headings?: ReadonlyMap<ColumnKey, string>;
  /** What staff typed themselves is refused where it is wrong; of files what is optional is left out with a hint. */
  isTyped?: boolean;
}

/** What becomes of a row. */
export type PlanOutcome = "added" | "changed" | "unchanged" | "refused";

export interface PlanProblem {
  /** The heading of the column; empty when the problem is the row's. */
  column: string;
  message: string;
}

/** The rows that a book can refer to by name, and that an import creates. */
export type NamedKind = "author" | "publisher" | "language" | "series" | "tag";

/** What an import would do with a row; nothing is written. */
export interface PlannedBook {
  row: number;
  reference: string | null;
  /** Of the file, else of the known book. */
  title: string;
  outcome: PlanOutcome;
  /** The known book and its version; null for a new one. */
  book: { id: number; version: number } | null;
  /** The known book as it was read. */
  known: EditableBook | null;
  /** As the book's history would show it; of a new book all fields with a value. */
  changes: AuditChange[];
  problems: PlanProblem[];
  warnings: string[];
  /**
   * For saving: null unless the outcome is 'added' or 'changed'; also null when a book is only hidden or
   * linked. Missing names have
   * ids from `FIRST_MISSING_ID` on: create them first (runs/missing-names.server.ts).
   */
  fields: BookFields | null;
  /** Whether the store shows the book; null: as it is, and a new book is shown. */
  visible: boolean | null;
  /** The names of `fields` that the shop does not have yet. */
  missing: MissingName[];
  /** Addresses of pictures to fetch, the cover first. */
  pictures: string[];
  /** The book among the editions of its work, where that matters. */
  edition: PlannedEdition | null;
  /** Other editions to link with it; null: none. */
  links: PlannedLinks | null;
  /** What is asked about the row; answered or not. */
  question: RowQuestionKind | null;
  /** Its stock is more than the shop's, though copies were sold since the last list. */
  isOldStock: boolean;
  /** ISBNs of other editions that neither the shop nor the file has so far: a later row may. */
  awaited: string[];
}

/** No table has a row of such an id. */
export const FIRST_MISSING_ID = 1e12;

/** Names of the file that the shop does not have yet. */
export interface MissingName {
  kind: NamedKind;
  /** From `FIRST_MISSING_ID` on, the same for the whole file. */
  id: number;
  name: string;
}

/** A name or title that needs a short form (`ImportMapping.short`). */
export interface LongName {
  kind: Shortened;
  name: string;
}

/** Some rows of a plan, with what came up in them for the first time. */
export interface PlanBatch {
  books: PlannedBook[];
  missing: MissingName[];
  tooLong: LongName[];
}
