import { formatRupees } from "../money";

/** A line of the cart as a client believes it to be. */
export interface ExpectedLine {
  bookId: number;
  quantity: number;
  /** What one copy is charged at, in paise; null: not said. */
  unitPrice: number | null;
}

/**
 * What sets the cart apart from what a client means to order (docs/product-decisions.md §1.14: such a difference is
 * refused, with a clear message). Lines of one book add up.
 * @returns a part of a sentence each; empty when there is no difference
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
  return isGone ? [...changes, "it lacks a book that you meant to order"] : changes;
}

const times = (quantity: number) => (quantity === 1 ? "once" : `${quantity} times`);

export function cartChanged(changes: string[]): string {
  return `Your cart has changed: ${changes.join("; ")}. Please check it and place the order again.`;
}
