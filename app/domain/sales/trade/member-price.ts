/** Pure rules of what a member of a customer group pays. Browser-safe. */

/** A discount that a group has on some book. */
export interface MemberDiscount {
  /** The more specific comes first: on the book itself, one of its tags, or all books. */
  of: "all" | "tag" | "book";
  /** null: all books. */
  bookId: number | null;
  /** Hundredths of a per cent. */
  rate: number;
  /** The least copies of the line. */
  leastCopies: number;
}

/** All discounts of a customer's group that can apply to the books that were asked for; none: the public price holds. */
export type MemberDiscounts = readonly MemberDiscount[];

/** What a book costs everybody. Paise. */
export interface PublicPrice {
  bookId: number;
  /** The list price. */
  price: number;
  /** The sale price if there is one, else the list price. */
  charged: number;
}

const RANK = { all: 0, tag: 1, book: 2 } as const;

/** @returns positive: the first comes before the second */
const compare = (a: MemberDiscount, b: MemberDiscount) => RANK[a.of] - RANK[b.of] || a.rate - b.rate;

/** The list price less a discount, rounded half up to the paisa. */
export const lessDiscount = (price: number, rate: number): number =>
  Math.floor((2 * price * (10_000 - rate) + 10_000) / 20_000);

/**
 * What one copy costs a customer who takes so many of it: no other code prices a line of a cart or an order. Of the group's
 * discounts whose least copies are met, those on the book come before those on its tags, and these before those on all
 * books; of these the highest holds. It is a discount on the list price; where the sale price is lower, that is charged:
 * a discount never adds to a sale, and a member never pays more than everybody.
 * @param member as `memberDiscounts` read them
 * @returns paise, from 0 to the public price
 */
export function priceFor(member: MemberDiscounts, book: PublicPrice, quantity: number): number {
  let best: MemberDiscount | undefined;
  for (const one of member) {
    if (one.leastCopies > quantity || (one.bookId !== null && one.bookId !== book.bookId)) continue;
    if (!best || compare(one, best) > 0) best = one;
  }
  return best ? Math.min(book.charged, lessDiscount(book.price, best.rate)) : book.charged;
}

/** A row of prices that begins with so many copies. */
export interface PriceStep {
  from: number;
  /** Paise, for one copy. */
  price: number;
}

/** What one copy costs from how many copies on; the first is for one copy. Only where the price changes. */
export function priceSteps(member: MemberDiscounts, book: PublicPrice): PriceStep[] {
  const marks = [...new Set([1, ...member.map(({ leastCopies }) => leastCopies)])].sort((a, b) => a - b);
  const steps = marks.map((from) => ({ from, price: priceFor(member, book, from) }));
  return steps.filter(({ price }, at) => price !== steps[at - 1]?.price);
}
