/** A letter of any script but Latin; Greek is the first block after Latin. */
const OTHER_LETTER = /[\u0370-\u1DFF\u2C00-\uD7FF\uF900-\uFDFF\uFE70-\uFEFF]/;

/**
 * The `lang` attribute of a book's text, for fonts and screen readers. A title in Latin letters such as 'Gitanjali' is
 * not Bengali text even if the book is, and gets none.
 * @param tag of the book's language, see `languageTag`
 */
export function textLanguage(text: string, tag: string | null | undefined): string | undefined {
  return tag && OTHER_LETTER.test(text) ? tag : undefined;
}
