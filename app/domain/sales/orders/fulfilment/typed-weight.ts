import { asciiDigits } from "~/domain/kit/digits";

/** A parcel weighs no more than this. */
const MOST_GRAMS = 100_000;

/**
 * A weight as people type it, in grams: "450", "450 g", "1.2 kg". A number with a fraction and without a unit can be either, and is
 * left out. @returns null: it is none
 */
export function gramsOf(cell: string): number | null {
  const found = /^\s*(\d{1,6})(?:\.(\d{1,3}))?\s*(g|gm|gms|grams?|kg|kgs)?\s*$/i.exec(asciiDigits(cell));
  if (!found) return null;
  const [, whole = "", fraction, unit = ""] = found;
  if (fraction !== undefined && unit === "") return null;
  const number = Number(fraction === undefined ? whole : `${whole}.${fraction}`);
  const grams = Math.round(/^k/i.test(unit) ? number * 1000 : number);
  return grams > 0 && grams <= MOST_GRAMS ? grams : null;
}
