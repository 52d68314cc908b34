import type { Totals } from "../checkout/totals";
import type { CartCoupon } from "../coupons/coupons";

/** Whose cart: a customer's, or a guest's by the SHA-256 of their session's id. */
export type CartOwner = { accountId: number } | { sessionHash: string };

/** Why a line cannot be ordered as it stands. `unavailable`: the book was hidden. */
export type LineProblem = "unavailable" | "out_of_stock" | "too_many";

/** One book in a cart, priced from the catalogue. Money in paise. */
export interface CartLine {
  itemId: number;
  bookId: number;
  title: string;
  authors: string[];
  cover: string | null;
  price: number;
  salePrice: number | null;
  /** What one copy is charged at. */
  unitPrice: number;
  quantity: number;
  lineTotal: number;
  /** Copies this owner can get: the stock and what their own unpaid orders hold. 0 for a hidden book. */
  available: number;
  problem: LineProblem | null;
}

export interface Cart {
  lines: CartLine[];
  /** Of the lines without a problem; with the coupon's discount where it applies. */
  totals: Totals;
  coupon: CartCoupon | null;
  /** Copies in all lines, as the badge counts them. */
  count: number;
  /** Nothing to order, or a line that has to go or shrink first. */
  isOrderable: boolean;
}

export type AddOutcome =
  | { ok: true; title: string; quantity: number }
  | { ok: false; reason: "not_found"; message: string }
  | { ok: false; reason: "out_of_stock" | "too_many"; title: string; left: number; message: string };

export type QuantityOutcome =
  | { ok: true; quantity: number }
  | { ok: false; reason: "not_found"; message: string }
  | { ok: false; reason: "out_of_stock" | "too_many" | "unavailable"; left: number; message: string };

/** The lines that totals count: what cannot be had at all costs nothing. */
export const countedLines = <Line extends Pick<CartLine, "problem">>(lines: readonly Line[]): Line[] =>
  lines.filter(({ problem }) => problem === null || problem === "too_many");

/** What stands at a line, and on a refused add (decisions.md, 'Stock'). @param left copies the shopper can get */
export function stockMessage(left: number): string {
  return left > 0 ? `Only ${left} left in stock` : "Out of stock";
}

/** @param line a book as it stands in the catalogue, and the copies wanted */
export function lineProblem(line: {
  hidden: boolean;
  available: number;
  quantity: number;
}): LineProblem | null {
  if (line.hidden) return "unavailable";
  if (line.available < 1) return "out_of_stock";
  return line.quantity > line.available ? "too_many" : null;
}

export function problemMessage(problem: LineProblem, available: number): string {
  return problem === "unavailable" ? "This book is no longer available" : stockMessage(available);
}
