import { asciiDigits } from "~/domain/kit/digits";

/** A search with a price in words: "books under 200". */
export interface PricedSearch {
  /** The search without the price; "" if only words are left that are said of any book. */
  q: string;
  /** In paise; null: no bound. */
  minPrice: number | null;
  maxPrice: number | null;
}

const START = String.raw`(?<![\p{L}\p{M}\p{N}])`;
const END = String.raw`(?![\p{L}\p{M}\p{N}])`;
const SIGNS = "₹|rs\\.?|inr|रु\\.?";
const NAMES = "rs\\.?|rupees?|rupaye|inr|रुपये|रुपए|रु\\.?|টাকা";
const SIGN = String.raw`(?:${SIGNS})\s*`;
const RUPEES = String.raw`\s*(?:/-|(?:${NAMES})${END})`;
/** In rupees, up to 999,999. */
const AMOUNT = String.raw`(?:\d{1,3}(?:,\d{2,3})+|\d{1,6})(?:\.\d{1,2})?(?![\p{L}\p{M}\d])`;
const money = (name: string) => String.raw`(?<${name}>(?:${SIGN})?${AMOUNT}(?:${RUPEES})?)`;
/** What is counted is no price: "under 200 pages", "over 500 recipes", "above 60 years". */
const NOT_COUNTED = String.raw`(?![.,]?\d|\s*%|[\s\p{Pd}]*(?:years?|yrs?|months?|days?|hours?|minutes?|pages?|words?|stor(?:y|ies)|poems?|recipes?|questions?|facts?|ways|things|people|percent|off|miles?|km|feet|grams?|kg)${END})`;
const LEAD = String.raw`(?:(?:with\s+)?(?:price[ds]?|costing|costs?|for)\s+)?`;
const BELOW = "(?:under|below|less than|cheaper than|within|up ?to|at most|not more than|no more than)";
const BELOW_AFTER = "(?:se kam|tak|ke andar|से कम|तक|के अंदर)";
const ABOVE = "(?:over|above|more than|at least|starting (?:from|at))";

const phrase = (source: string) => new RegExp(START + source + NOT_COUNTED, "iu");
/** Each with the amounts "from", "to" or both. Where the words alone say little, an amount must be called rupees. */
const PHRASES: readonly { pattern: RegExp; isCalledRupees?: boolean }[] = [
  {
    pattern: phrase(String.raw`${LEAD}between\s+${money("from")}\s*(?:and|to|&|\p{Pd})\s*${money("to")}`),
  },
  {
    pattern: phrase(String.raw`${LEAD}(?:from\s+)?${money("from")}\s*(?:to|\p{Pd})\s*${money("to")}`),
    isCalledRupees: true,
  },
  {
    pattern: phrase(String.raw`${money("to")}\s*${BELOW_AFTER}${END}`),
    isCalledRupees: true,
  },
  { pattern: phrase(String.raw`${LEAD}${BELOW}\s+${money("to")}`) },
  { pattern: phrase(String.raw`${LEAD}${ABOVE}\s+${money("from")}`) },
];

/** A smaller number that is not called rupees is rather an age: "stories for children under 12". */
const LEAST = 30;
/** Left over beside a price, they ask for any book. */
const ANY_BOOK = new Set(
  "a all an and any are book books buy cheap for good in me of or show some that the with किताब किताबें पुस्तक पुस्तकें".split(
    " ",
  ),
);

/**
 * The price that a search names: under, below, less than, within, up to; over, above, more than, at least; between. Bounds
 * are inclusive. @param q as typed @returns null if it names none
 */
export function pricesIn(q: string): PricedSearch | null {
  let rest = asciiDigits(q);
  let minPrice: number | null = null;
  let maxPrice: number | null = null;
  for (const { pattern, isCalledRupees } of PHRASES) {
    const found = pattern.exec(rest);
    if (!found) continue;
    const { from, to } = found.groups!;
    const amounts = [from, to].filter((one) => one !== undefined);
    const isMoney = amounts.some((one) => /[^\d.,]/.test(one));
    if (!isMoney && (isCalledRupees || amounts.some((one) => rupeesIn(one) < LEAST))) continue;
    if ((from && minPrice !== null) || (to && maxPrice !== null)) continue;
    if (from) minPrice = paiseIn(from);
    if (to) maxPrice = paiseIn(to);
    rest = rest.replace(pattern, " ");
  }
  if (minPrice === null && maxPrice === null) return null;
  if (minPrice !== null && maxPrice !== null && minPrice > maxPrice)
    [minPrice, maxPrice] = [maxPrice, minPrice];
  const left = rest.replace(/\s+/g, " ").replace(/^[\s,.;:]+|[\s,.;:]+$/g, "");
  const says = left.toLowerCase().split(/[\s,.;:]+/);
  return { q: says.every((one) => one === "" || ANY_BOOK.has(one)) ? "" : left, minPrice, maxPrice };
}

const rupeesIn = (typed: string) =>
  Number(/[\d,.]*\d/.exec(typed.replace(/^\D+/, ""))![0].replaceAll(",", ""));
const paiseIn = (typed: string) => Math.round(rupeesIn(typed) * 100);
