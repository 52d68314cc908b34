import { inLines, once } from "./fold";

// As in fold.ts, words are given in lines.

/** Aspirates, which Urdu writes with two letters and Tamil not at all. */
const withoutAspirates = (fine: string) => fine.replace(/h(?<=[kgcjtdb]h)/g, "");

/** No letter is doubled, and n before p is m. */
export const smoothed = (lines: string) => once(lines.replace(/n(?=[pbf])/g, "m"));

/**
 * How Urdu would write a word: without short vowels, o and v as one letter, e and y as one.
 * @param fine a key of foldSpelling, with e and o also for a long i and u
 */
export const asUrduWrites = (fine: string): string => asUrduLetters(asIfShort(fine).replace(SHORT[0]!, ""));

/**
 * As `asUrduWrites`, of a Latin spelling: whether its i, u and e are long cannot be told, so there are several answers
 * (rajendra is rajindar in Urdu).
 */
export function asUrduMayWrite(fine: string): string[] {
  const plain = asIfShort(fine);
  const ways = [...SHORT, /[eiu](?!$)/g].map((short) => plain.replace(short, ""));
  return [...new Set(inLines(ways, asUrduLetters))];
}

const asIfShort = (fine: string) =>
  withoutAspirates(fine)
    .replace(/h$/gm, "")
    // Long for certain: before another vowel and at the end.
    .replace(/i(?=[aeou]|$)/gm, "e")
    .replace(/u(?=[aeio]|$)/gm, "o")
    .replace(/(?<!^)a/gm, "")
    // Every word with a vowel first begins with the same letter.
    .replace(/^[eiou]/gm, "a$&");

/** Which vowels are short: both, one, or none. */
const SHORT = [/[iu]/g, /i/g, /u/g, /(?!)/g];

const asUrduLetters = (plain: string) => smoothed(plain.replace(/[iy]/g, "e").replace(/[uv]/g, "o"));

/**
 * How Tamil would write a word: one letter each for k, g and h, for t and d, for p, b and f, for c, s and j, and a vowel
 * between two consonants that it does not join.
 * @param fine a key of foldSpelling
 */
export function asTamilWrites(fine: string): string {
  const plain = withoutAspirates(fine)
    .replace(/[gh]/g, "k")
    .replace(/d/g, "t")
    .replace(/[bf]/g, "p")
    .replace(/[js]/g, "c")
    // Tamil's pirema for prema, kirushnan for krishnan, iraman for raman.
    .replace(/([kptcvmn])[aiu]?r[iu]?/g, "$1r")
    .replace(/^[iu](?=[rl])/gm, "")
    .replace(/(?<!^)a/gm, "");
  return smoothed(plain);
}
