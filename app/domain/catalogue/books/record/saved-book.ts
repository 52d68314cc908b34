import type { AuditValue } from "~/domain/kit/audit/audit";

export const BOOK_ADDED = "Book added successfully!";
export const BOOK_UPDATED = "Book updated successfully!";
export const BOOK_CHANGED =
  "This book was changed while you were editing it. Nothing of yours has been saved yet.";
export const BOOK_UNKNOWN = "Book Not Found";
export const SKU_TAKEN = "Another book has this SKU";

/** Changes that others made while a book's form was open. */
export interface Clash {
  /** The edits since, newest first. `who` is null when the account no longer exists; times in ISO 8601, UTC. */
  edits: { who: string | null; at: string }[];
  /** The fields that saving would overwrite, formatted for display. */
  fields: { field: string; stored: AuditValue; yours: AuditValue }[];
  /** Sales or other staff changed the stock, and the form would set a different one. */
  stockMoved: boolean;
  /** The stored version and stock, for saving again. */
  version: number;
  stock: number;
}

export type SaveOutcome =
  | { ok: true; id: number; message: string; version: number }
  | { ok: false; reason: "unknown_book" }
  /** `field` is a field of the form, or of one of its rows: "contributors[0].authorId". */
  | { ok: false; reason: "field"; field: string; message: string }
  | { ok: false; reason: "changed"; clash: Clash };

/** The outcome when one field is refused. */
export const refuseField = (field: string, message: string) =>
  ({ ok: false, reason: "field", field, message }) as const;
