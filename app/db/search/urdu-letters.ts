import { smoothed } from "./skeletons";

/** Consonants, in the one form that wordsOf gives each letter. */
const CONSONANTS = new Map(
  Object.entries({
    ب: "b",
    پ: "p",
    ت: "t",
    ٹ: "t",
    ث: "s",
    ج: "j",
    چ: "ch",
    ح: "h",
    خ: "kh",
    د: "d",
    ڈ: "d",
    ذ: "z",
    ر: "r",
    ڑ: "r",
    ز: "z",
    ژ: "z",
    س: "s",
    ش: "sh",
    ص: "s",
    ض: "z",
    ط: "t",
    ظ: "z",
    غ: "gh",
    ف: "f",
    ق: "q",
    ک: "k",
    گ: "g",
    ل: "l",
    م: "m",
    ن: "n",
    ں: "n",
    ہ: "h",
    ۃ: "t",
    ھ: "h",
  }),
);

const HALF_VOWELS = "ویے";

export const isUrdu = (word: string) => /[\u0620-\u06d5\u06ee-\u06ff\u0750-\u077f]/.test(word);

/** How و and ی are read between consonants. */
type Reading = { waw: "o" | "u"; ye: "i" | "e" };

/**
 * A word of Urdu in Latin letters. Between two consonants an a is put for the short vowel that is not written.
 * @param word in the form that wordsOf gives it
 */
export function readUrdu(word: string, { waw, ye }: Reading): string {
  const letters = [...word];
  let latin = "";
  for (const [i, letter] of letters.entries()) {
    const next = letters[i + 1];
    const isLast = next === undefined;
    if (HALF_VOWELS.includes(letter)) {
      const isConsonant = letter !== "ے" && (i === 0 || next === "ا");
      if (letter === "و") latin += isConsonant ? "v" : waw;
      else latin += isConsonant ? "y" : letter === "ے" ? "e" : ye;
    } else if (letter === "ا" || letter === "ع") {
      const isCarrier = i === 0 && next !== undefined && HALF_VOWELS.includes(next);
      latin += isCarrier || (letter === "ع" && latin.endsWith("a")) ? "" : "a";
    } else if (letter === "ہ" && isLast && i > 1 && isConsonant(letters[i - 1]!)) {
      latin += "a";
    } else {
      const consonant = CONSONANTS.get(letter) ?? asLatin(letter);
      const follows = i > 0 && letter !== "ھ" && isConsonant(letters[i - 1]!);
      latin += follows ? `a${consonant}` : consonant;
    }
  }
  return latin;
}

const asLatin = (letter: string) => (/[a-z0-9]/.test(letter) ? letter : "");

const isConsonant = (letter: string) => CONSONANTS.has(letter);

/** The letters that Urdu writes, with و as o and ی as e, in the letters of foldSpelling. */
export function urduLetters(word: string): string {
  const letters = [...word];
  const written = letters.map((letter, i) => {
    if (letter === "و") return "o";
    if (letter === "ی" || letter === "ے") return "e";
    if (letter === "ا" || letter === "ع") return i === 0 ? "a" : "";
    if (letter === "ھ") return "";
    if (letter === "ہ" && i === letters.length - 1) return "";
    return SKELETON.get(CONSONANTS.get(letter) ?? "") ?? CONSONANTS.get(letter) ?? asLatin(letter);
  });
  return smoothed(written.join(""));
}

const SKELETON = new Map(Object.entries({ kh: "k", gh: "g", ch: "c", q: "k", z: "j", sh: "s" }));
