// These functions take several words, one a line: to replace something takes nearly as long in one word as in a few. The letter
// comes before what must be on its left, (?<=…): so it is found faster, and again faster than with a group and $1.

/** Changes several words in one go. @param change takes words in lines and gives the same lines changed */
export const inLines = (words: readonly string[], change: (lines: string) => string): string[] =>
  words.length === 0 ? [] : change(words.join("\n")).split("\n");

/** No letter is doubled. A loop: a regular expression takes several times as long. */
export function once(lines: string): string {
  let kept = "";
  let from = 0;
  for (let at = 1; at < lines.length; at += 1) {
    const letter = lines.charCodeAt(at);
    if (letter < LETTERS || letter !== lines.charCodeAt(at - 1)) continue;
    kept += lines.slice(from, at);
    from = at + 1;
  }
  return kept + lines.slice(from);
}

const LETTERS = "a".charCodeAt(0);

type Change = readonly [spelled: RegExp, becomes: string] | ((lines: string) => string);

/** One letter or group as it is spelled, and the one it becomes. In order: later ones see what earlier ones left. */
const FOLDS: readonly Change[] = [
  // Long vowels and doubled letters.
  [/ee+|ii+|ie$|ea(?=[^aeiou\n])/gm, "i"],
  [/oo+|uu+/g, "u"],
  [/ow(?![aeiouy])/g, "o"],
  once,
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
  [/y(?<=[^aeiou\n]y)(?![aeiou])/g, "i"],
  [/a[iy]i|[ae]y(?=[^aeiou\n])|ey$|[ae]i|ae/gm, "e"],
  [/avu$|ao/gm, "av"],
  [/[ao]u/g, "o"],
  // An r that is a vowel: krsna.
  [/r(?<=[^aeiour\n]r)(?=[^aeiouyr0-9\n])/g, "ri"],
  [/h(?<=[aeiou].*[aeiou]h)$/gm, ""],
  once,
];

/**
 * Words in Latin letters as they sound to an Indian ear: spellings of one word become one text.
 * @param latin letters a–z and digits, in lines
 */
export function foldSpelling(latin: string): string {
  let folded = latin;
  for (const change of FOLDS)
    folded = typeof change === "function" ? change(folded) : folded.replace(change[0], change[1]);
  return foldNasals(folded);
}

/** Nasals before other consonants: samskara, sanskara; sanpat, sampat. */
const foldNasals = (folded: string) => folded.replace(/m(?=[shv])/g, "n").replace(/n(?=[pbf])/g, "m");

/**
 * What stays of folded spellings, in lines, when all that ears confuse is left out: aspirates, v beside b, y beside j at the
 * beginning, and each a but the first letter's.
 */
export const foldCoarsely = (fine: string) =>
  once(
    // Consonants that meet now.
    foldNasals(
      fine
        .replace(/h(?<=[kgcjtdb]h)/g, "")
        .replace(/f/g, "p")
        .replace(/v/g, "b")
        .replace(/^y/gm, "j")
        .replace(/(?<!^)a/gm, ""),
    ),
  );
