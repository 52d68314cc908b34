import { INHERENT, type Script, scriptOf, type Sound, soundsOf } from "./indian-letters";

/** How a word is read: which inherent vowels are silent, how the others sound, and the second of two habits of spelling. */
type Reading = {
  isShortened: boolean;
  inherent: "a" | "o" | "first o";
  isOther: boolean;
};

const PLAIN: Reading = { isShortened: false, inherent: "a", isOther: false };

const OF_THE_NORTH: readonly Reading[] = [
  { ...PLAIN, isShortened: true },
  PLAIN,
  { ...PLAIN, isShortened: true, isOther: true },
  { ...PLAIN, isOther: true },
];

const OF_THE_SOUTH: readonly Reading[] = [PLAIN, { ...PLAIN, isOther: true }];

const READINGS: Record<Script, readonly Reading[]> = {
  devanagari: OF_THE_NORTH,
  gujarati: OF_THE_NORTH,
  gurmukhi: OF_THE_NORTH,
  odia: OF_THE_NORTH,
  bengali: [
    PLAIN,
    { ...PLAIN, inherent: "o" },
    { ...PLAIN, isOther: true },
    { isShortened: true, inherent: "first o", isOther: false },
  ],
  tamil: OF_THE_SOUTH,
  telugu: OF_THE_SOUTH,
  kannada: OF_THE_SOUTH,
  malayalam: OF_THE_SOUTH,
};

const SOUTHERN: readonly Script[] = ["tamil", "telugu", "kannada", "malayalam"];

/**
 * A word of an Indian script in Latin letters, as people would spell it: at most four ways, the likeliest first. A last
 * inherent vowel is never written, as a Latin spelling may have it or not.
 * @param word in the form that wordsOf gives it
 * @returns empty for a word in no Indian script
 */
export function readIndian(word: string): string[] {
  const script = scriptOf(word);
  if (script === undefined) return [];
  const sounds = soundsOf(word, script);
  return [...new Set(READINGS[script].map((reading) => write(sounds, script, reading)))];
}

function write(sounds: readonly Sound[], script: Script, reading: Reading): string {
  const vowels = vowelsOf(sounds, reading);
  return sounds
    .map((_, at) => {
      const consonant =
        script === "tamil" ? tamilConsonant(sounds, at, reading) : consonantOf(sounds, at, script, reading);
      return consonant + vowels[at]!;
    })
    .join("");
}

function vowelsOf(sounds: readonly Sound[], { isShortened, inherent, isOther }: Reading): string[] {
  const vowels = sounds.map(({ vowel }) => vowel);
  const last = vowels.length - 1;
  const endsInCluster = last > 0 && vowels[last - 1] === "";
  if (vowels[last] === INHERENT && !(inherent === "o" && endsInCluster)) vowels[last] = "";
  if (isShortened) shorten(sounds, vowels);
  const first = vowels.indexOf(INHERENT);
  return vowels.map((vowel, at) => {
    if (vowel === INHERENT) return inherent === "o" || (inherent === "first o" && at === first) ? "o" : "a";
    if (vowel === "R") return isOther ? "ru" : "ri";
    return vowel;
  });
}

/** From the end on, an inherent vowel is silent between one consonant with a vowel before it and one with a vowel after it. */
function shorten(sounds: readonly Sound[], vowels: string[]): void {
  for (let at = vowels.length - 2; at > 0; at -= 1) {
    const isBetween = vowels[at - 1] !== "" && vowels[at + 1] !== "" && sounds[at + 1]!.consonant !== "";
    if (vowels[at] === INHERENT && isBetween) vowels[at] = "";
  }
}

const VELAR = /^[kgqxġ]/;
const LABIAL = /^[pbfm]/;

function consonantOf(sounds: readonly Sound[], at: number, script: Script, reading: Reading): string {
  const { consonant, vowel } = sounds[at]!;
  const before = joined(sounds, at);
  const next = sounds[at + 1]?.consonant ?? "";
  const { isOther } = reading;
  if (consonant === "M") return nasal(next, script, isOther);
  if (consonant === "H") return next === "" ? "h" : "";
  if (consonant === "ṅ") return VELAR.test(next) && vowel === "" ? "n" : "ng";
  if (consonant === "ñ")
    return before === "j" ? (isOther ? "n" : "y") : vowel === "" ? "n" : isOther ? "n" : "nj";
  if (consonant === "j" && vowel === "" && next === "ñ") return isOther ? "j" : "g";
  if (script === "bengali" || script === "odia")
    return easternConsonant(consonant, before, vowel, next, reading);
  if (script === "malayalam" && before !== "" && /^[nṇmN]/.test(before)) {
    if (consonant === "ṭ") return "d";
    if (consonant === "p" || consonant === "ṟ")
      return isOther ? (consonant === "p" ? "b" : "d") : consonant === "p" ? "p" : "t";
  }
  if (script === "malayalam" && consonant === "ṟ" && (before === "ṟ" || (vowel === "" && next === "ṟ")))
    return "t";
  if (SOUTHERN.includes(script) && isOther && (consonant === "t" || consonant === "d"))
    return `${consonant}h`;
  if (isOther && OTHERS.has(consonant)) return OTHERS.get(consonant)!;
  return LATIN.get(consonant) ?? consonant;
}

const joined = (sounds: readonly Sound[], at: number) =>
  at > 0 && sounds[at - 1]!.vowel === "" ? sounds[at - 1]!.consonant : "";

function nasal(next: string, script: Script, isOther: boolean): string {
  if (script === "bengali" && !LABIAL.test(next)) return next === "" || /^[hslvyrś]/.test(next) ? "ng" : "n";
  if (LABIAL.test(next)) return "m";
  if (next === "") return SOUTHERN.includes(script) || script === "odia" ? "m" : isOther ? "" : "n";
  if (next === "h" && !SOUTHERN.includes(script)) return isOther ? "n" : "ng";
  return "n";
}

/** Bengali and Odia have one letter for b and v, and one for y and j. */
function easternConsonant(
  consonant: string,
  before: string,
  vowel: string,
  next: string,
  { isOther }: Reading,
): string {
  if (consonant === "b") return isOther || (before !== "" && !/[mrbdM]/.test(before)) ? "v" : "b";
  if (consonant === "y") return before === "" ? "j" : "y";
  if (consonant === "k" && vowel === "" && next === "ṣ" && isOther) return "k";
  if (consonant === "ṣ" && before === "k" && isOther) return "h";
  return (isOther ? OTHERS.get(consonant) : undefined) ?? LATIN.get(consonant) ?? consonant;
}

const LATIN = new Map(
  Object.entries({
    c: "ch",
    ch: "chh",
    ṭ: "t",
    ṭh: "th",
    ḍ: "d",
    ḍh: "dh",
    ṇ: "n",
    ṉ: "n",
    ś: "sh",
    ṣ: "sh",
    ḷ: "l",
    ḻ: "l",
    ṟ: "r",
    x: "kh",
    ġ: "gh",
    ṛ: "r",
    ṛh: "r",
    ẏ: "y",
  }),
);

const OTHERS = new Map(Object.entries({ ġ: "g", ṛ: "d", ṛh: "dh" }));

const HARD: Record<string, string> = { k: "k", ṭ: "t", t: "th", p: "p", c: "ch" };
const SOFT: Record<string, string> = { k: "g", ṭ: "d", t: "th", p: "b", c: "s" };

/** Tamil's k, ṭ, t, p and c are soft between vowels and after nasals. */
function tamilConsonant(sounds: readonly Sound[], at: number, { isOther }: Reading): string {
  const { consonant, vowel } = sounds[at]!;
  const before = joined(sounds, at);
  const next = vowel === "" ? (sounds[at + 1]?.consonant ?? "") : "";
  if (consonant === "H") return "";
  if (consonant === "p" && before === "H") return "f";
  if (consonant === "ñ") return vowel === "" ? "n" : isOther ? "n" : "gn";
  if (consonant === "ṅ") return "n";
  if (consonant === "ṟ" && before === "ṟ") return "r";
  if (consonant === "ṟ" && next === "ṟ") return "t";
  if (consonant === "ṟ" && before === "ṉ") return "dr";
  const isDouble = before === consonant || next === consonant;
  if (!(consonant in HARD)) return LATIN.get(consonant) ?? consonant;
  if (isDouble || (at > 0 && before !== "" && !/[nmṅñṇṉ]/.test(before)))
    return isOther && consonant === "t" ? "t" : HARD[consonant]!;
  if (at === 0)
    return consonant === "c" ? (isOther ? "ch" : "s") : isOther && consonant === "t" ? "t" : HARD[consonant]!;
  if (isNasal(before)) return consonant === "c" ? "j" : isOther && consonant === "t" ? "d" : SOFT[consonant]!;
  if (isOther) return { k: "k", ṭ: "d", t: "d", p: "p", c: "s" }[consonant]!;
  return SOFT[consonant]!;
}

const isNasal = (consonant: string) => consonant !== "" && "nmṅñṇṉ".includes(consonant);
