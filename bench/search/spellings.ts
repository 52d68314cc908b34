// One word in ten scripts and as people type it in Latin letters. Words are given in ISO 15919, the library for Indian scripts
// writes them; none of it uses the shop's own rules for search.
import Sanscript from "@indic-transliteration/sanscript";

export const SCRIPTS = [
  "devanagari",
  "bengali",
  "gujarati",
  "gurmukhi",
  "oriya",
  "tamil",
  "telugu",
  "kannada",
  "malayalam",
  "urdu",
] as const;
export type Script = (typeof SCRIPTS)[number];

/** How people spell an Indian word in Latin letters. */
export const STYLES = ["plain", "doubled", "southern", "casual"] as const;
export type Style = (typeof STYLES)[number];

/** A word of ISO 15919 in a script, as its readers write it. */
export function inScript(word: string, script: Script): string {
  switch (script) {
    case "urdu":
      return inUrdu(word);
    case "bengali":
      // Bengali has a y of its own within words.
      return Sanscript.t(word, "iso", script).replace(/(?<=[\u0985-\u09cc])য(?!\u09cd)/g, "য\u09bc");
    case "oriya":
      return Sanscript.t(word, "iso", script)
        .replace(/ଵ/g, "ବ")
        .replace(/(?<=[\u0b05-\u0b4c])ଯ/g, "ୟ");
    case "gurmukhi":
      return Sanscript.t(word.replace(/r̥/g, "ri").replace(/ṣ/g, "ś"), "iso", script);
    case "tamil":
      return inTamil(word);
    default:
      return Sanscript.t(word, "iso", script);
  }
}

/** Tamil ends the borrowed words in -a with m, and has another n within words. */
function inTamil(word: string): string {
  const ending = word.endsWith("a") ? `${word}ṁ` : word;
  return Sanscript.t(ending.replace(/r̥/g, "iru").replace(/ś/g, "c"), "iso", "tamil")
    .replace(/ஂ|ம்(?=$)/g, "ம்")
    .replace(/(?<=.)ந(?!\u0bcd?த)/g, "ன");
}

const URDU = new Map(
  Object.entries({
    k: "ک",
    kh: "کھ",
    g: "گ",
    gh: "گھ",
    c: "چ",
    ch: "چھ",
    j: "ج",
    jh: "جھ",
    ñ: "ن",
    ṅ: "ن",
    ṭ: "ٹ",
    ṭh: "ٹھ",
    ḍ: "ڈ",
    ḍh: "ڈھ",
    ṇ: "ن",
    t: "ت",
    th: "تھ",
    d: "د",
    dh: "دھ",
    n: "ن",
    p: "پ",
    ph: "پھ",
    b: "ب",
    bh: "بھ",
    m: "م",
    y: "ی",
    r: "ر",
    l: "ل",
    v: "و",
    ś: "ش",
    ṣ: "ش",
    s: "س",
    h: "ہ",
    ṁ: "ن",
  }),
);

/** The sounds of a word: an aspirate is one, ai and au are one, the vowel r̥ is one. */
const soundsOf = (word: string) => word.normalize("NFC").match(/[kgcjṭḍtdpb]h|ai|au|r̥|./gu) ?? [];

const VOWEL = /^(?:[aāiīuūēō]|ai|au|r̥)$/u;

/** Short vowels are not written, but at the beginning and the end. */
function inUrdu(word: string): string {
  const sounds = soundsOf(word);
  return sounds
    .map((sound, at) => {
      const [isFirst, isLast] = [at === 0, at === sounds.length - 1];
      if (sound === "r̥") return "ر";
      if (sound === "a") return isFirst ? "ا" : "";
      if (sound === "ā") return isFirst ? "آ" : "ا";
      if (/^[iu]$/.test(sound) && !isFirst && !isLast) return "";
      if (/^[iu]$/.test(sound) && isFirst) return "ا";
      if (/^(?:[iīē]|ai)$/.test(sound)) return (isFirst ? "ا" : "") + "ی";
      if (/^(?:[uūō]|au)$/.test(sound)) return (isFirst ? "ا" : "") + "و";
      return URDU.get(sound) ?? "";
    })
    .join("");
}

const COMMON = { ā: "a", ī: "i", ū: "u", ē: "e", ō: "o", r̥: "ri", c: "ch", ś: "sh", ṣ: "sh", ṁ: "n" };
const DOUBLED = { ...COMMON, ā: "aa", ī: "ee", ū: "oo", v: "w", au: "au" };
const SOUTHERN = { ...COMMON, t: "th", th: "th", r̥: "ru", ś: "s" };
const CASUAL = { ...COMMON, ś: "s", ṣ: "s", ph: "f", v: "w", j: "j" };

/** A word of ISO 15919 as people type it. */
export function inLatin(word: string, style: Style): string {
  const letters: Record<string, string> = {
    plain: COMMON,
    doubled: DOUBLED,
    southern: SOUTHERN,
    casual: CASUAL,
  }[style];
  const heard = style === "southern" ? soundsOf(word) : withoutLast(soundsOf(word));
  const sounds = style === "casual" ? withoutSilent(heard) : heard;
  return sounds
    .map((sound, at) => {
      if (sound === "ṁ") return /^[pb]/.test(sounds[at + 1] ?? "") ? "m" : "n";
      // Aspirates are the letter with an h.
      return letters[sound] ?? (letters[sound[0]!] ?? sound[0]!) + sound.slice(1);
    })
    .join("")
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
}

/** Without a last a after one consonant. */
const withoutLast = (sounds: readonly string[]) =>
  sounds.at(-1) === "a" && VOWEL.test(sounds.at(-3) ?? "") ? sounds.slice(0, -1) : [...sounds];

/** An a between two single consonants with vowels around them is not heard: premchand. */
function withoutSilent(sounds: readonly string[]): string[] {
  const kept = [...sounds];
  for (let at = kept.length - 3; at > 1; at -= 1) {
    const [before, left, right, after] = [kept[at - 2], kept[at - 1], kept[at + 1], kept[at + 2]];
    const isBetween = VOWEL.test(before ?? "") && !VOWEL.test(left ?? "") && !VOWEL.test(right ?? "");
    if (kept[at] === "a" && isBetween && VOWEL.test(after ?? "")) kept.splice(at, 1);
  }
  return kept;
}
