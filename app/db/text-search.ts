/**
 * What a typed text searches for, as each engine writes it for itself. A word with a hyphen or a dot in it is several
 * words of an index.
 */
export type TextSearch =
  | {
      /** All of them must occur in the row. */
      words: readonly string[];
      /** Whether the last may be the beginning of a word. */
      isOpen: boolean;
    }
  | { either: readonly TextSearch[] }
  | { of: TextSearch; columns: readonly string[]; isWithin: boolean };

/** Limits a search to some columns of the index. */
export const withinColumns = (of: TextSearch, columns: readonly string[]): TextSearch => ({
  of,
  columns,
  isWithin: true,
});

/** Excludes columns from the search: quicker on SQLite than naming all others. */
export const outsideColumns = (of: TextSearch, columns: readonly string[]): TextSearch => ({
  of,
  columns,
  isWithin: false,
});

export const either = (...searches: TextSearch[]): TextSearch => ({ either: searches });

const MAX_WORDS = 12;

/**
 * The words of a search: all must occur; the last may be the beginning of a word.
 * @param isbns complete ISBNs to find as well, letters and digits only
 * @returns null when the text has no words
 */
export function fullTextExpression(text: string, isbns: string[] = []): TextSearch | null {
  const words = text
    .split(/[\s"\p{Cc}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  const all = { words, isOpen: true };
  if (isbns.length === 0) return all;
  const complete = isbns.map((isbn) => whole(isbn.replace(/[^\dA-Za-z]/g, "")));
  return either(withinColumns(either(...complete), ["isbn"]), all);
}

const whole = (word: string): TextSearch => ({ words: [word], isOpen: false });
const begun = (word: string): TextSearch => ({ words: [word], isOpen: true });

/**
 * Finds invoices with this serial number, and names and email addresses with a word that begins with it; from four
 * digits on also mobiles, PIN codes, tracking numbers and payments. (As an ordinary word, a number could match every
 * invoice of a year.)
 * @param digits at least one, digits only
 */
export function orderNumberExpression(digits: string): TextSearch {
  const serial = digits.padStart(6, "0");
  const found = [
    withinColumns(whole(serial), ["invoice"]),
    withinColumns(begun(digits), ["names", "emails"]),
  ];
  if (digits.length < 4) return either(...found);
  const more = withinColumns(begun(digits), ["place", "tracking", "payments", "titles", "coupon"]);
  return either(...found, more, mobileExpression(digits));
}

/** Finds mobiles that begin with these digits, with or without the country code. @param digits digits only */
export function mobileExpression(digits: string): TextSearch {
  const own = digits.length > 10 ? digits.slice(-10) : digits;
  return withinColumns(either(begun(own), begun(digits)), ["mobile"]);
}

/**
 * The digits of a number as typed: "+91 98450 12345", "682 001", "045-12".
 * @returns null for a text that is not a number
 */
export function digitsOf(text: string): string | null {
  return /^\+?\d[\d\s()-]*$/.test(text.trim()) ? text.replace(/\D/g, "").slice(0, 20) : null;
}
