import { isPlainDate } from "~/domain/kit/dates";
import { asciiDigits } from "~/domain/kit/digits";

// Dates as people and other programs write them, to the precision that the shop keeps: a day, or only a year.

/** Whether 05/06/2023 is the fifth of June; `open`: the column has both kinds, and nobody has said which. */
export type DateOrder = "day_first" | "month_first" | "open";

/** A date that was read: YYYY-MM-DD or YYYY. */
export interface ReadDate {
  date: string;
  /** What was left out of it. */
  lost?: string;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const monthNamed = (word: string): string => {
  const at = MONTHS.indexOf(word.toLowerCase().slice(0, 3));
  return at === -1 ? "" : String(at + 1);
};

/** 23 is 2023, 85 is 1985. @param now a year */
function fullYear(year: string, now = new Date().getUTCFullYear()): string {
  if (year.length === 4) return year;
  const inThis = Math.floor(now / 100) * 100 + Number(year);
  return String(inThis > now + 5 ? inThis - 100 : inThis);
}

const dayOf = (year: string, month: string, day: string): string | null => {
  const date = `${fullYear(year)}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isPlainDate(date) ? date : null;
};

const MONTH = String.raw`(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
const DAY_MONTH_YEAR = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th)?[\s.,/-]*${MONTH}[\s.,'\u2019/-]*(\d{4}|\d{2})$`,
  "i",
);
const MONTH_DAY_YEAR = new RegExp(
  String.raw`^${MONTH}[\s.-]*(\d{1,2})(?:st|nd|rd|th)?(?:,\s*|\s+)(\d{4})$`,
  "i",
);
const MONTH_YEAR = new RegExp(String.raw`^${MONTH}[\s.,'\u2019/-]*(\d{4}|\d{2})$`, "i");
const NUMBERS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/;
/** Years of printed books. */
const YEAR = /(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)/g;

/** What the numbers of 15/08/2026 can be. */
function ways(text: string): { dayFirst: string | null; monthFirst: string | null } | null {
  const [, first, second, year] = NUMBERS.exec(text) ?? [];
  if (!first || !second || !year) return null;
  return { dayFirst: dayOf(year, second, first), monthFirst: dayOf(year, first, second) };
}

/**
 * A date: 2023-08-15, 15/08/2023, 15-Aug-23, August 15, 2023; 2023, Aug 2023, 2023-08, 3rd ed. 2019 (only the year is sure).
 * @returns null when nothing in it is sure
 */
export function dateIn(cell: string, order: DateOrder = "day_first"): ReadDate | null {
  const text = asciiDigits(cell).trim().replace(/\.0$/, "");
  if (/^[1-9]\d{3}$/.test(text)) return { date: text };
  const [, iso] = /^(\d{4}-\d\d-\d\d)(?:[T ].*)?$/.exec(text) ?? [];
  if (iso) return isPlainDate(iso) ? { date: iso } : null;
  const [, year = "", month = "", day = ""] = /^([12]\d{3})[/.-]?(\d\d)[/.-]?(\d\d)$/.exec(text) ?? [];
  const compact = year && dayOf(year, month, day);
  if (compact) return { date: compact };
  const numbers = ways(text);
  if (numbers) {
    const { dayFirst, monthFirst } = numbers;
    if (order === "open" && dayFirst && monthFirst && dayFirst !== monthFirst) return null;
    const date = order === "month_first" ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst);
    return date ? { date } : null;
  }
  return dateInWords(text);
}

function dateInWords(text: string): ReadDate | null {
  const dayMonth = DAY_MONTH_YEAR.exec(text);
  if (dayMonth) {
    const date = dayOf(dayMonth[3]!, monthNamed(dayMonth[2]!), dayMonth[1]!);
    return date ? { date } : null;
  }
  const monthDay = MONTH_DAY_YEAR.exec(text);
  if (monthDay) {
    const date = dayOf(monthDay[3]!, monthNamed(monthDay[1]!), monthDay[2]!);
    return date ? { date } : null;
  }
  const monthYear = MONTH_YEAR.exec(text);
  if (monthYear) return { date: fullYear(monthYear[2]!), lost: "the month" };
  const [, ofYear, ofMonth] = /^(\d{4})[/.-](\d{1,2})$/.exec(text) ?? [];
  if (ofYear) return isMonth(ofMonth!) ? { date: ofYear, lost: "the month" } : null;
  const [, inMonth, yearOf] = /^(\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  if (yearOf) return isMonth(inMonth!) ? { date: yearOf, lost: "the month" } : null;
  // Of words around it, one year is sure; of two nobody knows which.
  const years = [...new Set(text.match(YEAR))];
  const isAlone = years.length === 1 && !/\d{4}\s*[-–/]\s*\d/.test(text);
  return isAlone && /\p{L}|[©()[\]]/u.test(text) ? { date: years[0]!, lost: "the rest" } : null;
}

const isMonth = (month: string) => Number(month) >= 1 && Number(month) <= 12;

/** What the dates of a column say about the order of day and month. */
export class DateOrders {
  #dayFirst = 0;
  #monthFirst = 0;
  /** Cells that can be read in two ways, the first ones. */
  examples: string[] = [];

  add(cell: string) {
    const text = asciiDigits(cell).trim();
    const found = ways(text);
    if (!found) return;
    const { dayFirst, monthFirst } = found;
    if (dayFirst && monthFirst) {
      if (dayFirst !== monthFirst && this.examples.length < 3 && !this.examples.includes(text))
        this.examples.push(text);
    } else if (dayFirst) this.#dayFirst += 1;
    else if (monthFirst) this.#monthFirst += 1;
  }

  /** The column decides as a whole; without a sign it is written as in India, the day first. */
  decide(): DateOrder | undefined {
    if (this.examples.length === 0 || this.#monthFirst === 0) return undefined;
    return this.#dayFirst > 0 ? "open" : "month_first";
  }
}
