import { formatRupees } from "~/domain/kit/money";

/** A line of the cart as the client knows it. */
export interface ExpectedLine {
  bookId: number;
  quantity: number;
  /** The price charged for one copy, in paise; null: not given. */
  unitPrice: number | null;
}

/**
 * The differences between the cart and what the client wants to order (docs/product-decisions.md §1.14: an order with
 * such a difference is refused, with a clear message). Quantities of several lines of one book add up.
 * @returns a clause for each difference; empty when there is none
 */
export function cartChanges(
  cart: readonly { bookId: number; title: string; quantity: number; unitPrice: number }[],
  expected: readonly ExpectedLine[],
): string[] {
  const changes = cart.flatMap((line) => {
    const same = expected.filter(({ bookId }) => bookId === line.bookId);
    if (same.length === 0) return [`${line.title} is in your cart too`];
    const copies = same.reduce((sum, { quantity }) => sum + quantity, 0);
    const isRepriced = same.some(({ unitPrice }) => unitPrice !== null && unitPrice !== line.unitPrice);
    return [
      ...(copies === line.quantity ? [] : [`${line.title} is in your cart ${times(line.quantity)}`]),
      ...(isRepriced ? [`${line.title} costs ${formatRupees(line.unitPrice)} now`] : []),
    ];
  });
  const isGone = expected.some(({ bookId }) => cart.every((line) => line.bookId !== bookId));
  return isGone ? [...changes, "a book that you wanted to order is not in it"] : changes;
}

const times = (quantity: number) => (quantity === 1 ? "once" : `${quantity} times`);

/** Why an order is refused. @param changes each a part of a sentence */
export function cartChanged(changes: string[]): string {
  return `Your cart has changed: ${changes.join("; ")}. Please check it and place the order again.`;
}
