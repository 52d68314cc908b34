import type { TextSearch } from "../text-search";

/** As in the function search_words of the database. */
const LONGEST = 100;

/** The words that the index has for a typed word. */
export const wordsIn = (typed: string): string[] =>
  typed
    .normalize("NFD")
    .replace(/[\u0300-\u036f\u200c\u200d]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter(Boolean)
    .map((word) => [...word].slice(0, LONGEST).join(""));

/** A typed word: several words of the index are a phrase. */
interface Phrase {
  words: string[];
  /** Whether the last may be the beginning of a word. */
  isOpen: boolean;
}

function phrases({ words, isOpen }: Extract<TextSearch, { words: readonly string[] }>): Phrase[] {
  const all = words.map(wordsIn).filter((phrase) => phrase.length > 0);
  return all.map((phrase, index) => ({ words: phrase, isOpen: isOpen && index === all.length - 1 }));
}

/** A phrase in the index: as it is, and once more with the name of its column at each word. */
const phraseIn = ({ words, isOpen }: Phrase, column?: string) => {
  const lexemes = words.map((word) => `'${column ? `/${column}/` : ""}${word}'`);
  return `${lexemes.join(" <-> ")}${isOpen ? ":*" : ""}`;
};

const joined = (parts: string[], operator: "&" | "|") =>
  parts
    .filter(Boolean)
    .map((part) => `(${part})`)
    .join(` ${operator} `);

/**
 * A search as a tsquery of PostgreSQL; empty, which finds nothing, if it has no words.
 * @param all the names of the index's columns; only for a search outside of some
 */
export function tsquery(search: TextSearch, all: readonly string[], columns?: readonly string[]): string {
  if ("either" in search)
    return joined(
      search.either.map((one) => tsquery(one, all, columns)),
      "|",
    );
  if ("of" in search) {
    const { of, isWithin } = search;
    return tsquery(of, all, isWithin ? search.columns : all.filter((name) => !search.columns.includes(name)));
  }
  const found = phrases(search).map((phrase) =>
    columns
      ? joined(
          columns.map((name) => phraseIn(phrase, name)),
          "|",
        )
      : phraseIn(phrase),
  );
  return joined(found, "&");
}

/**
 * For each column that is searched a tsquery for any of the search's words in it, to rank by.
 * @param columns the names of the index's columns
 */
export function wordsByColumn(
  search: TextSearch,
  columns: readonly string[],
): { column: string; query: string }[] {
  if ("either" in search) return search.either.flatMap((one) => wordsByColumn(one, columns));
  if ("of" in search) {
    const within = columns.filter((name) => search.columns.includes(name) === search.isWithin);
    return wordsByColumn(search.of, within);
  }
  const all = phrases(search);
  if (all.length === 0) return [];
  return columns.map((column) => ({
    column,
    query: joined(
      all.map((phrase) => phraseIn(phrase, column)),
      "|",
    ),
  }));
}
