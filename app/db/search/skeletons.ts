/** Aspirates, which Urdu writes with two letters and Tamil not at all. */
const withoutAspirates = (fine: string) => fine.replace(/([kgcjtdb])h/g, "$1");

const once = (key: string) => key.replace(/([a-z])\1+/g, "$1");

/**
 * How Urdu would write a word: without short vowels, o and v as one letter, e and y as one. Whether an i or u is long
 * cannot be told, so there are several answers.
 * @param fine a key of foldSpelling
 * @param isLatin whether an e may be short as well: rajendra is rajindar in Urdu
 */
export function asUrduWrites(fine: string, { isLatin }: { isLatin: boolean }): string[] {
  const plain = withoutAspirates(fine)
    .replace(/h$/, "")
    // Long for certain: before another vowel and at the end.
    .replace(/i(?=[aeou]|$)/g, "e")
    .replace(/u(?=[aeio]|$)/g, "o")
    .replace(/(?<!^)a/g, "")
    // Every word with a vowel first begins with the same letter.
    .replace(/^[eiou]/, "a$&");
  const keys = SHORT.map((short) => asUrduLetters(plain.replace(short, "")));
  if (isLatin) keys.push(asUrduLetters(plain.replace(/[eiu](?!$)/g, "")));
  return [...new Set(keys)].filter((key) => key.length > 1);
}

/** Which vowels are short: both, one, or none. */
const SHORT = [/[iu]/g, /i/g, /u/g, /(?!)/g];

const asUrduLetters = (plain: string) => once(plain.replace(/[iy]/g, "e").replace(/[uv]/g, "o"));

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
    .replace(/([kptc])[aiu]?r[iu]?/g, "$1r")
    .replace(/^[iu](?=[rl])/, "")
    .replace(/(?<!^)a/g, "");
  return once(plain);
}
