/** A consonant with the vowel after it. Either may be missing, not both. */
export type Sound = { consonant: string; vowel: string };

/** The vowel that a consonant has if no sign is written. */
export const INHERENT = "ə";

export type Script =
  | "devanagari"
  | "bengali"
  | "gurmukhi"
  | "gujarati"
  | "odia"
  | "tamil"
  | "telugu"
  | "kannada"
  | "malayalam";

const BLOCK = 0x80;
const DEVANAGARI = 0x900;

/** In the order of their blocks in Unicode, which are laid out alike: one table serves all nine. */
const SCRIPTS: readonly Script[] = [
  "devanagari",
  "bengali",
  "gurmukhi",
  "gujarati",
  "odia",
  "tamil",
  "telugu",
  "kannada",
  "malayalam",
];

/** The script of a word's first Indian letter, undefined if it has none. */
export function scriptOf(word: string): Script | undefined {
  const letter = /[\u0900-\u0d7f]/.exec(word)?.[0];
  return letter === undefined ? undefined : SCRIPTS[Math.floor((letter.charCodeAt(0) - DEVANAGARI) / BLOCK)];
}

/** Letters and signs as in ISO 15919, but aspirates with h and no long e and o: those are not told apart here. */
const CONSONANTS = tableOf(`
  क k  ख kh  ग g  घ gh  ङ ṅ  च c  छ ch  ज j  झ jh  ञ ñ  ट ṭ  ठ ṭh  ड ḍ  ढ ḍh  ण ṇ  त t  थ th  द d  ध dh  न n  ऩ ṉ
  प p  फ ph  ब b  भ bh  म m  य y  र r  ऱ ṟ  ल l  ळ ḷ  ऴ ḻ  व v  श ś  ष ṣ  स s  ह h
  \u0958 q  \u0959 x  \u095a ġ  \u095b z  \u095c ṛ  \u095d ṛh  \u095e f  \u095f ẏ`);

/** What a consonant becomes by the dot below it. */
const WITH_NUKTA = tableOf("k q  kh x  g ġ  j z  ḍ ṛ  ḍh ṛh  ph f  y ẏ  s ś  l ḷ");

const VOWELS = tableOf(`
  अ a  आ aa  इ i  ई ii  उ u  ऊ uu  ऋ R  ॠ R  ऌ li  ऍ e  ऎ e  ए e  ऐ ai  ऑ o  ऒ o  ओ o  औ au  ॲ e`);

const SIGNS = tableOf(
  "\u093e aa  \u093f i  \u0940 ii  \u0941 u  \u0942 uu  \u0943 R  \u0944 R  \u0945 e  \u0946 e  \u0947 e " +
    "\u0948 ai  \u0949 o  \u094a o  \u094b o  \u094c au",
);

const NUKTA = "\u093c";
const VIRAMA = "\u094d";

/** What only one script has, or has at another place. */
const OWN: Partial<Record<Script, ReadonlyMap<string, string>>> = {
  bengali: tableOf("ৰ r  ৱ v"),
  odia: tableOf("ୱ v"),
  telugu: tableOf("ౘ c  ౙ j  ౚ ḍ"),
};

const TIPPI = "ੰ";
const MALAYALAM_AU = "\u0d57";

function tableOf(pairs: string): ReadonlyMap<string, string> {
  const parts = pairs.trim().split(/\s+/);
  const table = new Map<string, string>();
  for (let i = 0; i < parts.length; i += 2) table.set(parts[i]!, parts[i + 1]!);
  return table;
}

/**
 * The sounds of a word in one Indian script, as it is written. Nasal signs are a consonant M of their own, visarga H;
 * neither has a vowel. Latin letters and digits in the word are kept, anything else is left out.
 * @param word in the form that wordsOf gives it
 */
export function soundsOf(word: string, script: Script): Sound[] {
  const sounds: Sound[] = [];
  const offset = SCRIPTS.indexOf(script) * BLOCK;
  for (const letter of word) {
    const alike = String.fromCodePoint(Math.max(0, letter.codePointAt(0)! - offset));
    const last = sounds.at(-1);
    const consonant = OWN[script]?.get(letter) ?? CONSONANTS.get(alike);
    if (consonant !== undefined) sounds.push({ consonant, vowel: INHERENT });
    else if (VOWELS.has(alike)) sounds.push({ consonant: "", vowel: VOWELS.get(alike)! });
    else if (isNasal(letter, alike)) sounds.push({ consonant: "M", vowel: "" });
    else if (alike === "\u0903") sounds.push({ consonant: "H", vowel: "" });
    else if (/[a-z0-9]/.test(letter)) sounds.push({ consonant: letter, vowel: "" });
    else if (last !== undefined) addSign(last, letter === MALAYALAM_AU ? "\u094c" : alike);
  }
  return sounds;
}

const isNasal = (letter: string, alike: string) =>
  alike === "\u0901" || alike === "\u0902" || letter === TIPPI;

function addSign(last: Sound, sign: string): void {
  if (sign === VIRAMA) last.vowel = "";
  else if (sign === NUKTA) last.consonant = WITH_NUKTA.get(last.consonant) ?? last.consonant;
  else last.vowel = SIGNS.get(sign) ?? last.vowel;
}
