import type { Db } from "~/db/database.server";
import { any, type Match } from "~/db/search/match";
import { initialsOf, joinedWhole } from "~/db/search/tokens";
import { eachWord, typedWords, word } from "~/db/search/text-search";
import { synonymsOf } from "./search-terms/synonyms.server";
import type { Synonym } from "./search-terms/synonyms";
import { perCatalogueVersion } from "../books/lists/catalogue-memo.server";
import { withoutIsbnWord, withoutOptional } from "./search-phrases";
import { count, soundTier, isFound, misspelledTier } from "./forgiving-tiers.server";
import { singularOf, SMALL_WORDS, wantedWords, without } from "./search-words";
import { type Audience, PRINTED_TIER, strictTiers, type Tier } from "./strict-tiers";

/** What a search term finds. */
export interface BookSearchPlan {
  /** The best matches first. A book belongs to the first that it is one of; within one, the most popular comes first. */
  tiers: readonly Match[];
  /** For each tier, everything up to it. */
  upTo: readonly Match[];
  /** Whether only the forgiving tiers find anything. */
  isForgiven: boolean;
  /** What was probably meant, if nothing has the words as typed. */
  meant: string | null;
}

/** With fewer books than this, a search also forgives wrong letters. */
const A_PAGE = 12;
/** Synonyms beyond these are left out. */
const MOST_READINGS = 8;

/** What a search term finds. Cached per catalogue version. @returns null for a term without words */
export function planSearch(db: Db, q: string, audience: Audience): Promise<BookSearchPlan | null> {
  return perCatalogueVersion(db, `search ${audience} ${q}`, () => plan(db, q, audience));
}

async function plan(db: Db, asked: string, audience: Audience): Promise<BookSearchPlan | null> {
  const q = withoutIsbnWord(asked);
  const typed = typedWords(q);
  if (typed.length === 0) return null;
  const words = without(typed, SMALL_WORDS);
  const readings = [words, ...withInitials(words), ...withSynonyms(words, await synonymsOf(db))];
  let strict = strictTiers(q, typed, readings, audience);
  let found = await count(db, audience, strict.at(-1)!.upTo);
  const singular = words.map(singularOf);
  if (found === 0 && singular.some((one, at) => one !== words[at])) {
    strict = strictTiers(q, typed.map(singularOf), [...readings, singular], audience);
    found = await count(db, audience, strict.at(-1)!.upTo);
  }
  const needed = withoutOptional(words);
  if (found === 0 && needed !== words) {
    const all = [...readings, needed, ...withInitials(needed), ...withSynonyms(needed, await synonymsOf(db))];
    strict = strictTiers(q, withoutOptional(typed), all, audience);
    found = await count(db, audience, strict.at(-1)!.upTo);
  }
  if (found >= A_PAGE) return { ...split(strict), isForgiven: false, meant: null };
  // Nobody gets three words of another book by mistake.
  if (found > 0 && words.length > 2) return { ...split(strict), isForgiven: false, meant: null };
  const heard = await soundTier(db, words, audience, found > 0 ? strict.at(-1)!.upTo : null);
  const tiers = [...(found > 0 ? strict : []), ...(heard ? [heard] : [])];
  // Whoever typed what a title, a name or a publisher has, or what a title sounds like, meant it.
  const main = any([strict[PRINTED_TIER]!.upTo, strict.at(-2)!.match]);
  if (found > 0 && (await isFound(db, audience, main)))
    return { ...split(tiers), isForgiven: false, meant: null };
  const { mended, meant } = await misspelledTier(db, words, audience, tiers.at(-1)?.upTo ?? null);
  const all = mended ? [...tiers, mended] : tiers;
  return { ...split(all.length > 0 ? all : strict), isForgiven: found === 0 && all.length > 0, meant };
}

/** The tiers before the forgiving ones, which need no look at the index. @returns none for a term without words */
export function strictMatches(q: string, audience: Audience): Match[] {
  const number = withoutIsbnWord(q);
  const typed = typedWords(number);
  if (typed.length === 0) return [];
  const tiersOf = (all: string[]) => {
    const words = without(all, SMALL_WORDS);
    return strictTiers(number, all, [words, ...withInitials(words)], audience).map(({ match }) => match);
  };
  const needed = withoutOptional(typed);
  return [...tiersOf(typed), ...(needed === typed ? [] : tiersOf(needed))];
}

/** Whether a visible book's title has all words of a search. @param isWhole whether it has no others */
export async function isOfTitle(db: Db, q: string, isWhole: boolean): Promise<boolean> {
  const typed = typedWords(q);
  const match = isWhole
    ? word(joinedWhole(typed), ["whole"])
    : eachWord(typed, (one) => word(one, ["title"]));
  return match !== null && typed.length > 0 && (await isFound(db, "shop", match));
}

/** The words of a search that say what is sought: without small, optional ones, and those that are said of any book. */
export const soughtWords = (q: string): string[] =>
  wantedWords(without(typedWords(withoutIsbnWord(q)), SMALL_WORDS));

const split = (tiers: Tier[]) => ({
  tiers: tiers.map(({ match }) => match),
  upTo: tiers.map(({ upTo }) => upTo),
});

/** Initials typed apart may be stored together: "r k narayan". Together they are in the index anyway. */
function withInitials(words: string[]): string[][] {
  const runs = initialsOf(words);
  if (runs.length === 0) return [];
  const others = words.filter((one) => !/^[a-z]$/.test(one));
  return [[...runs, ...others]];
}

/** With a phrase that has synonyms, once with each of them. */
function withSynonyms(words: string[], synonyms: Synonym[]): string[][] {
  const readings: string[][] = [];
  for (const { phrases } of synonyms) {
    const all = phrases.map((phrase) => typedWords(phrase));
    for (const phrase of all) {
      const at = placeIn(words, phrase);
      if (at < 0) continue;
      const others = all.filter((other) => other !== phrase);
      readings.push(...others.map((other) => words.toSpliced(at, phrase.length, ...other)));
    }
  }
  return readings.slice(0, MOST_READINGS);
}

/** Where a phrase stands among the words; -1: nowhere. */
const placeIn = (words: string[], phrase: string[]): number =>
  words.findIndex((_, at) => phrase.length > 0 && phrase.every((one, offset) => words[at + offset] === one));
