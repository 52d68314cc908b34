import { toNumber } from "~/domain/catalogue/books/record/typed-fields";
import { asciiDigits } from "~/domain/kit/digits";

// Numbers as people and other programs write them: ₹ 1,23,456.00, Rs. 399/-, 99,50, 1.299,00, २५०.

/** The sign before the decimals; `open`: the column can be read in two ways, and nobody has said which. */
export type DecimalSign = "point" | "comma" | "open";

const CURRENCY = /^(?:(?:m\.?r\.?p\.?|price)\s*:?\s*)?(?:₹|rs\b\.?|re\b\.?|inr\b|rupees\b|रु\.?|रू\.?)?\s*/iu;
const AFTER = /\s*(?:\/-|\/=|,-|\.-|₹|rs\.?|inr|rupees|only)$/iu;

/** Without currency, spaces, and marks of thousands that are no comma or point. */
function bareNumber(cell: string): string {
  let text = asciiDigits(cell).normalize("NFKC").trim().replace(/٫/g, ".").replace(/٬/g, ",");
  text = text.replace(CURRENCY, "");
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(AFTER, "");
  }
  return text.replace(/(?<=\d)['’](?=\d{3})/g, "").replace(/\s+/g, "");
}

/** 1,23,456 or 1.234.567: groups of two or three digits, the last of three. */
const isGrouped = (text: string, sign: string) =>
  new RegExp(`^\\d{1,3}(?:\\${sign}\\d{2,3})*\\${sign}\\d{3}$`).test(text);

const SIGNS = { point: ".", comma: "," } as const;

type Read =
  /** As forms take it: a point before the decimals, nothing else; with what it says about its signs. */
  | { number: string; decimal?: "point" | "comma"; group?: "point" | "comma" }
  /** One sign before three digits: thousands or decimals. */
  | { open: "point" | "comma"; asGroup: string; asDecimal: string };

/** @returns null when the text is no number */
function readNumber(cell: string): Read | null {
  const [, minus = "", text = ""] = /^([+-]?)([\d.,]*\d[.,]?)$/.exec(bareNumber(cell)) ?? [];
  if (!text) return null;
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (last === -1) return { number: minus + text };
  const sign = text[last] === "." ? "point" : "comma";
  const [whole, rest] = [text.slice(0, last), text.slice(last + 1)];
  const other = sign === "point" ? "," : ".";
  const own = SIGNS[sign];
  if (whole.includes(other)) {
    // The last of two different signs is the decimal one.
    const isRight = !whole.includes(own) && isGrouped(whole, other);
    const group = sign === "point" ? "comma" : "point";
    return isRight ? { number: `${minus}${withoutSigns(whole)}.${rest || 0}`, decimal: sign, group } : null;
  }
  if (whole.includes(own))
    return isGrouped(text, own) ? { number: minus + withoutSigns(text), group: sign } : null;
  const asDecimal = `${minus}${whole || 0}.${rest || 0}`;
  if (rest.length !== 3 || whole.length > 3 || whole === "" || whole.startsWith("0"))
    return { number: asDecimal, decimal: sign };
  return { open: sign, asGroup: minus + whole + rest, asDecimal };
}

const withoutSigns = (text: string) => text.replace(/[.,]/g, "");

/**
 * A number as the shop's forms take it: 1,23,456.00 → 123456.00; 99,50 → 99.50. One sign before three digits separates
 * thousands, unless the column's decimals are known.
 * @param decimal of the column @returns what is no number as it is, for the form's own refusal; null when it can be read in
 * two ways and nobody has said how
 */
export function numberIn(cell: string, decimal?: DecimalSign): string | null {
  const read = readNumber(cell);
  if (!read) return cell.trim();
  if ("number" in read) return read.number;
  if (decimal === "open") return null;
  return decimal === read.open ? read.asDecimal : read.asGroup;
}

/** @returns NaN for what is no number */
export const valueIn = (cell: string, decimal?: DecimalSign): number =>
  toNumber(numberIn(cell, decimal) || "?");

/** What the numbers of a column say about their signs. */
export class NumberSigns {
  #decimal = { point: 0, comma: 0 };
  #group = { point: 0, comma: 0 };
  #open = { point: 0, comma: 0 };
  /** Cells that can be read in two ways, the first ones. */
  examples: string[] = [];

  add(cell: string) {
    const read = readNumber(cell);
    if (!read) return;
    if ("open" in read) {
      this.#open[read.open] += 1;
      if (this.examples.length < 3 && !this.examples.includes(cell.trim())) this.examples.push(cell.trim());
    } else {
      if (read.decimal) this.#decimal[read.decimal] += 1;
      if (read.group) this.#group[read.group] += 1;
    }
  }

  /**
   * The column decides as a whole.
   * @param threeDecimals whether three decimals make sense, as of kilograms and not of rupees
   * @returns undefined when one sign before three digits separates thousands: a point only where another cell shows it
   */
  decide(threeDecimals: boolean): DecimalSign | undefined {
    const signs = (["point", "comma"] as const).filter((sign) => this.#open[sign] > 0);
    const [sign, other] = signs;
    if (!sign) return undefined;
    if (other) {
      // Both before three digits: only what else stands in the column says which.
      const known = signs.filter((one) => this.#decimal[one] > 0);
      const isSure = known.length === 1 && threeDecimals && this.#group[known[0]!] === 0;
      return isSure ? known[0] : "open";
    }
    // Other programs write three decimals: 5.000 copies. A comma before three digits is India's own way of thousands.
    const isGroup = sign === "comma" || threeDecimals || this.#group.point > 0 || this.#decimal.comma > 0;
    if (this.#decimal[sign] === 0) return isGroup ? undefined : "open";
    return threeDecimals && this.#group[sign] === 0 ? sign : "open";
  }
}
