// Which words of a search for books say what is sought.
import { withoutOptional } from "./search-phrases";

/** Words of sentences: nearly every book has some of them, so they say nothing beside others. */
export const SMALL_WORDS = new Set(
  "a an and at by for from in is of on or the to with का की के को में और से ও এর کا کی کے کو میں اور سے".split(
    " ",
  ),
);
/** Said of any book. */
const BOOK_WORDS = new Set(["book", "books", "किताब", "पुस्तक", "বই", "کتاب"]);

/** Without what is said of any book, and what need not be printed on it. @returns the same list if nothing is left out */
export const wantedWords = (words: string[]): string[] => withoutOptional(without(words, BOOK_WORDS));

/** The words, without those of a list if others are left. */
export function without(words: string[], list: ReadonlySet<string>): string[] {
  const left = words.filter((one) => !list.has(one));
  return left.length > 0 && left.length < words.length ? left : words;
}

/** "Hindi novels" are of the category Novel. Words that only look like an English plural may become none. */
export function singularOf(word: string): string {
  if (!/^[a-z]{3,}s$/.test(word) || /[sui]s$/.test(word)) return word;
  return word.replace(/ies$/, "y").replace(/(ch|sh|ss|x)es$|s$/, "$1");
}
