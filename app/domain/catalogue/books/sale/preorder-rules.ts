import { isWholeDate } from "./sale";

// What staff may and may not do with a book that is pre-ordered. Apart from `sale.ts`, which every visitor loads.

/**
 * What a change of a book with pre-orders may not do: its day can be moved, but not taken away, since somebody waits for
 * it. @param preordered copies that are pre-ordered
 * @returns the field and why; null: nothing
 */
export function preorderProblem(
  { publishingStatus, publishedOn }: { publishingStatus: string; publishedOn: string | null },
  preordered: number,
): { field: "publishedOn" | "publishingStatus"; message: string } | null {
  if (preordered === 0) return null;
  const copies = preordered === 1 ? "1 copy is" : `${preordered} copies are`;
  if (publishingStatus === "out_of_print")
    return { field: "publishingStatus", message: `${copies} pre-ordered: cancel these orders first` };
  if (publishingStatus === "forthcoming" && !isWholeDate(publishedOn))
    return { field: "publishedOn", message: `${copies} pre-ordered: give the new date (YYYY-MM-DD)` };
  return null;
}

export const PREORDERS_NEED_A_DATE =
  "To take pre-orders of a forthcoming book, give its Published Date as a whole date (YYYY-MM-DD)";

/** Whether pre-orders can be allowed: a forthcoming book needs its day. */
export const isPreorderDated = (book: {
  preorderLimit: number | null;
  publishingStatus: string;
  publishedOn: string | null;
}): boolean =>
  book.preorderLimit === null || book.publishingStatus !== "forthcoming" || isWholeDate(book.publishedOn);
