import { indianDate } from "~/domain/kit/dates";

/** The first and the last day of a sale in India; null: at once, and without an end. */
export interface SaleDates {
  saleFrom: string | null;
  saleUntil: string | null;
}

export const SALE_DATES_REVERSED = "Sale until must not be before Sale from";
export const SALE_DATES_ALONE = "Give a sale price, or leave the dates of the sale empty";

/** True also while one of the days is not given. */
export const areSaleDatesInOrder = ({ saleFrom, saleUntil }: SaleDates) =>
  saleFrom === null || saleUntil === null || saleFrom <= saleUntil;

/** False only for dates without a sale price. */
export const haveSaleDatesAPrice = ({
  salePrice,
  saleFrom,
  saleUntil,
}: SaleDates & { salePrice: number | null }) =>
  salePrice !== null || (saleFrom === null && saleUntil === null);

/** Whether a sale lasts today. @param today a plain date in India */
export const isSaleOn = ({ saleFrom, saleUntil }: SaleDates, today: string) =>
  (saleFrom === null || saleFrom <= today) && (saleUntil === null || today <= saleUntil);

/**
 * How a book's sale is stored: `sale_price` is what holds now, `planned_sale_price` what was given with dates.
 * @param given what staff gave, in paise
 */
export function saleColumns(given: SaleDates & { salePrice: number | null }, now: Date) {
  const hasDates = given.salePrice !== null && (given.saleFrom ?? given.saleUntil) !== null;
  return {
    sale_price: isSaleOn(given, indianDate(now)) ? given.salePrice : null,
    planned_sale_price: hasDates ? given.salePrice : null,
  };
}
