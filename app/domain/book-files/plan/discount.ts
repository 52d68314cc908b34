import { toNumber } from "~/domain/catalogue/books/record/typed-fields";
import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import { percentIn } from "../cells";
import { columnName } from "../columns";
import { priceBelow } from "../edits/book-edit";
import type { ImportedBook } from "../imported-book";
import type { BookInput } from "./book-input";

const LABEL = columnName("discount");

/**
 * A discount in per cent becomes a sale price: so much below the price of the row, else of the book that is there, to a
 * whole rupee. A sale price in the row itself counts before it.
 * @param given the row's values, to which the sale price is added @param known the book that is there; null: a new one
 * @returns hints for the report
 */
export function readDiscount(
  { discount, texts }: ImportedBook,
  given: Partial<BookInput>,
  known: EditableBook | null,
): string[] {
  if (discount === undefined) return [];
  const percent = discount ? toNumber(percentIn(discount)) : 0;
  if (texts.salePrice) return percent > 0 ? [`${LABEL}: the sale price counts`] : [];
  const isFraction = percent > 0 && percent < 1 && !discount.includes("%");
  if (Number.isNaN(percent) || percent < 0 || percent >= 100 || isFraction)
    return [`${LABEL}: “${discount.slice(0, 40)}” is no percentage from 1 to 99, so it is left out`];
  const price = texts.price ? Math.round(toNumber(texts.price) * 100) : known?.price;
  if (percent === 0) given.salePrice = "";
  else if (price !== undefined && !Number.isNaN(price)) {
    given.salePrice = String(priceBelow(price, Math.round(percent * 100)) / 100);
    const hasDates = texts.saleFrom !== undefined || texts.saleUntil !== undefined;
    if (!hasDates && !hasSamePrice(given, known)) given.saleFrom = given.saleUntil = "";
  }
  return [];
}

/** Whether the book has this sale price already, whose dates then stay. */
const hasSamePrice = ({ salePrice }: Partial<BookInput>, known: EditableBook | null) =>
  known !== null && known.salePrice === Math.round(Number(salePrice) * 100);
