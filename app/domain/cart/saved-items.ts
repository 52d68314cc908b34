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

export type MoveOutcome =
  /** `left`: copies that stay saved, because the stock or the limit does not allow them. */
  | { ok: true; title: string; moved: number; left: number; message: string }
  | { ok: false; reason: "not_found" | "unavailable" | TooMany["reason"]; message: string };

/** The messages when a page shows a book that was moved or removed since. */
export const NOT_IN_CART = "This book is no longer in your cart";
export const NOT_SAVED = "This book is no longer saved for later";
export const savedForLater = (title: string) => `Saved "${title}" for later`;
export const REMOVED_FROM_SAVED = "Removed from the books saved for later";
