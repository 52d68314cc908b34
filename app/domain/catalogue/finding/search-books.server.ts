import type { Db } from "~/db/database.server";
import { countTextMatches } from "~/db/search/full-text.server";
import { any, anyOf, type Match } from "~/db/search/match";
import { type NearKind, type NearWord, nearWords } from "~/db/search/near-words.server";
import { initialsOf, joinedWhole } from "~/db/search/tokens";
import { eachWord, soundsAlike, soundsLike, typedWords, word } from "~/db/search/text-search";
import { NO_FILTERS } from "../books/lists/catalogue";
import { synonymsOf } from "./search-terms/synonyms.server";
import type { Synonym } from "./search-terms/synonyms";
import { perCatalogueVersion } from "../books/lists/catalogue-memo.server";
import { countMatching } from "../books/lists/count-books.server";
import { isbnForms, nearIsbns } from "../books/record/isbn";
import { withoutIsbnWord, withoutOptional } from "./search-phrases";

/** Who searches. Staff also search by SKU, but not the texts about a book. */
export type Audience = "shop" | "staff";

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
/** Of a long term, wrong letters are looked for in these words only. */
const MOST_MENDED = 6;
const MAIN = ["title", "names"];
const SOUNDS = ["fine", "fine_other"];
const NEAR_COLUMNS: Record<NearKind, readonly string[]> = {
  written: [...MAIN, "other"],
  fine: SOUNDS,
  coarse: ["coarse"],
};
const COLUMNS = {
  shop: { printed: [...MAIN, "other", "isbn"], every: [...MAIN, "other", "isbn", "text"] },
  staff: { printed: [...MAIN, "other", "isbn", "staff"], every: [...MAIN, "other", "isbn", "staff"] },
} as const;
/** Words of sentences: nearly every book has some of them, so they say nothing beside others. */
const SMALL_WORDS = new Set(
  "a an and at by for from in is of on or the to with का की के को में और से ও এর کا کی کے کو میں اور سے".split(
    " ",
  ),
);
/** Said of any book. */
const BOOK_WORDS = new Set(["book", "books", "किताब", "पुस्तक", "বই", "کتاب"]);

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
  const heard = await heardTier(db, words, audience, found > 0 ? strict.at(-1)!.upTo : null);
  const tiers = [...(found > 0 ? strict : []), ...(heard ? [heard] : [])];
  // Whoever typed what a title, a name or a publisher has, or what a title sounds like, meant it.
  const main = any([strict[PRINTED_TIER]!.upTo, strict.at(-2)!.match]);
  if (found > 0 && (await isFound(db, audience, main)))
    return { ...split(tiers), isForgiven: false, meant: null };
  const { mended, meant } = await mendedTier(db, words, audience, tiers.at(-1)?.upTo ?? null);
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

/** Without what is said of any book, and what need not be printed on it. @returns the same list if nothing is left out */
const wantedWords = (words: string[]): string[] => withoutOptional(without(words, BOOK_WORDS));

/** The words, without those of a list if others are left. */
function without(words: string[], list: ReadonlySet<string>): string[] {
  const left = words.filter((one) => !list.has(one));
  return left.length > 0 && left.length < words.length ? left : words;
}

/** "Hindi novels" are of the category Novel. Words that only look like an English plural may become none. */
function singularOf(word: string): string {
  if (!/^[a-z]{3,}s$/.test(word) || /[sui]s$/.test(word)) return word;
  return word.replace(/ies$/, "y").replace(/(ch|sh|ss|x)es$|s$/, "$1");
}

const count = (db: Db, audience: Audience, match: Match): Promise<number> =>
  audience === "shop" ? countMatching(db, NO_FILTERS, [], match) : countTextMatches(db, "books", match);

const isFound = async (db: Db, audience: Audience, match: Match) => (await count(db, audience, match)) > 0;

interface Tier {
  match: Match;
  upTo: Match;
}

const split = (tiers: Tier[]) => ({
  tiers: tiers.map(({ match }) => match),
  upTo: tiers.map(({ upTo }) => upTo),
});

/** Among the strict tiers, the place of the one for all but the texts about a book. */
const PRINTED_TIER = 3;

/** All words as typed, then as they sound. @param readings the words, and what may be meant by the same */
function strictTiers(q: string, typed: string[], readings: string[][], audience: Audience): Tier[] {
  const { printed, every } = COLUMNS[audience];
  const each = (matching: (one: string, isOpen: boolean) => Match | null) =>
    anyOf(...readings.map((reading) => eachWord(reading, matching)));
  const whole = any([
    word(joinedWhole(typed), ["whole"]),
    ...isbnForms(q).map((isbn) => word(isbn.replace(/[^\dA-Za-z]/g, "").toLowerCase(), ["isbn"])),
  ]);
  const asTyped = [
    anyOf(...MAIN.map((column) => each((one) => word(one, [column])))),
    each((one, isOpen) => word(one, MAIN, isOpen)),
    each((one, isOpen) => word(one, printed, isOpen)),
    each((one, isOpen) => word(one, every, isOpen)),
  ].filter((match) => match !== null);
  const inMain = each((one, isOpen) => soundsLike(one, ["fine"], isOpen));
  const anywhere = each((one, isOpen) => anyOf(word(one, every, isOpen), soundsLike(one, SOUNDS, isOpen)));
  return [
    { match: whole, upTo: whole },
    // Each has all of the one before.
    ...asTyped.map((match) => ({ match, upTo: any([whole, match]) })),
    ...(inMain ? [{ match: inMain, upTo: any([whole, asTyped.at(-1)!, inMain]) }] : []),
    ...(anywhere ? [{ match: anywhere, upTo: any([whole, anywhere]) }] : []),
  ];
}

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

/** A word as typed, or as it is heard with its vowels written otherwise. */
const alike =
  (audience: Audience) =>
  (one: string, isOpen: boolean): Match | null =>
    anyOf(
      word(one, COLUMNS[audience].every, isOpen),
      soundsLike(one, SOUNDS, isOpen),
      soundsAlike(one, isOpen),
    );

/** Words written apart or together, words left out that any book has, vowels written otherwise, a wrong digit of an ISBN. */
async function heardTier(
  db: Db,
  words: string[],
  audience: Audience,
  before: Match | null,
): Promise<Tier | null> {
  const wanted = wantedWords(words);
  const readings = [
    words,
    ...(await pairsJoined(db, words, audience)),
    ...(wanted === words ? [] : [wanted]),
  ];
  const match = anyOf(
    ...readings.map((reading) => eachWord(reading, alike(audience))),
    ...nearIsbns(words.join("")).map((isbn) => word(isbn, ["isbn"])),
  );
  return match && { match, upTo: before ? any([before, match]) : match };
}

/** Words with wrong letters, and what was probably meant if nothing else is found. */
async function mendedTier(
  db: Db,
  words: string[],
  audience: Audience,
  before: Match | null,
): Promise<{ mended: Tier | null; meant: string | null }> {
  const wanted = wantedWords(words);
  const near = new Map<string, NearWord[]>();
  for (const one of await wrongWords(db, audience, wanted)) near.set(one, await nearWords(db, one));
  const match = [...near.values()].some((words) => words.length > 0)
    ? eachWord(wanted, (one, isOpen) =>
        anyOf(
          alike(audience)(one, isOpen),
          ...(near.get(one) ?? []).map(({ kind, form }) => word(form, NEAR_COLUMNS[kind])),
        ),
      )
    : null;
  if (!match) return { mended: null, meant: null };
  const isFoundOtherwise = before !== null && (await isFound(db, audience, before));
  if (!(await isFound(db, audience, isFoundOtherwise ? { of: match, butNot: before } : match)))
    return { mended: null, meant: null };
  return isFoundOtherwise
    ? { mended: { match, upTo: any([before, match]) }, meant: null }
    : { mended: { match, upTo: match }, meant: await meantWords(db, audience, wanted, near) };
}

/** The words that no book has; if each is in one, but not all in the same, all of them. */
async function wrongWords(db: Db, audience: Audience, words: string[]): Promise<string[]> {
  const unknown: string[] = [];
  for (const one of words) {
    const match = alike(audience)(one, false);
    if (!match || !(await isFound(db, audience, match))) unknown.push(one);
  }
  return (unknown.length > 0 ? unknown : words).slice(0, MOST_MENDED);
}

/** The words, each that no book has replaced by the nearest that one has. @returns null if each of them is in a book */
async function meantWords(
  db: Db,
  audience: Audience,
  words: string[],
  near: ReadonlyMap<string, NearWord[]>,
): Promise<string | null> {
  const meant: string[] = [];
  for (const one of words) {
    const all = near.get(one) ?? [];
    const nearest = all.find(({ spelling }) => isLatin(spelling) === isLatin(one)) ?? all[0];
    const match = nearest ? alike(audience)(one, false) : null;
    meant.push(!nearest || (match && (await isFound(db, audience, match))) ? one : nearest.spelling);
  }
  return meant.every((one, at) => one === words[at]) ? null : meant.join(" ");
}

const isLatin = (one: string) => /^[a-z0-9]+$/.test(one);

/** Each pair of neighbours as one word, if a book has it: "dev das". The last pair may be the beginning of one. */
async function pairsJoined(db: Db, words: string[], audience: Audience): Promise<string[][]> {
  const readings: string[][] = [];
  for (const [at, one] of words.slice(1).entries()) {
    const joined = words[at]! + one;
    const match = alike(audience)(joined, at === words.length - 2);
    if (match && (await isFound(db, audience, match)))
      readings.push([...words.slice(0, at), joined, ...words.slice(at + 2)]);
  }
  return readings;
}
