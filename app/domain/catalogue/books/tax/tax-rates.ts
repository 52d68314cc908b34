/** Which books of an HSN code a rate is for. */
export const RATE_CONDITIONS = {
  any: "All books",
  printed: "E-books with a printed edition",
} as const;
export type RateCondition = keyof typeof RATE_CONDITIONS;

/** A rate of tax, from a day on. */
export interface TaxRate {
  /** The first digits of the HSN code: 2 to 8. */
  hsn: string;
  /** The first day, in India. */
  from: string;
  /** Hundredths of a per cent, contained in the price. */
  rate: number;
  condition: RateCondition;
}

/** A row of the shop's table of rates. */
export interface StoredTaxRate extends TaxRate {
  id: number;
  /** Where it stands. */
  note: string;
}

/** What the tax of a book depends on, as queries select it (`TAX_COLUMNS`). */
export interface TaxedBook {
  hsn: string | null;
  tax_rate: number | null;
  /** A code of ONIX list 150. */
  format: string | null;
  /** The id of a printed edition of its work; null: there is none. */
  printed_edition: number | null;
}

/** By what the shop taxes its books. */
export interface TaxRules {
  /** Empty: the settings' rate is that of all books without their own. */
  rates: readonly TaxRate[];
  /** The settings' code and rate, for books without their own. */
  shop: { hsn: string; taxRate: number };
}

const E_BOOKS = ["EA", "ED"];
/** Sold as a service, not as goods. */
export const DIGITAL = [...E_BOOKS, "AJ"];
/** Online content, among the services of HSN 9984. */
export const DIGITAL_HSN = "9984";

/**
 * The code and the rate of a book on a day. Its own come first. Else the code is the settings', but where the shop keeps rates
 * that of a digital book is 9984; and the rate is that of `rateOn`, else the settings'.
 * @param day in India @returns the rate in hundredths of a per cent
 */
export function taxOn(
  book: TaxedBook,
  { rates, shop }: TaxRules,
  day: string,
): { hsn: string; taxRate: number } {
  const isDigital = book.format !== null && DIGITAL.includes(book.format);
  const hsn = book.hsn ?? (isDigital && rates.length > 0 ? DIGITAL_HSN : shop.hsn);
  return { hsn, taxRate: book.tax_rate ?? rateOn({ ...book, hsn }, rates, day) ?? shop.taxRate };
}

/**
 * The rate of the shop's table for a book's code: of those from this day or before, the one with most digits in common; of these one
 * for the book's own case before one for all books; then the newest.
 * @returns hundredths of a per cent; null: the table has none
 */
export function rateOn(
  book: { hsn: string } & Pick<TaxedBook, "format" | "printed_edition">,
  rates: readonly TaxRate[],
  day: string,
): number | null {
  const isOfPrinted =
    book.format !== null && E_BOOKS.includes(book.format) && (book.printed_edition ?? null) !== null;
  const [first] = rates
    .filter(
      ({ hsn, from, condition }) =>
        book.hsn.startsWith(hsn) && from <= day && (condition === "any" || isOfPrinted),
    )
    .toSorted(
      (a, b) =>
        b.hsn.length - a.hsn.length ||
        Number(b.condition === "printed") - Number(a.condition === "printed") ||
        (a.from < b.from ? 1 : -1),
    );
  return first?.rate ?? null;
}
