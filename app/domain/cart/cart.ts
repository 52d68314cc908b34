import type { Totals } from "../orders/totals";
import type { CartCoupon } from "../coupons/coupons";

/** Whose cart: a customer's, or a guest's by the SHA-256 of their session's id. */
export type CartOwner = { accountId: number } | { sessionHash: string };

/**
 * Why a line cannot be ordered as it stands. `unavailable`: the book was hidden. `over_limit`: the stock would do, but
 * an order may not have so many copies of one book.
 */
export type LineProblem = "unavailable" | "out_of_stock" | "too_many" | "over_limit";

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
  /** Copies that one order can have: `available`, but never more than the shop's limit. */
  most: number;
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
  | { ok: false; reason: TooMany["reason"]; title: string; message: string };

export type QuantityOutcome =
  | { ok: true; quantity: number }
  | { ok: false; reason: "not_found"; message: string }
  | { ok: false; reason: TooMany["reason"] | "unavailable"; message: string };

/** The lines that totals count: what cannot be had at all costs nothing. */
export const countedLines = <Line extends Pick<CartLine, "problem">>(lines: readonly Line[]): Line[] =>
  lines.filter(({ problem }) => isOrderable(problem));

/** Too many copies can be lowered; what cannot be had at all can only go. */
const isOrderable = (problem: LineProblem | null) =>
  problem === null || problem === "too_many" || problem === "over_limit";

/**
 * What stands at a line, and on a refused add (docs/product-decisions.md §3.6).
 * @param left copies the shopper can get
 */
export function stockMessage(left: number): string {
  return left > 0 ? `Only ${left} left in stock` : "Out of stock";
}

/** What stands where an order would have too many copies of one book. @param most the shop's limit */
export const limitMessage = (most: number) =>
  `You can order at most ${most === 1 ? "1 copy" : `${most} copies`} of one book.`;

/** How many copies of a book a shopper can order, and what sets the limit. */
export interface CopiesLimit {
  /** Copies the shopper can get: the stock and what their own unpaid orders hold. */
  available: number;
  /** As `CartLine.most`. */
  most: number;
}

/** @param mostCopies the shop's limit for one book in one order (a setting) */
export const copiesLimit = (available: number, mostCopies: number): CopiesLimit => ({
  available,
  most: Math.min(available, mostCopies),
});

export interface TooMany {
  reason: "out_of_stock" | "too_many" | "over_limit";
  message: string;
}

/** @returns why an order cannot have so many copies of a book; null: it can */
export function tooMany(quantity: number, limit: CopiesLimit): TooMany | null {
  if (limit.available > 0 && quantity <= limit.most) return null;
  const reason =
    limit.available < 1 ? "out_of_stock" : limit.most < limit.available ? "over_limit" : "too_many";
  return { reason, message: problemMessage(reason, limit) };
}

/** @param line a book as it stands in the catalogue, and the copies wanted */
export function lineProblem(line: CopiesLimit & { hidden: boolean; quantity: number }): LineProblem | null {
  return line.hidden ? "unavailable" : (tooMany(line.quantity, line)?.reason ?? null);
}

export function problemMessage(problem: LineProblem, { available, most }: CopiesLimit): string {
  if (problem === "unavailable") return "This book is no longer available";
  return problem === "over_limit" ? limitMessage(most) : stockMessage(available);
}
