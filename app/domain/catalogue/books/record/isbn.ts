import { asciiDigits } from "~/domain/kit/digits";

/**
 * ISBN arithmetic. ISBN-13: weights 1, 3, 1, 3 …; ISBN-10: weights 10 … 2, the check digit 10 written X
 * (ISO 2108; EAN-13 for the 978 and 979 prefixes).
 */

/** Removes hyphens and spaces, upper-cases the X and reads the digits of every script. Does not check validity. */
export function bareIsbn(text: string): string {
  return asciiDigits(text)
    .replace(/[\s\p{Pd}]+/gu, "")
    .toUpperCase();
}

/** @param first12 twelve digits @returns the thirteenth */
function checkDigit13(first12: string): string {
  const sum = [...first12].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}

/** @param first9 nine digits @returns the tenth, 0–9 or X */
function checkDigit10(first9: string): string {
  const sum = [...first9].reduce((total, digit, index) => total + Number(digit) * (10 - index), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? "X" : String(check);
}

/** Whether `text`, hyphens and spaces aside, is an ISBN-10 or ISBN-13 with the right check digit. */
export function isValidIsbn(text: string): boolean {
  const isbn = bareIsbn(text);
  if (/^\d{9}[\dX]$/.test(isbn)) return checkDigit10(isbn.slice(0, 9)) === isbn[9];
  if (/^97[89]\d{10}$/.test(isbn)) return checkDigit13(isbn.slice(0, 12)) === isbn[12];
  return false;
}

/** @param isbn an ISBN in either form @returns thirteen digits; null when it is invalid */
export function toIsbn13(isbn: string): string | null {
  if (!isValidIsbn(isbn)) return null;
  const bare = bareIsbn(isbn);
  if (bare.length === 13) return bare;
  const first12 = `978${bare.slice(0, 9)}`;
  return first12 + checkDigit13(first12);
}

/** @param isbn an ISBN in either form @returns ten characters; null when invalid or with prefix 979 (no ISBN-10) */
export function toIsbn10(isbn: string): string | null {
  if (!isValidIsbn(isbn)) return null;
  const bare = bareIsbn(isbn);
  if (bare.length === 10) return bare;
  if (!bare.startsWith("978")) return null;
  const first9 = bare.slice(3, 12);
  return first9 + checkDigit10(first9);
}

/**
 * The forms in which the ISBN that a shopper types may be stored: both lengths of a valid one; the digits as typed if
 * the check digit is wrong, since such books can be saved too (docs/product-decisions.md §3.14).
 * @returns an empty list when the text does not look like a complete ISBN
 */
export function isbnForms(text: string): string[] {
  const bare = bareIsbn(text);
  if (!/^(?:\d{9}[\dX]|\d{13})$/.test(bare)) return [];
  const forms = [bare, toIsbn13(bare), toIsbn10(bare)].filter((form) => form !== null);
  return [...new Set(forms)];
}

/**
 * The ISBN-13s that a number with one wrong digit may stand for: those with a right check digit that differ from it in one
 * digit. @returns an empty list for a right one, and for what has another length
 */
export function nearIsbns(text: string): string[] {
  const bare = bareIsbn(text);
  const isbn13 = /^\d{9}[\dX]$/.test(bare) ? nearInTen(bare) : nearInThirteen(bare);
  return isValidIsbn(bare) ? [] : isbn13;
}

function nearInThirteen(bare: string): string[] {
  return /^\d{13}$/.test(bare) ? changedOnce(bare).filter(isValidIsbn) : [];
}

const nearInTen = (bare: string) =>
  changedOnce(bare)
    .map(toIsbn13)
    .filter((isbn) => isbn !== null);

const changedOnce = (digits: string) =>
  [...digits].flatMap((own, at) =>
    [..."0123456789"]
      .filter((other) => other !== own)
      .map((other) => digits.slice(0, at) + other + digits.slice(at + 1)),
  );

/**
 * A warning to staff that does not prevent saving (docs/product-decisions.md §3.14).
 * @returns null when the ISBN is empty or valid
 */
export function isbnWarning(text: string): string | null {
  const isbn = bareIsbn(text);
  if (!isbn || isValidIsbn(isbn)) return null;
  return isbnForms(isbn).length > 0
    ? `The check digit of ISBN ${isbn} is wrong: please compare it with the book`
    : `${isbn} is not a complete ISBN: an ISBN has 10 or 13 digits`;
}
