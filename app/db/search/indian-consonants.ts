import type { Script } from "./indian-letters";

/** A consonant and what is around it. */
type Place = {
  consonant: string;
  vowel: string;
  /** The consonant joined to it on the left, if any. */
  before: string;
  /** The consonant after it, joined or not. */
  after: string;
  isFirst: boolean;
  /** Without a vowel at the end of the word. */
  isLast: boolean;
};

/** Which of two spellings is used. */
export type Habits = {
  /** Of a letter with two spellings, the rarer one. */
  isOther: boolean;
  /** Of a southern letter with two spellings, the one of scholars: t, not th. */
  isScholars: boolean;
};

type Spelling = (place: Place, habits: Habits) => string;

/** A consonant, a nasal sign or a visarga in Latin letters, as each script's readers spell it. */
export const CONSONANTS: Record<Script, Spelling> = {
  devanagari: northern,
  gujarati: northern,
  gurmukhi: northern,
  bengali: (place, habits) => eastern(place, habits, nasalOfBengali),
  odia: (place, habits) => eastern(place, habits, nasalOfTheSouth),
  tamil,
  telugu: southern,
  kannada: southern,
  malayalam: (place, habits) => malayalam(place, habits) + (endsInU(place, habits) ? "u" : ""),
};

const LATIN = new Map([
  ["c", "ch"],
  ["ch", "chh"],
  ["ṭ", "t"],
  ["ṭh", "th"],
  ["ḍ", "d"],
  ["ḍh", "dh"],
  ["ṇ", "n"],
  ["ṉ", "n"],
  ["ś", "sh"],
  ["ṣ", "sh"],
  ["ḷ", "l"],
  ["ḻ", "l"],
  ["ṟ", "r"],
  ["x", "kh"],
  ["ġ", "gh"],
  ["ṛ", "r"],
  ["ṛh", "r"],
  ["ẏ", "y"],
]);

/** Letters with a dot below: ġazal is ghazal or gazal, paṛhnā is parhna or padhna. */
const OTHERS = new Map([
  ["ġ", "g"],
  ["ṛ", "d"],
  ["ṛh", "dh"],
]);

const VELAR = /^[kgqxġ]/;
const LABIAL = /^[pbfm]/;

/** What all scripts have in common. */
function common({ consonant, vowel, before, after }: Place, { isOther }: Habits): string {
  if (consonant === "H") return after === "" ? "h" : "";
  if (consonant === "ṅ") return vowel === "" && VELAR.test(after) ? "n" : "ng";
  // jñāna is gyan or gnan; a Latin jn is read as gy too.
  if (consonant === "j" && vowel === "" && after === "ñ") return "g";
  if (consonant === "ñ") return before === "j" && !isOther ? "y" : "n";
  return (isOther ? OTHERS.get(consonant) : undefined) ?? LATIN.get(consonant) ?? consonant;
}

function northern(place: Place, habits: Habits): string {
  return place.consonant === "M" ? nasalOfTheNorth(place.after, habits) : common(place, habits);
}

/** At the end it is a vowel through the nose, which many do not write; siṁha is singh or sinh. */
function nasalOfTheNorth(after: string, { isOther }: Habits): string {
  if (LABIAL.test(after)) return "m";
  if (after === "") return isOther ? "" : "n";
  return after === "h" && !isOther ? "ng" : "n";
}

function nasalOfBengali(after: string): string {
  if (LABIAL.test(after)) return "m";
  return after === "" || /^[hslvyrś]/.test(after) ? "ng" : "n";
}

function nasalOfTheSouth(after: string): string {
  return LABIAL.test(after) || after === "" ? "m" : "n";
}

/** Bengali and Odia have one letter for b and v, and one for y and j. */
function eastern(place: Place, habits: Habits, nasal: (after: string) => string): string {
  const { consonant, vowel, before, after } = place;
  if (consonant === "M") return nasal(after);
  if (consonant === "b") return habits.isOther || (before !== "" && !/[mrbdM]/.test(before)) ? "v" : "b";
  if (consonant === "y") return before === "" ? "j" : "y";
  // kṣ is kkh too.
  if (habits.isOther && consonant === "k" && vowel === "" && after === "ṣ") return "k";
  if (habits.isOther && consonant === "ṣ" && before === "k") return "h";
  return common(place, habits);
}

/** The south writes th for t, and now and then dh for d. */
function southern(place: Place, habits: Habits): string {
  const { consonant, after } = place;
  if (consonant === "M") return nasalOfTheSouth(after);
  if (consonant === "t") return habits.isScholars ? "t" : "th";
  if (consonant === "d" && habits.isOther && !habits.isScholars) return "dh";
  return common(place, habits);
}

/** Malayalam's ṭ is soft between vowels and after ṇ, ṟṟ is tt, ñ is nj. */
function malayalam(place: Place, habits: Habits): string {
  const { consonant, before, isFirst } = place;
  if (consonant === "ṭ" && !isFirst && !habits.isScholars) return before === "" || before === "ṇ" ? "d" : "t";
  if (consonant === "ṟ" && before === "ṟ") return "t";
  if (consonant === "ṟ" && before === "n") return habits.isOther ? "d" : "t";
  if (consonant === "p" && before === "m" && habits.isOther) return "b";
  if (consonant === "ñ" && before !== "j" && place.after !== "c" && !habits.isOther) return "nj";
  return southern(place, habits);
}

/** A short u is heard after a last consonant that is none of the letters for it: vīṭ is veedu. */
function endsInU({ consonant, isLast }: Place, { isOther }: Habits): boolean {
  return isLast && !isOther && !/^[nṇrlḷMH0-9]$/.test(consonant);
}

/** How Tamil's five letters for hard and soft consonants sound where they are hard, and where they are soft. */
const HARD = new Map([
  ["k", "k"],
  ["c", "ch"],
  ["ṭ", "t"],
  ["t", "t"],
  ["p", "p"],
]);
const SOFT = new Map([
  ["k", "g"],
  ["c", "s"],
  ["ṭ", "d"],
  ["t", "d"],
  ["p", "b"],
]);

const NASAL = /^[nmṅñṇṉ]$/;

/** Tamil: doubled and joined consonants are hard, those after a nasal soft, those between vowels what people like. */
function tamil(place: Place, habits: Habits): string {
  const { consonant, vowel, before, after, isFirst } = place;
  if (consonant === "H") return "";
  if (consonant === "p" && before === "H") return "f";
  if (consonant === "ñ") return vowel !== "" && isFirst ? "gn" : "n";
  if (consonant === "ṅ") return "n";
  if (consonant === "ṟ" && before === "ṟ") return "tr";
  if (consonant === "ṟ" && before === "ṉ") return "dr";
  if (consonant === "t" && !habits.isScholars) return "th";
  const hard = HARD.get(consonant);
  if (hard === undefined) return LATIN.get(consonant) ?? consonant;
  if (consonant === "c" && isFirst) return habits.isOther ? "ch" : "s";
  const isJoined = before !== "" || (vowel === "" && after !== "");
  if (isFirst || (isJoined && !NASAL.test(before))) return hard;
  if (NASAL.test(before)) return consonant === "c" ? "j" : SOFT.get(consonant)!;
  return habits.isOther && (consonant === "k" || consonant === "p") ? hard : SOFT.get(consonant)!;
}
