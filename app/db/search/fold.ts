/** One letter or group as it is spelled, and the one it becomes. In order: later ones see what earlier ones left. */
const FOLDS: readonly [RegExp, string][] = [
  // Long vowels and doubled letters.
  [/ee+|ii+|ie(?=$)/g, "i"],
  [/oo+|uu+/g, "u"],
  [/([a-z])\1+/g, "$1"],
  // Consonants. C stands for ch until c has become k or s.
  [/t?chh?|tsch/g, "C"],
  [/ck|q/g, "k"],
  [/sch|sh/g, "s"],
  [/c(?=[eiy])/g, "s"],
  [/c/g, "k"],
  [/C/g, "c"],
  [/x/g, "ks"],
  [/zh/g, "l"],
  [/z/g, "j"],
  [/ph/g, "f"],
  [/w/g, "v"],
  [/dny|gny|jny/g, "gy"],
  [/rh(?=[aeiou]|$)/g, "r"],
  // Vowels of two letters, and half-vowels where they are none.
  [/iy(?=[aeou])/g, "i"],
  [/([^aeiou])y(?![aeiou])/g, "$1i"],
  [/a[iy]i|[ae]y(?![aeiou])|[ae]i|ae/g, "e"],
  [/av$|ao|[ao]u|[ao]v(?![aeiou])(?=[^y])|ov$/g, "o"],
  // An r that is a vowel: krsna.
  [/([^aeiour])r(?=[^aeiouyr0-9])/g, "$1ri"],
  [/([aeiou].*[aeiou])h$/g, "$1"],
  // Nasals before other consonants.
  [/m(?=[shv])/g, "n"],
  [/n(?=[pbf])/g, "m"],
  [/([a-z])\1+/g, "$1"],
];

/**
 * A word in Latin letters as it sounds to an Indian ear: spellings of one word become one text.
 * @param latin letters a–z and digits
 */
export function foldSpelling(latin: string): string {
  let folded = latin;
  for (const [spelled, becomes] of FOLDS) folded = folded.replace(spelled, becomes);
  return folded;
}

/**
 * What stays of a folded spelling when all that ears confuse is left out: aspirates, v beside b, y beside j at the
 * beginning, and each a but the first letter's.
 */
export const foldCoarsely = (fine: string) =>
  fine
    .replace(/([kgcjtdb])h/g, "$1")
    .replace(/f/g, "p")
    .replace(/v/g, "b")
    .replace(/^y/, "j")
    .replace(/(?<!^)a/g, "")
    .replace(/([a-z])\1+/g, "$1");

/**
 * How Urdu would write it, which has no short vowels and one letter each for v, o, u and for y, e, i: several answers, as
 * a Latin i or u may be long or short.
 */
export function urduSkeletons(fine: string): string[] {
  const base = fine
    .replace(/([kgcjtdb])h/g, "$1")
    .replace(/h$/, "")
    .replace(/i(?=[aeou]|$)/g, "e")
    .replace(/u(?=[aeio]|$)/g, "o")
    .replace(/[yv]/g, (half) => (half === "y" ? "e" : "o"))
    .replace(/(?<!^)a/g, "");
  const all = [true, false].flatMap((keepsI) =>
    [true, false].map((keepsU) => {
      const rest = base.slice(1);
      const first = base.slice(0, 1);
      const begun = /[eo]/.test(fine.slice(0, 1))
        ? `a${first}`
        : first === "i"
          ? keepsI
            ? "ae"
            : "a"
          : first === "u"
            ? keepsU
              ? "ao"
              : "a"
            : first;
      return (begun + rest.replace(/i/g, keepsI ? "e" : "").replace(/u/g, keepsU ? "o" : "")).replace(
        /([a-z])\1+/g,
        "$1",
      );
    }),
  );
  return all.filter((key) => key.length > 1);
}

/** How Tamil would write it, which has one letter each for k and g, t and d, p and b, and for c, s and j. */
export function tamilSkeleton(fine: string): string {
  return fine
    .replace(/([kgcjtdb])h/g, "$1")
    .replace(/[gh]/g, "k")
    .replace(/d/g, "t")
    .replace(/[bf]/g, "p")
    .replace(/[js]/g, "c")
    .replace(/([kptc])[aiu]?r[iu]?/g, "$1r")
    .replace(/^[iu](?=[rl])/, "")
    .replace(/(?<!^)a/g, "")
    .replace(/([a-z])\1+/g, "$1");
}
