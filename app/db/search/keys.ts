import { LRUCache } from "lru-cache";
import { foldCoarsely, foldSpelling, inLines } from "./fold";
import { scriptOf } from "./indian-letters";
import { readIndian } from "./indian-words";
import { asTamilWrites, asUrduMayWrite, asUrduWrites } from "./skeletons";
import { isUrdu, readUrdu, urduLetters } from "./urdu-letters";

/** Phonetic keys of a word, letters a–z and digits, a few of each. Two words are alike if they share one. */
export type Keys = {
  /** Spellings of the same word, in any script. */
  fine: readonly string[];
  /** Also without aspirates and without any a but the first: two different words may share it. */
  coarse: readonly string[];
  /**
   * How Urdu, without short vowels, and Tamil, without soft consonants, would write it. Only to compare a word in one of
   * these two scripts with a word in another: an index keeps `skeleton`, and a search looks there for `seeks`.
   */
  skeleton: readonly string[];
  /** What a search for this word looks for among the skeletons of an index. */
  seeks: readonly string[];
};

const NONE: Keys = { fine: [], coarse: [], skeleton: [], seeks: [] };

const cache = new LRUCache<string, Keys>({ max: 20_000 });

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

function makeKeys(word: string): Keys {
  if (/^[0-9]+$/.test(word)) return { fine: [word], coarse: [word], skeleton: [word], seeks: [word] };
  const readings = distinct(readingsOf(word));
  // Urdu writes long vowels otherwise than short ones.
  const long = distinct(readings.map((reading) => reading.replaceAll("ii", "e").replaceAll("uu", "o")));
  const heard = inLines([...readings, ...long], foldSpelling);
  const fine = few(heard.slice(0, readings.length));
  if (fine.length === 0) return NONE;
  const endings = fine.flatMap(withAndWithoutEnding);
  const coarse = few(inLines(endings, foldCoarsely));
  return { fine, coarse, ...skeletonsOf(word, heard.slice(readings.length), fine, endings) };
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

/** A last a may be a vowel that other scripts do not write; rai may be ray, c ch, and jn gy. */
function readLatin(word: string): string[] {
  const ways = [word];
  if (word.length > 3 && /(?:[^aeiouy]|[aeiou]y)a$/.test(word)) ways.push(word.slice(0, -1));
  if (word.length > 2 && word.endsWith("ai")) ways.push(`${word.slice(0, -1)}y`);
  if (/c(?![hk])/.test(word)) ways.push(word.replace(/c(?![hk])/g, "ch"));
  if (word.includes("jn")) ways.push(...ways.map((way) => way.replaceAll("jn", "gy")));
  return ways;
}

/** The ending of neuter words in the south: ramayanam is ramayana. */
const withAndWithoutEnding = (key: string) =>
  key.length > 5 && key.endsWith("am") ? [key, key.slice(0, -1)] : [key];

/**
 * A word in Urdu or Tamil looks for skeletons of words in other scripts, which begin with an x, and they for its own. So
 * कमल does not find कुमल, which Urdu would write alike.
 */
function skeletonsOf(
  word: string,
  long: readonly string[],
  fine: readonly string[],
  endings: readonly string[],
): Pick<Keys, "skeleton" | "seeks"> {
  const own = ownSkeletons(word, fine[0]!);
  if (own !== undefined) return { skeleton: own, seeks: own.map((key) => `x${key}`) };
  const script = scriptOf(word);
  const urdu = script === undefined ? asUrduMayWrite(fine[0]!) : inLines(long, asUrduWrites);
  const seeks = distinct([
    ...urdu.filter((key) => key.length > 1).map((key) => `u${key}`),
    ...inLines(endings, asTamilWrites).map((key) => `t${key}`),
  ]);
  return { skeleton: seeks.map((key) => `x${key}`), seeks };
}

/** Of a word in one of the two scripts. */
function ownSkeletons(word: string, likeliest: string): string[] | undefined {
  if (isUrdu(word)) return [`u${urduLetters(word)}`];
  if (scriptOf(word) !== "tamil") return undefined;
  // Tamil's ai at the end is an ā elsewhere: kathai is katha.
  const endings = [...withAndWithoutEnding(likeliest), likeliest.replace(/e$/, "")];
  return distinct(inLines(endings, asTamilWrites).map((key) => `t${key}`));
}

const distinct = (keys: readonly string[]) => [...new Set(keys)];

/** No key twice, no empty one, no more than four. */
const few = (keys: readonly string[]) => [...new Set(keys)].filter((key) => key !== "").slice(0, 4);
