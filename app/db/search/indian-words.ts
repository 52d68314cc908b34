import { CONSONANTS, type Habits } from "./indian-consonants";
import { INHERENT, type Script, scriptOf, type Sound, soundsOf } from "./indian-letters";

/** One way to spell a word in Latin letters. */
type Reading = Habits & {
  /** Whether inherent vowels within the word are left out where they are silent: premchand. */
  isShortened: boolean;
  inherent: "a" | "o" | "first o";
};

const PLAIN: Reading = { isShortened: false, inherent: "a", isOther: false, isScholars: false };
const SHORTENED: Reading = { ...PLAIN, isShortened: true };
const SCHOLARS: Reading = { ...PLAIN, isScholars: true };

const OF_THE_NORTH: readonly Reading[] = [
  SHORTENED,
  PLAIN,
  { ...SHORTENED, isOther: true },
  { ...PLAIN, isOther: true },
];

const OF_THE_SOUTH: readonly Reading[] = [
  PLAIN,
  SCHOLARS,
  { ...PLAIN, isOther: true },
  { ...SCHOLARS, isOther: true },
];

const OF_BENGALI: readonly Reading[] = [
  PLAIN,
  { ...PLAIN, inherent: "o" },
  { ...PLAIN, isOther: true },
  { ...SHORTENED, inherent: "first o" },
];

const isOfTheSouth = (script: Script | undefined) =>
  script === "tamil" || script === "telugu" || script === "kannada" || script === "malayalam";

function readingsOf(script: Script): readonly Reading[] {
  if (script === "bengali") return OF_BENGALI;
  return isOfTheSouth(script) ? OF_THE_SOUTH : OF_THE_NORTH;
}

/**
 * A word of an Indian script in Latin letters, as people would spell it: at most four ways, the likeliest first. Most last
 * inherent vowels are not written, as a Latin spelling may have them or not.
 * @param word in the form that wordsOf gives it
 * @returns empty for a word in no Indian script
 */
export function readIndian(word: string): string[] {
  const script = scriptOf(word);
  if (script === undefined) return [];
  const sounds = soundsOf(word, script);
  return readingsOf(script).map((reading) => write(sounds, script, reading));
}

function write(sounds: readonly Sound[], script: Script, reading: Reading): string {
  const vowels = vowelsOf(sounds, script, reading);
  let latin = "";
  for (const [at, { consonant, vowel }] of sounds.entries()) {
    const left = sounds[at - 1];
    const after = sounds[at + 1]?.consonant ?? "";
    // Of a doubled consonant, one is written.
    const isDoubled = vowel === "" && (after === consonant || after === `${consonant}h`);
    if (consonant !== "" && !isDoubled) {
      const isLast = at === sounds.length - 1 && vowel === "";
      const before = left?.vowel === "" ? left.consonant : "";
      latin += CONSONANTS[script]({ consonant, vowel, before, after, isFirst: at === 0, isLast }, reading);
    }
    latin += vowels[at]!;
  }
  return latin;
}

function vowelsOf(sounds: readonly Sound[], script: Script, reading: Reading): string[] {
  const { isShortened, inherent, isOther } = reading;
  const vowels = sounds.map(({ vowel }) => vowel);
  const last = vowels.length - 1;
  // Heard after another consonant and one that would be hard to say without: chandra, kavya.
  const isHeard = vowels[last - 1] === "" && /^[yẏrlḷvmnṇñ]$/.test(sounds[last]!.consonant);
  if (vowels[last] === INHERENT && !isHeard) vowels[last] = "";
  if (isShortened) shorten(sounds, vowels);
  const first = vowels.indexOf(INHERENT);
  return vowels.map((vowel, at) => {
    if (vowel === INHERENT) return inherent === "o" || (inherent === "first o" && at === first) ? "o" : "a";
    if (vowel === "R") return isOther ? "ru" : "ri";
    // Punjabi writes i for the y of other scripts: rāmāiṇ.
    const isHalf = script === "gurmukhi" && vowel === "i" && sounds[at]!.consonant === "";
    return isHalf && !isOther && at > 0 && at < last ? "ya" : vowel;
  });
}

/** From the end on, an inherent vowel is silent between one consonant with a vowel before it and one with a vowel after it. */
function shorten(sounds: readonly Sound[], vowels: string[]): void {
  for (let at = vowels.length - 2; at > 0; at -= 1) {
    const isBetween = vowels[at - 1] !== "" && vowels[at + 1] !== "" && sounds[at + 1]!.consonant !== "";
    if (vowels[at] === INHERENT && isBetween) vowels[at] = "";
  }
}
