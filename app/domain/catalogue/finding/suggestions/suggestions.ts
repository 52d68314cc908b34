/** What the shop suggests for the beginning of a search. */

import type { BookCard, ShelfBook } from "../../books/lists/catalogue";

/** The names that are suggested, in this order: their headings, and how many of each. */
export const NAME_KINDS = {
  authors: { label: "Authors", most: 3 },
  series: { label: "Series", most: 2 },
  publishers: { label: "Publishers", most: 2 },
  categories: { label: "Categories", most: 3 },
} as const;

export type NameKind = keyof typeof NAME_KINDS;

/** The names to which an empty list leads on, and how many of each. */
export const TOUCHED_KINDS = { categories: 4, authors: 4, series: 2, publishers: 2, languages: 2 } as const;

/** A name with a visible book, and the path of its page or list. */
export interface SuggestedName {
  name: string;
  path: string;
}

/** Names of one kind: at least one. */
export interface NameGroup {
  kind: NameKind;
  /** The heading. */
  label: string;
  names: SuggestedName[];
}

export interface Suggestions {
  books: ShelfBook[];
  names: NameGroup[];
}

/** What the list of a search says besides its books. */
export interface SearchHelp {
  /** Whether no book has the words as typed or heard. */
  isForgiven: boolean;
  /** Then, what the list has instead. The link to what was meant comes after it. */
  words: string | null;
  /** What was probably meant, and the query string of its list; null if that is not known. */
  meant: { text: string; search: string } | null;
  names: NameGroup[];
}

/** What a list without books shows instead. Its text is made by the server, so that visitors of other lists load no script for it. */
export interface Instead {
  /** HTML. Says that nothing was found, which filters to leave out, names to look at, and what the books below are. */
  html: string;
  books: BookCard[];
  /** For the form that asks for the title: what was searched, and the path of the list; null in a shop without books. */
  asks: { title: string; redirectTo: string } | null;
}

/** The most books that are suggested. */
export const MOST_BOOKS = 5;

/** The most characters of a text that are looked at, as for the list of books. */
export const SUGGEST_MAX = 100;

/** Whether a text is long enough: two letters or digits, or one of a script without capitals, such as Devanagari. */
export const canSuggest = (text: string): boolean => /[\p{L}\p{N}].*[\p{L}\p{N}]|\p{Lo}/u.test(text);
