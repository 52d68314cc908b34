import { asciiDigits } from "~/domain/kit/digits";

/**
 * Values of a plan as they are typed. What cannot be read becomes NaN, so that the plan's schema refuses it with the field's
 * own sentence; an empty text becomes null, none.
 */

/** What is longer is no number. */
const MOST_TYPED = 40;

const plain = (text: string): string =>
  text.length > MOST_TYPED ? "?" : asciiDigits(text).replace(/[\s,]/g, "").toLowerCase();

/** @param text in rupees, e.g. "₹1,250.50" or "Rs. 60" @returns paise */
export function typedRupees(text: string): number | null {
  if (text.trim() === "") return null;
  const number = plain(text).replace(/^(?:₹|rs\.?|inr)/, "");
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(number) ? Math.round(Number(number) * 100) : NaN;
}

/** @param text e.g. "500", "500 g", "1.5 kg" @param unit of a bare number @returns grams */
export function typedGrams(text: string, unit: "g" | "kg" = "g"): number | null {
  if (text.trim() === "") return null;
  const [, number, said] =
    /^(\d{1,9}(?:\.\d{1,3})?)(kgs?|kilos?|kilograms?|g|gm|gms|gr|grams?)?\.?$/.exec(plain(text)) ?? [];
  if (number === undefined) return NaN;
  const isKilos = said === undefined ? unit === "kg" : said.startsWith("k");
  return isKilos ? Math.round(Number(number) * 1000) : Number(number);
}

/** @returns a whole number; null for an empty text */
export function typedWhole(text: string): number | null {
  if (text.trim() === "") return null;
  return /^\d{1,9}$/.test(plain(text)) ? Number(plain(text)) : NaN;
}

/** PIN prefixes with spaces, commas or line ends between. */
export const typedPrefixes = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** For a field: paise as rupees, e.g. 6050 as "60.50"; "" for none. */
export const rupeesText = (paise: number | null): string =>
  paise === null ? "" : paise % 100 === 0 ? String(paise / 100) : (paise / 100).toFixed(2);

/** For a field: a whole number; "" for none. */
export const wholeText = (value: number | null): string => (value === null ? "" : String(value));
