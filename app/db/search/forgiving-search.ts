import { any, anyOf, type Match } from "./match";
import { nearTokensSought } from "./near-tokens";
import { type SubjectName, SUBJECTS } from "./subjects";
import { initialsOf } from "./tokens";
import { eachWord, soundsAlike, typedWords, word, wordOrSound } from "./text-search";

/** Of a long text, wrong letters are looked for in these words only. */
const MOST_MENDED = 6;

/** How a list forgives. */
export interface Forgiving {
  /** A word as it is typed or heard. @param isOpen whether it may be the beginning of one */
  heard(word: string, isOpen: boolean): Match | null;
  /** What a word may be that has wrong letters. */
  mended(word: string): Match | null | Promise<Match | null>;
  /** Whether there is an entry that matches, whatever the list's filters are. */
  isFound(match: Match): Promise<boolean>;
}

/**
 * What a text may mean that finds nothing as it is: its words as they are heard, however vowels are written, and those with wrong
 * letters that no entry has. If each is in an entry, but not all in the same, any of them may be wrong.
 * @returns null when that finds nothing either. The address of an email is forgiven nothing: another one is another person's
 */
export async function forgivingMatch(
  text: string,
  { heard, mended, isFound }: Forgiving,
): Promise<Match | null> {
  if (text.includes("@")) return null;
  const words = withInitialsJoined(typedWords(text));
  const asHeard = eachWord(words, heard);
  if (!asHeard) return null;
  if (await isFound(asHeard)) return asHeard;
  const unknown: string[] = [];
  for (const [at, one] of words.entries()) {
    const match = heard(one, at === words.length - 1);
    if (!match || !(await isFound(match))) unknown.push(one);
  }
  const near = new Map<string, Match | null>();
  for (const one of (unknown.length > 0 ? unknown : words).slice(0, MOST_MENDED))
    near.set(one, await mended(one));
  if (![...near.values()].some((match) => match !== null)) return null;
  const match = eachWord(words, (one, isOpen) => anyOf(heard(one, isOpen), near.get(one) ?? null));
  return match && (await isFound(match)) ? match : null;
}

/** "R. K. Narayan" and "RK Narayan" are both stored with "rk". */
function withInitialsJoined(words: string[]): string[] {
  const runs = initialsOf(words);
  return runs.length > 0 ? [...runs, ...words.filter((one) => !/^[a-z]$/.test(one))] : words;
}

/** For `heard`: in an index whose texts are heard. */
export const heardIn =
  (name: SubjectName) =>
  (one: string, isOpen: boolean): Match | null =>
    anyOf(wordOrSound(SUBJECTS[name], one, isOpen), soundsAlike(one, isOpen));

/** For `mended`: in the texts of an index that are near. */
export function nearWord(one: string): Match | null {
  const tokens = nearTokensSought(one);
  return tokens.length > 0 ? any(tokens.map((token) => word(token, ["near"]))) : null;
}
