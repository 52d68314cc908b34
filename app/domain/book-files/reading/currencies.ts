import { isNone } from "./isbns";

// Currencies beside a number: in its heading, or in a column of their own. The shop's prices are in rupees.

const RUPEES = /^(?:₹|rs|re|inr|rupees?|indianrupees?|रु|रू|रुपये|रुपया)$/u;

const WORDS = new Map<string, string>([
  ...(["dollar", "dollars", "us", "usdollar", "usdollars"] as const).map((word) => [word, "USD"] as const),
  ...(["euro", "euros"] as const).map((word) => [word, "EUR"] as const),
  ...(["pound", "pounds", "sterling"] as const).map((word) => [word, "GBP"] as const),
  ...(["dirham", "dirhams"] as const).map((word) => [word, "AED"] as const),
  ["taka", "BDT"],
  ["yen", "JPY"],
]);
const SIGNS = new Map([
  ["$", "USD"],
  ["€", "EUR"],
  ["£", "GBP"],
  ["¥", "JPY"],
  ["৳", "BDT"],
]);
const CODES = new Set(Intl.supportedValuesOf("currency"));
/** Codes that are words too: a heading says them only in capitals. */
const WORD_CODES = new Set(["ALL", "TOP", "TRY", "CUP", "GEL", "MOP", "PEN", "BAM", "MAD", "RON"]);

const bare = (text: string) => text.replace(/[^\p{L}\p{M}\p{Sc}]+/gu, "");

/** What a word says about a currency: "INR" of rupees, a code of ISO 4217 or a sign of others; null: nothing. */
export function currencyOfWord(word: string): string | null {
  const text = bare(word);
  const [sign] = /\p{Sc}/u.exec(text) ?? [];
  if (RUPEES.test(text.toLowerCase())) return "INR";
  const code = text.toUpperCase();
  if (CODES.has(code) && (!WORD_CODES.has(code) || text === code)) return code;
  if (sign) return sign === "₹" ? "INR" : (SIGNS.get(sign) ?? sign);
  return WORDS.get(text.toLowerCase()) ?? null;
}

/** The currency of a cell in a column of currencies when it is not the shop's: as it stands; null: rupees, or nothing is said. */
export function foreignCurrency(cell: string): string | null {
  const text = cell.trim();
  if (!text || isNone(text.replace(/\p{Sc}/gu, "x$&"))) return null;
  return currencyOfWord(text) === "INR" ? null : text.slice(0, 20);
}

/** Why an amount is not taken. @param amount as the file has it */
export const foreignAmount = (amount: string, currency: string) =>
  `“${amount.trim().slice(0, 40)}” is in ${currency}, and the shop's prices are in rupees`;

/** Another currency than the shop's beside the number of a cell: $ 12.50, 12,50 EUR; null: rupees, or none is said. */
export function currencyBeside(cell: string): string | null {
  const [, before, after] =
    /^(\p{Sc}|\p{L}{1,3}\p{Sc}?)?\s*[\d.,\s]*\d\s*(\p{Sc}|\p{L}{3})?$/u.exec(cell.trim()) ?? [];
  const word = before ?? after;
  const currency = word ? currencyOfWord(word) : null;
  return currency === "INR" ? null : currency;
}
