import { COLUMN_KEYS, type ColumnKey, type ColumnKind, columnOf, isOfKind } from "./columns";
import { currencyOfWord } from "./reading/currencies";

// What the headings of a table mean.

/** The last column of refused rows. It is left out when they are uploaded again. */
export const WHY_REFUSED = "Why it was refused";

/** Why a row is refused that another one of its file has come before. It stands in the file of refused rows. */
export const sameBookAs = (row: number) => `Row ${row} is about the same book`;

/** Whether a row comes from a file of refused rows, and was refused because of another one. */
export const isDouble = (why: string): boolean => /^Row \d+ is about the same book/.test(why.trim());

const bare = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, "");

const BY_HEADING = new Map(
  COLUMN_KEYS.flatMap((key) => {
    const { name, also, best } = columnOf(key);
    return [name, ...(also?.split(" ") ?? [])].map(
      (text, rank) => [bare(text), { key, rank: text === best ? -1 : rank }] as const,
    );
  }),
);

type Known = { key: ColumnKey; rank: number };

/** What may stand behind a heading without changing what it means, by the kind of its column. */
const ADDED: { of: ColumnKind[]; words: RegExp }[] = [
  // What has a number, a code or a name of its own: ISBN No., HSN Number.
  {
    of: ["isbn", "sku", "code", "language", "codes"],
    words: /^(?:no|nos|num|number|numbers|code|codes)$/,
  },
  {
    of: ["weight", "length"],
    words: /^(?:in|gm?s?|grms?|grams?|kgs?|kilograms?|oz|ounces|lbs?|pounds|mm|cms?|inch|inches)$/,
  },
  { of: ["pages"], words: /^(?:pp|pgs?|nos?)$/ },
  { of: ["money"], words: /^in$/ },
];
/** What may stand before the heading of people: Primary Author. */
const FIRST = /^(?:primary|main|first|lead)$/;

const wordsOf = (heading: string) => heading.match(/\p{Sc}|[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** A heading's currency, as in "Price (USD)"; null: it says none. @returns "INR" of rupees */
function currencyIn(heading: string): string | null {
  for (const word of wordsOf(heading)) {
    const currency = currencyOfWord(word);
    if (currency) return currency;
  }
  return null;
}

/** The currency of a column of amounts whose heading says that it is not the shop's; null: the shop's. */
export const foreignCurrencyOf = (heading: string): string | null => {
  const currency = currencyIn(heading);
  return currency !== "INR" && amountOf(heading) ? currency : null;
};

const find = (words: string[]): Known | undefined => BY_HEADING.get(words.join("").toLowerCase());

/** What the heading of an amount means without its currency. */
function amountOf(heading: string): Known | undefined {
  const known = withoutAdded(wordsOf(heading).filter((word) => !currencyOfWord(word)));
  return known && isOfKind(known.key, "money") ? known : undefined;
}

/** Its words are dropped from the end as long as the column stays of the kind that they belong to. */
function withoutAdded(words: string[]): Known | undefined {
  const known = find(words);
  if (known || words.length < 2) return known;
  const [first, last] = [words[0]!.toLowerCase(), words.at(-1)!.toLowerCase()];
  if (FIRST.test(first)) {
    const person = find(words.slice(1));
    if (person?.key === "contributors") return person;
  }
  const fitting = ADDED.filter(({ words: added }) => added.test(last));
  const shorter = fitting.length > 0 ? withoutAdded(words.slice(0, -1)) : undefined;
  return shorter && fitting.some(({ of }) => isOfKind(shorter.key, ...of)) ? shorter : undefined;
}

function meaningOf(heading: string): Known | undefined {
  if (foreignCurrencyOf(heading)) return undefined;
  const known = BY_HEADING.get(bare(heading));
  // An amount off is no percentage: Discount (Rs.).
  if (known) return known.key === "discount" && currencyIn(heading) ? undefined : known;
  const simpler = amountOf(heading) ?? withoutAdded(wordsOf(heading));
  if (simpler) return simpler;
  // Two names of one thing: ISBN/EAN.
  const [one, ...others] = heading.split(/\s*(?:\/|\bor\b)\s*/i).map((part) => withoutAdded(wordsOf(part)));
  return one && others.length > 0 && others.every((other) => other?.key === one.key) ? one : undefined;
}

/** What a heading means, as far as it can be told. An amount in another currency than the shop's is none of its. */
export const keyOfHeading = (heading: string): ColumnKey | null => meaningOf(heading)?.key ?? null;

/** How well a heading says what it means: the lowest number counts where several mean the same. */
export const rankOfHeading = (heading: string): number => meaningOf(heading)?.rank ?? Infinity;

/** The unit in a heading such as "Weight (kg)" or "Weight in kg"; undefined without one. */
export const unitOfHeading = (heading: string): string | undefined =>
  /\(\s*(?:in\s+)?(\p{L}+)\.?\s*\)\s*$/u.exec(heading)?.[1] ??
  /\S[\s_-]+(in|gms?|grms?|grams?|kgs?|oz|lbs?|mm|cms?|inch|inches)\.?\s*$/i.exec(heading)?.[1];
