import { keysOf } from "./keys";
import { type Column, all, allOf, any, anyOf, type Match } from "./match";
import { columnsOf, type Subject, type SubjectName, SUBJECTS, wordColumns } from "./subjects";
import { initialsOf } from "./tokens";
import { wordsOf } from "./words";

/** More are not looked at. */
const MOST_WORDS = 12;

/** The words of a typed text that are searched for. */
export const typedWords = (text: string): string[] => wordsOf(text.slice(0, 1_000)).slice(0, MOST_WORDS);

/** A word as it is. @param isOpen whether it may be the beginning of one */
export const word = (token: string, columns: readonly Column[], isOpen = false): Match => ({
  token,
  columns,
  isOpen,
});

/** Words that sound the same. @param columns with fine keys @returns null for a word without a sound */
export function soundsLike(typed: string, columns: readonly Column[], isOpen = false): Match | null {
  return anyOf(...keysOf(typed).fine.map((key) => sound(key, columns, isOpen)));
}

/** Words that sound alike, however vowels are written, also in scripts that write less than others: Urdu, Tamil. */
export function soundsAlike(typed: string, isOpen = false): Match | null {
  const { coarse, seeks } = keysOf(typed);
  return anyOf(
    ...coarse.map((key) => sound(key, ["coarse"], isOpen && key.length > 3)),
    // The first letter only says of which kind it is.
    ...seeks.map((key) => sound(key, ["skeleton"], isOpen, 3)),
  );
}

/** A key; null for one that is too short to mean anything. The beginning of a word is a letter longer. */
function sound(key: string, columns: readonly Column[], isOpen: boolean, least = 2): Match | null {
  return key.length < least ? null : word(key, columns, isOpen && key.length > least);
}

/** Beside other words it is a volume's, not the beginning of a year: very many books have one. */
const isShortNumber = (word: string) => /^\d{1,2}$/.test(word);

/** Each word in its place; the last may be the beginning of one. */
export const eachWord = (
  words: readonly string[],
  matching: (word: string, isOpen: boolean) => Match | null,
): Match | null =>
  allOf(
    words.map((one, at) =>
      matching(one, at === words.length - 1 && !(words.length > 1 && isShortNumber(one))),
    ),
  );

/**
 * What a typed text finds in an index: rows with all its words, as they are or as they sound; the last may be the beginning
 * of a word. @param columns only in these columns with words; as they are
 * @returns null when the text has no words
 */
export function searchFor(name: SubjectName, text: string, columns?: readonly Column[]): Match | null {
  const subject = SUBJECTS[name];
  const words = typedWords(text);
  const asTyped = eachWord(words, (one, isOpen) => word(one, columns ?? wordColumns(subject), isOpen));
  if (columns) return asTyped;
  const asHeard = eachWord(words, (one, isOpen) => wordOrSound(subject, one, isOpen));
  const initials = initialsOf(words);
  const joined = initials.length > 0 ? all(initials.map((one) => word(one, wordColumns(subject)))) : null;
  const others = words.filter((one) => !/^[a-z]$/.test(one));
  const rest =
    others.length > 0 ? eachWord(others, (one, isOpen) => wordOrSound(subject, one, isOpen)) : null;
  return anyOf(asHeard, joined && rest ? all([joined, rest]) : joined);
}

/** A word as it is, or as it sounds, in all columns of an index. */
export function wordOrSound(subject: Subject, typed: string, isOpen: boolean): Match | null {
  const columns = columnsOf(subject);
  const sounds = columns.filter((column) => column.startsWith("fine"));
  return anyOf(
    word(typed, wordColumns(subject), isOpen),
    sounds.length > 0 ? soundsLike(typed, sounds, isOpen) : null,
    sounds.length > 0 && isOfOtherScript(typed) ? soundsAlike(typed, isOpen) : null,
  );
}

/** What is typed in an Indian script is seldom spelled as a name in Latin letters would be. */
const isOfOtherScript = (typed: string) => !/^[a-z0-9]+$/.test(typed);

/**
 * Finds invoices with this serial number, and names and email addresses with a word that begins with it; from four
 * digits on also mobiles, PIN codes, tracking numbers and payments. (As an ordinary word, a number could match every
 * invoice of a year.)
 * @param digits at least one, digits only
 */
export function orderNumberMatch(digits: string): Match {
  const found = [word(digits.padStart(6, "0"), ["invoice"]), word(digits, ["names", "emails"], true)];
  if (digits.length < 4) return any(found);
  const more = word(digits, ["place", "tracking", "payments", "titles", "coupon"], true);
  return any([...found, more, mobileMatch(digits)]);
}

/** Finds mobiles that begin with these digits, with or without the country code. @param digits digits only */
export function mobileMatch(digits: string): Match {
  const own = digits.length > 10 ? digits.slice(-10) : digits;
  return any([word(own, ["mobile"], true), word(digits, ["mobile"], true)]);
}

/**
 * The digits of a number as typed: "+91 98450 12345", "682 001", "045-12".
 * @returns null for a text that is not a number
 */
export function digitsOf(text: string): string | null {
  return /^\+?\d[\d\s()-]*$/.test(text.trim()) ? text.replace(/\D/g, "").slice(0, 20) : null;
}
