import type { Db } from "~/db/database.server";
import { countTextMatches } from "~/db/search/full-text.server";
import { any, anyOf, type Match } from "~/db/search/match";
import { type NearKind, type NearWord, nearWords } from "~/db/search/near-words.server";
import { eachWord, soundsAlike, soundsLike, word } from "~/db/search/text-search";
import { NO_FILTERS } from "../books/lists/catalogue";
import { countMatching } from "../books/lists/count-books.server";
import { nearIsbns } from "../books/record/isbn";
import { wantedWords } from "./search-words";
import { type Audience, COLUMNS, MAIN, SOUNDS, type Tier } from "./strict-tiers";

/** Of a long term, wrong letters are looked for in these words only. */
const MOST_MENDED = 6;
const NEAR_COLUMNS: Record<NearKind, readonly string[]> = {
  written: [...MAIN, "other"],
  fine: SOUNDS,
  coarse: ["coarse"],
};

/** How many books a match finds: visible ones in the shop, of staff all. */
export const count = (db: Db, audience: Audience, match: Match): Promise<number> =>
  audience === "shop" ? countMatching(db, NO_FILTERS, [], match) : countTextMatches(db, "books", match);

/** Whether a match finds any book. */
export const isFound = async (db: Db, audience: Audience, match: Match) =>
  (await count(db, audience, match)) > 0;

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
export async function soundTier(
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
export async function misspelledTier(
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
