/** One letter or group as it is spelled, and the one it becomes. In order: later ones see what earlier ones left. */
const FOLDS: readonly [RegExp, string][] = [
  // Long vowels and doubled letters.
  [/ee+|ii+|ie$|ea(?=[^aeiou])/g, "i"],
  [/oo+|uu+/g, "u"],
  [/ow(?![aeiouy])/g, "o"],
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
  [/rh/g, "r"],
  // Vowels of two letters, and half-vowels where they are none.
  [/iy(?=[aeiou])/g, "i"],
  [/([^aeiou])y(?![aeiou])/g, "$1i"],
  [/a[iy]i|[ae]y(?=[^aeiou])|ey$|[ae]i|ae/g, "e"],
  [/avu$|ao/g, "av"],
  [/[ao]u/g, "o"],
  // An r that is a vowel: krsna.
  [/([^aeiour])r(?=[^aeiouyr0-9])/g, "$1ri"],
  [/([aeiou].*[aeiou])h$/g, "$1"],
  [/([a-z])\1+/g, "$1"],
];

/**
 * A word in Latin letters as it sounds to an Indian ear: spellings of one word become one text.
 * @param latin letters a–z and digits
 */
export function foldSpelling(latin: string): string {
  let folded = latin;
  for (const [spelled, becomes] of FOLDS) folded = folded.replace(spelled, becomes);
  return foldNasals(folded);
}

/** Nasals before other consonants: samskara, sanskara; sanpat, sampat. */
const foldNasals = (folded: string) => folded.replace(/m(?=[shv])/g, "n").replace(/n(?=[pbf])/g, "m");

const once = (key: string) => key.replace(/([a-z])\1+/g, "$1");

/**
 * What stays of a folded spelling when all that ears confuse is left out: aspirates, v beside b, y beside j at the
 * beginning, and each a but the first letter's.
 */
export const foldCoarsely = (fine: string) =>
  once(
    // Consonants that meet now.
    foldNasals(
      fine
        .replace(/([kgcjtdb])h/g, "$1")
        .replace(/f/g, "p")
        .replace(/v/g, "b")
        .replace(/^y/, "j")
        .replace(/(?<!^)a/g, ""),
    ),
  );
