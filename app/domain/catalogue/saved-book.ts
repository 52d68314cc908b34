import type { AuditValue } from "../audit/audit";
import type { BookFields } from "./book-form.schema";

export const BOOK_ADDED = "Book added successfully!";
export const BOOK_UPDATED = "Book updated successfully!";
export const BOOK_CHANGED =
  "This book was changed while you were editing it. Nothing of yours has been saved yet.";
export const BOOK_UNKNOWN = "Book Not Found";

/** What somebody else changed while a book's form was open. */
export interface Clash {
  /** The edits since, the newest first. `who` is null when the account is gone; times in ISO 8601, UTC. */
  edits: { who: string | null; at: string }[];
  /** What saving would write over, in words for people. */
  fields: { field: string; stored: AuditValue; yours: AuditValue }[];
  /** Sales or other staff moved the stock, and the form would set another. */
  stockMoved: boolean;
  /** The book as it is stored now, for the form to go on with. */
  version: number;
  stock: number;
}

export type SaveOutcome =
  | { ok: true; id: number; message: string; version: number }
  | { ok: false; reason: "unknown_book" }
  | { ok: false; reason: "field"; field: keyof BookFields; message: string }
  | { ok: false; reason: "changed"; clash: Clash };
