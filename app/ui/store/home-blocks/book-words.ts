/**
 * 'Book', in the languages of the shop. Not every system has fonts for all these scripts, so the home page shows them as
 * the drawings of book-words.svg.
 * @property width of the drawing, in hundredths of the letters' size; each is 200 high
 */
export const BOOK_WORDS = [
  { lang: "hi", word: "किताब", width: 250 },
  { lang: "bn", word: "বই", width: 113 },
  { lang: "ta", word: "புத்தகம்", width: 412 },
  { lang: "ur", word: "کتاب", width: 201 },
  { lang: "te", word: "పుస్తకం", width: 273 },
  { lang: "en", word: "book", width: 212 },
  { lang: "kn", word: "ಪುಸ್ತಕ", width: 240 },
  { lang: "gu", word: "પુસ્તક", width: 218 },
  { lang: "ml", word: "പുസ്തകം", width: 496 },
  { lang: "pa", word: "ਕਿਤਾਬ", width: 227 },
  { lang: "or", word: "ବହି", width: 143 },
] as const;
