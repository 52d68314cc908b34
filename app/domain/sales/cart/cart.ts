import { limitMessage } from "./copies-limit";
import {
  type HeldCopies,
  notOnSale,
  type OnSale,
  onSale,
  type SaleRow,
} from "~/domain/catalogue/books/sale/sale";
import type { Totals } from "../orders/money/totals";
import type { CartCoupon } from "../coupons/coupons";
import type { CartDelivery } from "./cart-delivery";

/** The most different books of a cart: far more than anybody chooses by hand, and a page that can be drawn. */
export const CART_MAX = 200;
export const CART_FULL = `Your cart is full: it holds ${CART_MAX} different books`;

/** The owner of a cart: a customer, or a guest, who is identified by the SHA-256 of their session id. */
export type CartOwner = { accountId: number } | { sessionHash: string };

/**
 * Why a line cannot be ordered as it is. `unavailable`: the book was hidden. `over_limit`: the stock is enough, but an
 * order may not have so many copies of one book.
 */
export type LineProblem = "unavailable" | "out_of_stock" | "too_many" | "over_limit";

/** A line as a page or program shows it: without the book, only its number is compared. */
export interface LineRef {
  itemId: number;
  bookId?: number | undefined;
}

/** One book in a cart, priced from the catalogue. Money in paise. */
export interface CartLine extends CopiesLimit {
  itemId: number;
  bookId: number;
  title: string;
  authors: string[];
  cover: string | null;
  price: number;
  salePrice: number | null;
  /** The price charged for one copy. */
  unitPrice: number;
  quantity: number;
  lineTotal: number;
  /** The book's own, else the shop's. The rate is in hundredths of a per cent and included in the price. */
  hsn: string;
  taxRate: number;
  problem: LineProblem | null;
}

export interface Cart {
  lines: CartLine[];
  /** The totals of the lines that `countedLines` returns, with the coupon's discount if it applies. */
  totals: Totals;
  delivery: CartDelivery;
  coupon: CartCoupon | null;
  /** The number of copies in all lines, as in the badge. */
  count: number;
  /** False when the cart is empty, or a line has a problem. */
  isOrderable: boolean;
}

export type AddOutcome =
  | { ok: true; title: string; quantity: number }
  | { ok: false; reason: "not_found"; message: string }
  | { ok: false; reason: TooMany["reason"] | "full"; title: string; message: string };

export type QuantityOutcome =
  | { ok: true; quantity: number }
  | { ok: false; reason: "not_found" | "unavailable"; message: string }
  | { ok: false; reason: TooMany["reason"]; title: string; message: string };

/** The lines that count for the totals: all but those with no copy available. */
export const countedLines = <Line extends Pick<CartLine, "problem">>(lines: readonly Line[]): Line[] =>
  lines.filter(({ problem }) => isOrderable(problem));

/** A line with too many copies can be lowered; a line with no copy available can only be removed. */
const isOrderable = (problem: LineProblem | null) =>
  problem === null || problem === "too_many" || problem === "over_limit";

/** The message at a line and when adding is refused (docs/product-decisions.md §3.6). */
function stockMessage({ available, ...sale }: CopiesLimit): string {
  if (available === 0) return notOnSale(sale);
  return `Only ${available} left ${sale.forthcoming ? "to pre-order" : "in stock"}`;
}

/** Whether a line has all the copies that the shop's limit allows, while there are more in stock. */
export const isAtLimit = ({ quantity, most, available }: CopiesLimit & { quantity: number }) =>
  quantity >= most && most < available;

/** How many copies of a book a shopper can order. */
export interface CopiesLimit extends Omit<OnSale, "stock"> {
  /** Copies the shopper can get: what is on sale, and what their own unpaid orders hold. 0 for a hidden book. */
  available: number;
  /** The most copies that one order can have: `available`, but at most the shop's limit. */
  most: number;
}

/** @param mostCopies the shop's limit for one book in one order (a setting) */
export const copiesLimit = (available: number, mostCopies: number): CopiesLimit => ({
  available,
  most: Math.min(available, mostCopies),
});

/** The same of a book as it is on sale. @param today the date in India */
export function limitOf(
  book: SaleRow & { hidden?: 0 | 1 },
  held: HeldCopies,
  mostCopies: number,
  today: string,
): CopiesLimit {
  if (book.hidden === 1) return copiesLimit(0, mostCopies);
  const { stock, ...sale } = onSale(book, today, held);
  return { ...copiesLimit(stock, mostCopies), ...sale };
}

export interface TooMany {
  reason: "out_of_stock" | "too_many" | "over_limit";
  message: string;
}

/** @returns why an order cannot have this many copies of a book; null: it can */
export function tooMany(quantity: number, limit: CopiesLimit): TooMany | null {
  if (limit.available > 0 && quantity <= limit.most) return null;
  const reason =
    limit.available < 1 ? "out_of_stock" : limit.most < limit.available ? "over_limit" : "too_many";
  return { reason, message: problemMessage(reason, limit) };
}

/** Why a line cannot be ordered; null: it can. @param line the book's present data, and the wanted copies */
export function lineProblem(line: CopiesLimit & { hidden: boolean; quantity: number }): LineProblem | null {
  return line.hidden ? "unavailable" : (tooMany(line.quantity, line)?.reason ?? null);
}

/** Why a line cannot be ordered (docs/specification.md §8). */
export function problemMessage(problem: LineProblem, limit: CopiesLimit): string {
  if (problem === "unavailable") return "This book is no longer available";
  return problem === "over_limit" ? limitMessage(limit.most) : stockMessage(limit);
}
