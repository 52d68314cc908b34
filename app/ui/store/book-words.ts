/**
 * 'Book', in the languages of the shop. Not every system has fonts for all these scripts, so the home page shows them as
 * drawings: `npm run words` makes book-words.svg from this list and prints the widths.
 * @property width of the drawing, in hundredths of the letters' size; each is 200 high
 */
export const BOOK_WORDS = [
  { lang: "hi", word: "किताब", face: "Eczar Devanagari", width: 250 },
  { lang: "bn", word: "বই", face: "Noto Sans Bengali", width: 113 },
  { lang: "ta", word: "புத்தகம்", face: "Noto Sans Tamil", width: 412 },
  { lang: "ur", word: "کتاب", face: "Noto Nastaliq Urdu", width: 201 },
  { lang: "te", word: "పుస్తకం", face: "Noto Sans Telugu", width: 273 },
  { lang: "en", word: "book", face: "Eczar", width: 212 },
  { lang: "kn", word: "ಪುಸ್ತಕ", face: "Noto Sans Kannada", width: 240 },
  { lang: "gu", word: "પુસ્તક", face: "Noto Sans Gujarati", width: 218 },
  { lang: "ml", word: "പുസ്തകം", face: "Noto Sans Malayalam", width: 496 },
  { lang: "pa", word: "ਕਿਤਾਬ", face: "Noto Sans Gurmukhi", width: 227 },
  { lang: "or", word: "ବହି", face: "Noto Sans Oriya", width: 143 },
] as const;
