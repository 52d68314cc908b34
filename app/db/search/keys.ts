import { LRUCache } from "lru-cache";
import { foldCoarsely, foldSpelling, tamilSkeleton, urduSkeletons } from "./fold";
import { scriptOf } from "./indian-letters";
import { readIndian } from "./indian-words";
import { isUrdu, readUrdu, urduLetters } from "./urdu-letters";

/** Phonetic keys of a word, letters a–z and digits, at most five of each. Two words are alike if they share one. */
export type Keys = {
  /** Spellings of the same word, in any script. */
  fine: readonly string[];
  /** Also without aspirates and without any a but the first: two different words may share it. */
  coarse: readonly string[];
  /**
   * For the scripts that write less: Urdu without short vowels, Tamil without soft consonants. Compare them only if one of
   * the two words is in such a script (`writesLess`), or कमल would find कुमल.
   */
  skeleton: readonly string[];
};

const NONE: Keys = { fine: [], coarse: [], skeleton: [] };

const cache = new LRUCache<string, Keys>({ max: 50_000 });

/**
 * The phonetic keys of one word, so that गोदान, গোদান, godaan and Gaudan find each other.
 * @param word one of wordsOf
 * @returns none for scripts without rules, such as Greek
 */
export function keysOf(word: string): Keys {
  let keys = cache.get(word);
  if (keys === undefined) {
    keys = makeKeys(word);
    cache.set(word, keys);
  }
  return keys;
}

/** Whether a word's script leaves out what others write: see `Keys.skeleton`. */
export const writesLess = (word: string) => isUrdu(word) || scriptOf(word) === "tamil";

function makeKeys(word: string): Keys {
  if (/^[0-9]+$/.test(word)) return { fine: [word], coarse: [word], skeleton: [word] };
  const readings = readingsOf(word);
  if (readings.length === 0) return NONE;
  const fine = few(readings.map((reading) => foldSpelling(reading)));
  const coarse = few(fine.flatMap((key) => [key, ...withoutEnding(key)]).map(foldCoarsely));
  return { fine, coarse, skeleton: skeletonsOf(word, fine) };
}

function readingsOf(word: string): string[] {
  if (isUrdu(word)) {
    const ways = [
      { waw: "o", ye: "i" },
      { waw: "u", ye: "i" },
      { waw: "o", ye: "e" },
      { waw: "u", ye: "e" },
    ] as const;
    return ways.map((way) => readUrdu(word, way));
  }
  const indian = readIndian(word);
  if (indian.length > 0) return indian;
  return /^[a-z0-9]+$/.test(word) ? readLatin(word) : [];
}

/** A last a may be a vowel that other scripts do not write; c may be ch, and jn gy. */
function readLatin(word: string): string[] {
  const ways = [word];
  if (word.length > 3 && /[^aeiou]a$/.test(word)) ways.push(word.slice(0, -1));
  if (/c(?![hk])/.test(word)) ways.push(word.replace(/c(?![hk])/g, "ch"));
  if (word.includes("jn")) ways.push(...ways.map((way) => way.replaceAll("jn", "gy")));
  return ways;
}

/** The ending of neuter words in the south: ramayanam is ramayana. */
const withoutEnding = (key: string) => (/.{4}am$/.test(key) ? [key.slice(0, -2)] : []);

function skeletonsOf(word: string, fine: readonly string[]): string[] {
  const first = fine[0]!;
  if (isUrdu(word)) return few([`u${urduLetters(word)}`]);
  const tamil = `t${tamilSkeleton(first)}`;
  if (scriptOf(word) === "tamil") return [tamil];
  return [...new Set([...urduSkeletons(first).map((key) => `u${key}`), tamil])];
}

/** No key twice, no empty one, no more than four. */
const few = (keys: readonly string[]) => [...new Set(keys)].filter((key) => key !== "").slice(0, 4);
