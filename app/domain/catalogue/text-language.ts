/** A letter of any script but Latin; Greek is the first after it. */
const OTHER_LETTER = /[\u0370-\u1DFF\u2C00-\uD7FF\uF900-\uFDFF\uFE70-\uFEFF]/;

/**
 * The `lang` of something written about a book, for fonts and for voices. A title such as 'Gitanjali' stands in Latin
 * letters though the book is Bengali: that is no Bengali text, and gets none.
 * @param tag of the book's language, see `languageTag`
 */
export function textLanguage(text: string, tag: string | null | undefined): string | undefined {
  return tag && OTHER_LETTER.test(text) ? tag : undefined;
}
