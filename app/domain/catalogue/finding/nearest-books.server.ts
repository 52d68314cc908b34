import type { Db } from "~/db/database.server";
import { all, anyOf, any, type Match } from "~/db/search/match";
import { likeWords, type NearKind, nearWords } from "~/db/search/near-words.server";
import { soundsAlike, soundsLike, word } from "~/db/search/text-search";
import { bestMatches } from "./best-matches.server";
import { bookCards } from "../books/books.server";
import { type BookCard, NO_FILTERS } from "../books/lists/catalogue";
import { perCatalogueVersion } from "../books/lists/catalogue-memo.server";
import { listBookIds } from "../books/lists/catalogue.server";
import { soughtWords } from "./search-books.server";

const MOST_BOOKS = 4;
/** Of a long search, only these words count: each combination of them is looked for. */
const MOST_WORDS = 5;
const MAIN = ["title", "names"];
const NEAR_COLUMNS: Record<NearKind, readonly string[]> = {
  written: MAIN,
  fine: ["fine"],
  coarse: ["coarse"],
};

/**
 * At most four visible books whose titles and authors are nearest to a search for which a list has nothing: what the search
 * finds without the list's filters, else the books with the most of its words, or with words like them. Cached per catalogue
 * version.
 * @returns none if no title or author has anything like it
 */
export function nearestBooks(db: Db, q: string): Promise<BookCard[]> {
  return perCatalogueVersion(db, `nearest ${q}`, async () => bookCards(db, await nearestIds(db, q)));
}

async function nearestIds(db: Db, q: string): Promise<number[]> {
  const filters = { ...NO_FILTERS, q, sort: "relevance" as const };
  const { ids } = await listBookIds(db, filters, { offset: 0, limit: MOST_BOOKS });
  if (ids.length > 0) return ids;
  const known: Match[] = [];
  for (const one of soughtWords(q).slice(0, MOST_WORDS)) {
    const match = await nearMatch(db, one);
    if (match) known.push(match);
  }
  return bestMatches(db, mostFirst(known), MOST_BOOKS);
}

/** Titles and authors with a word, as typed or as it sounds; else what sounds alike, is near it, or is at least like it. */
async function nearMatch(db: Db, one: string): Promise<Match | null> {
  for (const match of [anyOf(word(one, MAIN), soundsLike(one, ["fine"])), soundsAlike(one)])
    if (match && (await bestMatches(db, [match], 1)).length > 0) return match;
  const near = await nearWords(db, one);
  const like = near.length > 0 ? near : await likeWords(db, one);
  return anyOf(...like.map(({ kind, form }) => word(form, NEAR_COLUMNS[kind])));
}

/** What has all of these, then what has all but one, and so on. */
function* mostFirst(matches: Match[]): Generator<Match> {
  for (let size = matches.length; size > 0; size -= 1) yield any(choicesOf(matches, size).map(all));
}

/** All choices of so many. */
function choicesOf<One>(from: readonly One[], size: number): One[][] {
  if (size === 0) return [[]];
  return from.flatMap((one, at) => choicesOf(from.slice(at + 1), size - 1).map((others) => [one, ...others]));
}
