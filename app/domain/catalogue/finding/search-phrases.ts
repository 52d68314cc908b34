import { wordsOf } from "~/db/search/words";
import { asciiDigits } from "~/domain/kit/digits";

/** What shoppers type around the words that they seek. */

/** "ISBN-13:", "isbn no." before a number; 13 or 10 belongs to it only where something separates it from the number. */
const ISBN_WORD =
  /^\s*(?:e-?)?isbn(?:[\s\p{Pd}]*1[03](?=[\s:.\p{Pd}]))?[\s:.#=\p{Pd}]*(?:(?:no|nr|number)(?!\p{L})[\s:.#=\p{Pd}]*)?(?=\d)/iu;
const ISBN_NUMBER = /^[\d\s\p{Pd}]{4,}x?$/iu;

/** "ISBN 978-81-264-1588-5" without the word. @returns anything else as it is */
export function withoutIsbnWord(q: string): string {
  const digits = asciiDigits(q);
  const number = digits.replace(ISBN_WORD, "").trim();
  return number !== digits.trim() && ISBN_NUMBER.test(number) ? number : q;
}

const HONORIFICS = new Set(
  wordsOf(
    "munshi sri shri shree smt shrimati pandit pt dr prof professor mr mrs ms ustad maulana swami sir saint sant मुंशी श्री श्रीमती पंडित डॉ डॉक्टर স্বামী শ্রী",
  ),
);
const VOLUME_WORDS = new Set(wordsOf("part vol volume bhag khand भाग खंड खण्ड ভাগ খণ্ড பாகம்"));
const VOLUME_NUMBER = /^(?:\d{1,2}|i{1,3}|iv|v|one|two|three|four|five|ek|do|teen|एक|दो|तीन)$/;
const VOLUME = /^(?:part|vol|volume|bhag|khand)\d{1,2}$/;

/**
 * The words without those that need not be printed on the book: forms of address ("munshi"), and volumes ("part 1").
 * @returns the same list if there are none, or if nothing else would be left
 */
export function withoutOptional(words: string[]): string[] {
  const isVolume = (at: number) =>
    VOLUME_WORDS.has(words[at] ?? "") && VOLUME_NUMBER.test(words[at + 1] ?? "");
  const left = words.filter(
    (one, at) => !HONORIFICS.has(one) && !VOLUME.test(one) && !isVolume(at) && !isVolume(at - 1),
  );
  return left.length > 0 && left.length < words.length ? left : words;
}
