import type { CopiesLimit, LineProblem, TooMany } from "./cart";

/** Far more than anybody saves; keeps the cart's page and its query small. */
export const SAVED_MAX = 200;

/** A book saved for later, priced from the catalogue. Money in paise. */
export interface SavedItem extends CopiesLimit {
  bookId: number;
  title: string;
  cover: string | null;
  price: number;
  salePrice: number | null;
  /** The price charged for one copy. */
  unitPrice: number;
  quantity: number;
  problem: LineProblem | null;
}

export type SaveOutcome =
  | { ok: true; title: string }
  | { ok: false; reason: "not_found" | "full"; message: string };

export type RemoveOutcome = { ok: true; title: string } | { ok: false; reason: "not_found"; message: string };

export type MoveOutcome =
  /** `left`: copies that stay saved, because the stock or the limit does not allow them. */
  | { ok: true; title: string; moved: number; left: number; message: string }
  | { ok: false; reason: "not_found" | "unavailable"; message: string }
  | { ok: false; reason: TooMany["reason"] | "full"; title: string; message: string };

/** The message after a book was put aside from the cart. */
export const savedForLater = (title: string) => `Saved "${title}" for later`;
/** The message after a saved book was removed. */
export const removedFromSaved = (title: string) => `Removed "${title}" from the books saved for later`;
