import { toNumber } from "~/domain/catalogue/books/record/typed-fields";
import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import type { ImportedBook } from "../imported-book";

/**
 * The stock that a row means now, when the book has been sold or returned since the row was reckoned: 50 counted, 2 sold
 * since are 48. As the book form does with the stock that it showed.
 * @returns null when nothing has moved; a problem when staff changed the book meanwhile: then both counted, and nobody knows
 * whose count is the later one
 */
export function stockSince(
  { seen, texts }: ImportedBook,
  known: EditableBook,
): { stock: string } | { problem: string } | null {
  const counted = texts.stock ? toNumber(texts.stock) : Number.NaN;
  if (!seen || Number.isNaN(counted) || seen.stock === known.stock) return null;
  if (seen.version !== known.version)
    return {
      problem: `Somebody has changed the book since the check, when the shop had ${seen.stock}; now it has ${known.stock}. Check the file again`,
    };
  return { stock: String(Math.max(counted + known.stock - seen.stock, 0)) };
}
