import { wordsOf } from "./words";

// Titles are sorted by keys, which both engines compare as bytes and so alike: a title's words as the search splits them
// (small letters without accents, signs of vowels kept), each letter in the place that its alphabet gives it. Scripts follow each
// other as in Unicode: digits, Latin, Greek, Cyrillic, Arabic, Devanagari …

/** A key longer than this is cut: so much alike, titles are next to each other anyway. */
const LONGEST = 120;

/** Comes before all titles with letters or digits. */
const NO_WORDS = "!";

/**
 * By what a title is sorted, as bytes of UTF-8. Numbers count as numbers: 2 before 10.
 * @returns never empty
 */
export function titleKey(title: string): string {
  // For a search آ is ا, but in the alphabet it comes first.
  const words = wordsOf(title.replace(/آ|\u0627\u0653/g, "ۮ")).map((word) =>
    /^\d{1,8}$/.test(word) ? word.padStart(8, "0") : inAlphabet(word),
  );
  return [...words.join(" ")].slice(0, LONGEST).join("").trim() || NO_WORDS;
}

const inAlphabet = (word: string) =>
  /[\u0600-\u0dff]/.test(word)
    ? withTamilVowels(word.replace(NUKTA, "")).replace(MOVED, (letter) => PLACES.get(letter)!)
    : word;

/** A letter with a nukta stands with the letter itself; so does one that Punjabi's adhak doubles. */
const NUKTA = /[\u093c\u09bc\u0a3c\u0a71\u0abc\u0b3c]/g;

/**
 * Alphabets in an order that is not that of Unicode. Their letters share their places among themselves; all others keep
 * theirs, such as the signs of vowels, which are in order after the letters.
 */
const ALPHABETS = [
  // Urdu; the first letter stands for آ.
  "ۮابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوہھیے",
  // Punjabi: three bearers of vowels, then s and h before the rows of consonants.
  "ਉਊਓਅਆਐਔਇਈਏਸਹਕਖਗਘਙਚਛਜਝਞਟਠਡਢਣਤਥਦਧਨਪਫਬਭਮਯਰਲਵ",
  // Gujarati.
  "યરલવશષસહળ",
  // Tamil: the letters of its own, then those of Sanskrit.
  "அஆஇஈஉஊஎஏஐஒஓஔஃகஙசஞடணதநபமயரலவழளறனஜஶஷஸஹ",
  // Telugu, Kannada and Malayalam.
  "యరలవశషసహళఱ",
  "ಯರಲವಶಷಸಹಳೞಱ",
  "യരലവശഷസഹളഴറ",
];

/** The letter in whose place one is sorted. */
const PLACES = new Map<string, string>(
  ALPHABETS.flatMap((alphabet) => {
    const letters = [...alphabet];
    const places = letters.toSorted();
    return letters.map((letter, at): [string, string] => [letter, places[at]!]);
  }).filter(([letter, place]) => letter !== place),
);

const MOVED = new RegExp(`[${[...PLACES.keys()].join("")}]`, "gu");

/**
 * In Tamil a consonant without a vowel comes before the one with the a that is not written: க், க, கா. So this a is written,
 * by a sign that comes after the pulli and before all other vowels.
 */
const withTamilVowels = (word: string) =>
  word.replace(/([\u0b95-\u0bb9])([\u0bbe-\u0bcd]?)/g, (_, consonant: string, sign: string) => {
    if (sign === "") return `${consonant}\u0bbd`;
    return `${consonant}${sign === "\u0bcd" ? "\u0bbc" : sign}`;
  });
